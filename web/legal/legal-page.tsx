import './legal.css';
import { ArrowLeft } from 'lucide-react';
import { Link } from 'react-router-dom';
import { LEGAL, type LegalPageName, UPDATED } from '../content/legal.ts';
import { ButtonLink } from '../ui/button.tsx';
import { Icon, Logo } from '../ui/icon.tsx';
import { useTitle } from '../ui/page.tsx';

const PAGES: readonly LegalPageName[] = ['privacy', 'terms', 'security'];

export function LegalPage({ page }: { page: LegalPageName }) {
  const { title, lead, parts } = LEGAL[page];
  useTitle(title);
  return (
    <div className="legal">
      <header className="legal-h">
        <Link to="/" className="brand" aria-label="Vouch">
          <Logo />
        </Link>
        <nav aria-label="Legal" className="tabs">
          {PAGES.map((one) => (
            <Link key={one} to={`/${one}`} className={one === page ? 'on' : undefined} aria-current={one === page ? 'page' : undefined}>
              {LEGAL[one].title}
            </Link>
          ))}
        </nav>
      </header>
      <main>
        <h1>{title}</h1>
        <p className="legal-l">{lead}</p>
        <p className="s2 q3">As of {UPDATED}</p>
        {parts.map((part) => (
          <section key={part.title}>
            <h2>{part.title}</h2>
            <div>
              {part.text.map((text) => (
                <p key={text}>{text}</p>
              ))}
            </div>
          </section>
        ))}
        <ButtonLink to="/" icon={<Icon of={ArrowLeft} />} className="u-before-32">
          Back
        </ButtonLink>
      </main>
    </div>
  );
}
