import { Link } from 'react-router-dom';
import { ButtonLink } from '../ui/button.tsx';
import { LogoMark } from '../ui/logo.tsx';

export const Header = () => (
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
      <div className="ml-auto flex items-center gap-2">
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
