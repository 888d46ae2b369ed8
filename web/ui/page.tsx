import { clsx } from 'clsx';
import { type ReactNode, useEffect, useId } from 'react';

/** The name of the product is appended. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Vouch`;
  }, [title]);
}

export interface PageProps {
  title: string;
  /** For example a date. */
  sub?: ReactNode;
  /** The primary action, at the right of the title. */
  actions?: ReactNode;
  /** At most 980 px wide, for settings and text. */
  narrow?: boolean;
  children: ReactNode;
}

export function Page({ title, sub, actions, narrow = false, children }: PageProps) {
  useTitle(title);
  return (
    <div className={clsx('page', narrow && 'page-narrow')}>
      <header className="ph">
        <div>
          <h1 tabIndex={-1}>{title}</h1>
          {sub && <div className="ph-s">{sub}</div>}
        </div>
        {actions && <div className="ph-a">{actions}</div>}
      </header>
      {children}
    </div>
  );
}

export interface SectionProps {
  title: string;
  /** Shown at the end of the heading. A number is a count and stays in the same line on a phone. */
  end?: ReactNode;
  className?: string;
  children: ReactNode;
}
export function Section({ title, end, className, children }: SectionProps) {
  const id = useId();
  return (
    <section className={clsx('sec', className)} aria-labelledby={id}>
      <div className="sec-h">
        <h2 id={id}>{title}</h2>
        {end !== undefined && <span className={clsx('end', typeof end === 'number' && 'count')}>{end}</span>}
      </div>
      {children}
    </section>
  );
}

export const SettingsBlock = ({
  title,
  text,
  aside,
  first = false,
  children,
}: {
  title: string;
  text?: ReactNode;
  aside?: ReactNode;
  first?: boolean;
  children: ReactNode;
}) => (
  <section className={clsx('sc', first && 'sc-first')} aria-label={title}>
    <div className="sc-l">
      <h2>{title}</h2>
      {text && <p>{text}</p>}
      {aside}
    </div>
    <div className="sc-r">{children}</div>
  </section>
);
