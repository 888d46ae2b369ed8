import { clsx } from 'clsx';
import type { LucideIcon } from 'lucide-react';
import styles from './icon.module.css';

export interface IconProps {
  of: LucideIcon;
  /** 's' is 12 px (for badges), 'm' 16 px, 'l' 20 px. */
  size?: 's' | 'm' | 'l';
  className?: string;
  /** The accessible name. Without one, screen readers skip the icon. */
  label?: string;
}

const SIZES = { s: clsx(styles.icon, styles.small), m: styles.icon, l: clsx(styles.icon, styles.large) };

export function Icon({ of: Drawing, size = 'm', className, label }: IconProps) {
  return (
    <Drawing
      absoluteStrokeWidth={false}
      className={clsx(SIZES[size], className)}
      data-part="icon"
      {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })}
    />
  );
}

export const LogoMark = ({ className }: { className?: string }) => (
  <svg className={clsx(styles.logo, className)} viewBox="0 0 24 24" aria-hidden="true">
    <path d="M4 7.5 L9.6 13.6 L20 2.4" />
    <path className={styles.rule} d="M2.6 18.4 H21.4 M2.6 22 H21.4" />
  </svg>
);

/** `subtitle` appears below the name, in the side bar. */
export const Logo = ({ subtitle }: { subtitle?: string }) => (
  <span className={styles.brand}>
    <LogoMark />
    {subtitle ? (
      <span className={styles.nameAndSubtitle} data-part="brand-name">
        Vouch
        <small>{subtitle}</small>
      </span>
    ) : (
      'Vouch'
    )}
  </span>
);
