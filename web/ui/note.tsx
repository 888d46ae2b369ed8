import { clsx } from 'clsx';
import { CircleAlert, Info, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Icon } from './icon.tsx';
import layoutStyles from './layout.module.css';
import styles from './note.module.css';

export interface NoteProps {
  tone?: 'neutral' | 'due' | 'missed' | 'review';
  title?: string;
  icon?: LucideIcon;
  /** Whether screen readers announce it at once. Use it for a failure that has just happened. */
  alert?: boolean;
  actions?: ReactNode;
  className?: string;
  children?: ReactNode;
}
const TONES = {
  neutral: undefined,
  due: styles.due,
  missed: styles.missed,
  review: styles.review,
};

/** A message that stays in the page, unlike a toast. */
export function Note({ tone = 'neutral', title, icon, alert = false, actions, className, children }: NoteProps) {
  return (
    <div className={clsx(styles.note, TONES[tone], className)} data-part="note" role={alert ? 'alert' : undefined}>
      <Icon of={icon ?? (tone === 'missed' ? CircleAlert : Info)} />
      <div className={layoutStyles.shrinking}>
        {title && <b dir="auto">{title}</b>}
        {title && children && ' '}
        {children && <span dir="auto">{children}</span>}
        {actions && <div className={clsx(layoutStyles.actions, layoutStyles.before8)}>{actions}</div>}
      </div>
    </div>
  );
}
