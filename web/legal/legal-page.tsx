import { clsx } from 'clsx';
import { ArrowLeft } from 'lucide-react';
import { Link } from 'react-router-dom';
import { LEGAL, type LegalPageName, UPDATED } from '../content/legal.ts';
import { ButtonLink } from '../ui/button.tsx';
import iconStyles from '../ui/icon.module.css';
import { Icon, Logo } from '../ui/icon.tsx';
import layoutStyles from '../ui/layout.module.css';
import { useTitle } from '../ui/page.tsx';
import tabsStyles from '../ui/tabs.module.css';
import textStyles from '../ui/text.module.css';
import styles from './legal-page.module.css';

const PAGES: readonly LegalPageName[] = ['privacy', 'terms', 'security'];

export function LegalPage({ page }: { page: LegalPageName }) {
  const { title, lead, parts } = LEGAL[page];
  useTitle(title);
  return (
    <div className={styles.page}>
      <header className={styles.header}>
        <Link to="/" className={iconStyles.brand} aria-label="Vouch">
          <Logo />
        </Link>
        <nav aria-label="Legal" className={tabsStyles.tabs} data-part="tabs">
          {PAGES.map((one) => (
            <Link
              key={one}
              to={`/${one}`}
              className={one === page ? tabsStyles.chosen : undefined}
              aria-current={one === page ? 'page' : undefined}
            >
              {LEGAL[one].title}
            </Link>
          ))}
        </nav>
      </header>
      <main>
        <h1>{title}</h1>
        <p className={styles.lead}>{lead}</p>
        <p className={clsx(textStyles.small, textStyles.faint)}>As of {UPDATED}</p>
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
        <ButtonLink to="/" icon={<Icon of={ArrowLeft} />} className={layoutStyles.before32}>
          Back
        </ButtonLink>
      </main>
    </div>
  );
}
