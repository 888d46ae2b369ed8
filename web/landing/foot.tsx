import { Link } from 'react-router-dom';
import { CLOSING } from '../content/landing.ts';
import { ButtonLink } from '../ui/button.tsx';
import { LogoMark } from '../ui/logo.tsx';
import { Mark } from '../ui/mark.tsx';
import { FinePrint } from './hero.tsx';

export const Closing = () => (
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

/** The footer of the landing page. It links only to pages that exist. */
export const Footer = () => (
  <footer className="ftr">
    <div className="w">
      <div>
        <Link className="brand" to="/">
          <LogoMark />
          Vouch
        </Link>
        <p className="s2 q3 mt-[10px]">Your Success, Verified</p>
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
