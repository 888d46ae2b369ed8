import { clsx } from 'clsx';

export const LogoMark = ({ className }: { className?: string }) => (
  <svg className={clsx('logo', className)} viewBox="0 0 24 24" aria-hidden="true">
    <path d="M4 7.5 L9.6 13.6 L20 2.4" />
    <path className="r" d="M2.6 18.4 H21.4 M2.6 22 H21.4" />
  </svg>
);

/** The logo with the name of the product. `subtitle` is shown below the name, in the side bar. */
export const Logo = ({ subtitle }: { subtitle?: string }) => (
  <span className="brand">
    <LogoMark />
    {subtitle ? (
      <span className="brand-2">
        Vouch
        <small>{subtitle}</small>
      </span>
    ) : (
      'Vouch'
    )}
  </span>
);
