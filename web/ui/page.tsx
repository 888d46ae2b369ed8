import { clsx } from 'clsx';
import { type ReactNode, useEffect, useId } from 'react';

/** Sets the title of the browser tab. The name of the product is appended. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Vouch`;
  }, [title]);
}

export interface PageProps {
  title: string;
  /** A line below the title, for example a date. */
  sub?: ReactNode;
  /** At the right of the title: the primary action. */
  actions?: ReactNode;
  /** Whether the page is at most 980 px wide, for settings and text. */
  narrow?: boolean;
  children: ReactNode;
}

/** A screen of the application: its title, then its content. */
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
  /** Shown at the end of the line with the heading; a number is a count, and stays in that line on a phone. */
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

/** A block of settings with its description at the left and its controls at the right. */
export const SettingsBlock = ({
  title,
  text,
  aside,
  first = false,
  children,
}: {
  title: string;
  text?: ReactNode;
  /** Below the description. */
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
