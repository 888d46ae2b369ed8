import { clsx } from 'clsx';
import { type ReactNode, useEffect, useId } from 'react';
import badgeStyles from './badge.module.css';
import styles from './page.module.css';
import textStyles from './text.module.css';
import { setPageTitle } from './title.ts';

/** The name of the product is appended. */
export function useTitle(title: string): void {
  useEffect(() => {
    setPageTitle(title);
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
  /** As wide as the window up to 1,840 px, for a calendar. */
  wide?: boolean;
  children: ReactNode;
}

export function Page({ title, sub, actions, narrow = false, wide = false, children }: PageProps) {
  useTitle(title);
  return (
    <div className={clsx(styles.page, narrow && styles.narrow, wide && styles.wide)} data-part="page">
      <header className={styles.header} data-part="page-header">
        <div>
          <h1 tabIndex={-1}>{title}</h1>
          {sub && (
            <div className={styles.subtitle} data-part="page-subtitle">
              {sub}
            </div>
          )}
        </div>
        {actions && (
          <div className={styles.actions} data-part="page-actions">
            {actions}
          </div>
        )}
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
    <section className={clsx(styles.section, className)} data-part="section" aria-labelledby={id}>
      <div className={styles.sectionHeader}>
        <h2 id={id}>{title}</h2>
        {end !== undefined && (
          <span
            className={clsx(textStyles.atEnd, styles.atEnd, typeof end === 'number' && badgeStyles.count)}
            data-part={typeof end === 'number' ? 'count' : undefined}
          >
            {end}
          </span>
        )}
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
  <section className={clsx(styles.settingsSection, first && styles.first)} data-part="settings-section" aria-label={title}>
    <div className={styles.settingsTitle}>
      <h2>{title}</h2>
      {text && <p>{text}</p>}
      {aside}
    </div>
    <div className={styles.settingsBody} data-part="settings-body">
      {children}
    </div>
  </section>
);
