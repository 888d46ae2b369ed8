import { clsx } from 'clsx';
import { Tabs as Base } from 'radix-ui';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { number } from '../../src/contracts/words/format.ts';
import badgeStyles from './badge.module.css';
import styles from './tabs.module.css';

export interface Tab<V extends string = string> {
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

export interface TabsProps<V extends string> {
  label: string;
  value: V;
  onChange: (value: V) => void;
  tabs: readonly Tab<V>[];
  children: ReactNode;
  className?: string;
}

/** Does not change the address. */
export function Tabs<V extends string>({ label, value, onChange, tabs, children, className }: TabsProps<V>) {
  return (
    <Base.Root value={value} onValueChange={(next) => onChange(next as V)} className={className}>
      <Base.List aria-label={label} className={styles.tabs} data-part="tabs">
        {tabs.map((tab) => (
          <Base.Trigger key={tab.value} value={tab.value} className={clsx(tab.value === value && styles.chosen)}>
            {content(tab)}
          </Base.Trigger>
        ))}
      </Base.List>
      <Base.Content value={value} tabIndex={-1}>
        {children}
      </Base.Content>
    </Base.Root>
  );
}

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

export interface SegmentedProps<V extends string> {
  label: string;
  value: V;
  onChange: (value: V) => void;
  options: readonly { value: V; label: ReactNode; name?: string }[];
}

export function Segmented<V extends string>({ label, value, onChange, options }: SegmentedProps<V>) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would bring its own frame
    <div role="group" aria-label={label} className={styles.segments} data-part="segments">
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          aria-pressed={option.value === value}
          aria-label={option.name}
          className={clsx(option.value === value && styles.chosen)}
          onClick={() => onChange(option.value)}
        >
          {option.label}
        </button>
      ))}
    </div>
  );
}
