import './landing.css';
import './hero.css';
import './features.css';
import './sections.css';
import { Play } from 'lucide-react';
import { type RefObject, useEffect, useRef } from 'react';
import { Link } from 'react-router-dom';
import { CLAIMS, CLOSING, FINE_PRINT, LEAD, TAGLINE } from '../content/landing.ts';
import { Button, ButtonLink } from '../ui/button.tsx';
import { Icon, LogoMark } from '../ui/icon.tsx';
import { Mark } from '../ui/mark.tsx';
import { Demo, type DemoHandle } from './demo.tsx';
import { About, Features, HowItWorks, Pricing, Testimonials } from './sections.tsx';

const FinePrint = () => (
  <p className="s2 q2 fine">
    {FINE_PRINT.map((text) => (
      <span key={text}>{text}</span>
    ))}
  </p>
);

const Hero = ({ demo }: { demo: RefObject<DemoHandle | null> }) => (
  <section className="hero w">
    <span className="mg" aria-hidden="true">
      <Mark name="pending" named={false} />
    </span>
    <div>
      <h1>
        {TAGLINE.before} <span className="ruled">{TAGLINE.ruled}</span>
      </h1>
      <p className="ld">{LEAD}</p>
      <div className="cta">
        <ButtonLink to="/auth" state={{ tab: 'up' }} variant="primary" size="l">
          Start Free Trial
        </ButtonLink>
        <Button size="l" icon={<Icon of={Play} />} onClick={() => demo.current?.play()}>
          Watch Demo
        </Button>
      </div>
      <FinePrint />
    </div>
    <Demo handle={demo} />
  </section>
);

const Closing = () => (
  <section className="cl">
    <div className="w">
      <span className="mg" aria-hidden="true">
        <Mark name="verified" named={false} />
      </span>
      <h2>{CLOSING}</h2>
      <div>
        <ButtonLink to="/auth" state={{ tab: 'up' }} variant="primary" size="l">
          Start Free Trial
        </ButtonLink>
        <FinePrint />
      </div>
    </div>
  </section>
);

/** Links only to pages that exist. */
const Footer = () => (
  <footer className="ftr">
    <div className="w">
      <div>
        <Link className="brand" to="/">
          <LogoMark />
          Vouch
        </Link>
        <p className="s2 q3 u-motto">Your Success, Verified</p>
      </div>
      <nav aria-label="Product">
        <h3>Product</h3>
        <a href="#features">Features</a>
        <a href="#how-it-works">How it works</a>
        <a href="#pricing">Pricing</a>
      </nav>
      <nav aria-label="Company">
        <h3>Company</h3>
        <a href="#about">About</a>
      </nav>
      <nav aria-label="Resources">
        <h3>Resources</h3>
        <a href="/api/docs">API reference</a>
        <a href="/api/openapi.json">OpenAPI document</a>
      </nav>
      <nav aria-label="Legal">
        <h3>Legal</h3>
        <Link to="/privacy">Privacy</Link>
        <Link to="/terms">Terms</Link>
        <Link to="/security">Security</Link>
      </nav>
    </div>
  </footer>
);

const Header = () => (
  <header className="hd">
    <div className="w">
      <Link className="brand" to="/">
        <LogoMark />
        Vouch
      </Link>
      <nav aria-label="Page">
        <a href="#features">Features</a>
        <a href="#how-it-works">How it works</a>
        <a href="#pricing">Pricing</a>
        <a href="#about">About</a>
      </nav>
      <div className="u-head-actions">
        <ButtonLink to="/auth" variant="ghost">
          Sign In
        </ButtonLink>
        <ButtonLink to="/auth" state={{ tab: 'up' }} variant="primary">
          Get Started
        </ButtonLink>
      </div>
    </div>
  </header>
);

export function Landing() {
  const demo = useRef<DemoHandle>(null);
  useEffect(() => {
    document.title = 'Vouch: Your Success, Verified';
  }, []);
  return (
    <div className="landing">
      <a className="skip" href="#content">
        Skip to content
      </a>
      <Header />
      <main className="lp" id="content">
        <Hero demo={demo} />
        <section className="w" aria-label="In numbers">
          <dl className="nums">
            {CLAIMS.map(({ figure, what }) => (
              <div key={what}>
                <dt>{what}</dt>
                <dd>{figure}</dd>
              </div>
            ))}
          </dl>
        </section>
        <Features />
        <HowItWorks />
        <Testimonials />
        <Pricing />
        <About />
        <Closing />
      </main>
      <Footer />
    </div>
  );
}
