import { clsx } from 'clsx';
import { type ReactNode, useEffect, useId } from 'react';

/** The tab's title; the name comes after it. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Vouch`;
  }, [title]);
}

export interface PageProps {
  title: string;
  /** Under the title: a date, a zone. */
  sub?: ReactNode;
  /** At the right of the title: the one primary action. */
  actions?: ReactNode;
  /** 980 wide, for settings and text. */
  narrow?: boolean;
  children: ReactNode;
}

/** A signed-in screen: its title, then its matter. */
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
  /** At the end of the heading's line. */
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
        {end !== undefined && <span className="end">{end}</span>}
      </div>
      {children}
    </section>
  );
}

/** A block of settings: what it is at the left, its controls at the right. */
export const SettingsBlock = ({
  title,
  text,
  first = false,
  children,
}: {
  title: string;
  text?: ReactNode;
  first?: boolean;
  children: ReactNode;
}) => (
  <section className={clsx('sc', first && 'sc-first')} aria-label={title}>
    <div className="sc-l">
      <h2>{title}</h2>
      {text && <p>{text}</p>}
    </div>
    <div className="sc-r">{children}</div>
  </section>
);
