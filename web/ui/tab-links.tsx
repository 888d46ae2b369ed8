import { clsx } from 'clsx';
import { Link } from 'react-router-dom';
import { number } from '../../src/contracts/words/format.ts';
import badgeStyles from './badge.module.css';
import styles from './tabs.module.css';

interface Tab<V extends string = string> {
  value: V;
  label: string;
  count?: number;
}

const content = (tab: Tab) => (
  <>
    {tab.label}
    {tab.count !== undefined && (
      <span className={badgeStyles.count} data-part="count">
        {number(tab.count)}
      </span>
    )}
  </>
);

export interface TabLinksProps<V extends string> {
  label: string;
  value: V;
  tabs: readonly (Tab<V> & { to: string })[];
  className?: string;
}

/** Each tab has its own address. */
export function TabLinks<V extends string>({ label, value, tabs, className }: TabLinksProps<V>) {
  return (
    <nav aria-label={label} className={clsx(styles.tabs, className)} data-part="tabs">
      {tabs.map((tab) => (
        <Link
          key={tab.value}
          to={tab.to}
          className={clsx(tab.value === value && styles.chosen)}
          aria-current={tab.value === value ? 'page' : undefined}
        >
          {content(tab)}
        </Link>
      ))}
    </nav>
  );
}
