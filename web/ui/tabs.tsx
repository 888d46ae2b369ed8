import { clsx } from 'clsx';
import { Tabs as Base } from 'radix-ui';
import type { ReactNode } from 'react';
import styles from './tabs.module.css';

export interface TabsProps<V extends string> {
  label: string;
  value: V;
  onChange: (value: V) => void;
  tabs: readonly { value: V; label: string }[];
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
            {tab.label}
          </Base.Trigger>
        ))}
      </Base.List>
      <Base.Content value={value} tabIndex={-1}>
        {children}
      </Base.Content>
    </Base.Root>
  );
}
