import { clsx } from 'clsx';
import { Play } from 'lucide-react';
import { lazy, Suspense, useEffect, useState } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { CLAIMS, CLAIMS_NOTE, CLOSING, FINE_PRINT, LEAD, TAGLINE } from '../content/landing.ts';
import type { LandingState } from '../lib/return-address.ts';
import { Badge } from '../ui/badge.tsx';
import { Button, ButtonLink } from '../ui/button.tsx';
import iconStyles from '../ui/icon.module.css';
import { Icon, LogoMark } from '../ui/icon.tsx';
import { Mark } from '../ui/mark.tsx';
import pageStyles from '../ui/page.module.css';
import { Status } from '../ui/status.tsx';
import textStyles from '../ui/text.module.css';
import { Demo } from './demo.tsx';
import heroStyles from './hero.module.css';
import styles from './landing.module.css';
import { About, Features, HowItWorks, Pricing, Testimonials } from './sections.tsx';

// Loaded by the visitors who want to see it.
const Walk = lazy(() => import('./walk.tsx').then((module) => ({ default: module.Walk })));

const FinePrint = () => (
  <p className={clsx(textStyles.small, textStyles.muted, heroStyles.finePrint)}>
    {FINE_PRINT.map((text) => (
      <span key={text}>{text}</span>
    ))}
  </p>
);

const Hero = ({ onWatch }: { onWatch: () => void }) => (
  <section className={clsx(heroStyles.hero, styles.container)}>
    <span className={clsx(styles.margin, heroStyles.margin)} aria-hidden="true">
      <Mark name="pending" named={false} />
    </span>
    <div>
      <h1>
        {TAGLINE.before} <span className={heroStyles.ruled}>{TAGLINE.ruled}</span>
      </h1>
      <p className={heroStyles.lead}>{LEAD}</p>
      <div className={heroStyles.actions}>
        <ButtonLink to="/auth" state={{ tab: 'up' }} variant="primary" size="l">
          Start Free Trial
        </ButtonLink>
        <Button size="l" icon={<Icon of={Play} />} aria-haspopup="dialog" onClick={onWatch}>
          Watch Demo
        </Button>
      </div>
      <FinePrint />
    </div>
    <Demo />
  </section>
);

const Closing = () => (
  <section className={styles.closing}>
    <div className={styles.container}>
      <span className={styles.margin} aria-hidden="true">
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
  <footer className={styles.footer}>
    <div className={styles.container}>
      <div>
        <Link className={iconStyles.brand} to="/">
          <LogoMark />
          Vouch
        </Link>
        <p className={clsx(textStyles.small, textStyles.faint, styles.motto)}>Your Success, Verified</p>
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
        {/* It is loaded with a policy of its own, which allows no request. */}
        <a href="/verify-a-report">Verify a report</a>
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
  <header className={styles.header}>
    <div className={styles.container}>
      <Link className={iconStyles.brand} to="/">
        <LogoMark />
        Vouch
      </Link>
      <nav aria-label="Page">
        <a href="#features">Features</a>
        <a href="#how-it-works">How it works</a>
        <a href="#pricing">Pricing</a>
        <a href="#about">About</a>
      </nav>
      <div className={styles.headerActions}>
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

/** For people who opened a screen without a session, by the link of a mail for example. */
function WayIn() {
  const isWanted = (useLocation().state as LandingState | null)?.wantsScreen === true;
  return (
    isWanted && (
      <Status as="p" fresh className={styles.wayIn}>
        <Link className={textStyles.link} to="/auth">
          Sign in
        </Link>{' '}
        and the page that you wanted to see opens.
      </Status>
    )
  );
}

export function Landing() {
  const [isWatching, setWatching] = useState(false);
  useEffect(() => {
    document.title = 'Vouch: Your Success, Verified';
  }, []);
  return (
    <div className={styles.page}>
      <a className={pageStyles.skipLink} href="#content">
        Skip to content
      </a>
      <Header />
      <WayIn />
      <main className={styles.main} id="content">
        <Hero onWatch={() => setWatching(true)} />
        <section className={styles.container} aria-label="In numbers">
          <dl className={styles.claims}>
            {CLAIMS.map(({ figure, what }) => (
              <div key={what}>
                <dt>{what}</dt>
                <dd>{figure}</dd>
              </div>
            ))}
          </dl>
          <p className={styles.claimsNote}>
            <Badge>{CLAIMS_NOTE.badge}</Badge> <span className={clsx(textStyles.small, textStyles.muted)}>{CLAIMS_NOTE.note}</span>
          </p>
        </section>
        <Features />
        <HowItWorks />
        <Testimonials />
        <Pricing />
        <About />
        <Closing />
      </main>
      <Footer />
      {isWatching && (
        <Suspense>
          <Walk onClose={() => setWatching(false)} />
        </Suspense>
      )}
    </div>
  );
}
