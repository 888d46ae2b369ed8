import { clsx } from 'clsx';
import type { ComponentProps, ReactNode } from 'react';
import { Link, type LinkProps } from 'react-router-dom';
import styles from './button.module.css';

export type ButtonVariant = 'primary' | 'secondary' | 'ghost' | 'danger' | 'danger-filled';
export type ButtonSize = 's' | 'm' | 'l';

interface Look {
  /** Use one primary button on a screen, and 'danger-filled' only for actions that cannot be undone. */
  variant?: ButtonVariant;
  size?: ButtonSize;
  icon?: ReactNode;
}

const VARIANTS: Record<ButtonVariant, string | undefined> = {
  primary: styles.primary,
  secondary: undefined,
  ghost: styles.ghost,
  danger: styles.danger,
  'danger-filled': styles.dangerFilled,
};
const SIZES: Record<ButtonSize, string | undefined> = { s: styles.small, m: undefined, l: styles.large };
const look = ({ variant = 'secondary', size = 'm' }: Look, className?: string) =>
  clsx(styles.button, VARIANTS[variant], SIZES[size], className);

export interface ButtonProps extends ComponentProps<'button'>, Look {
  busy?: boolean;
  /** Replaces the label while busy, without changing the width of the button. */
  busyLabel?: string;
}

export function Button({
  variant,
  size,
  icon,
  busy = false,
  busyLabel,
  className,
  children,
  disabled,
  type = 'button',
  ...rest
}: ButtonProps) {
  const label = (
    <>
      {icon}
      {children}
    </>
  );
  return (
    <button
      {...rest}
      type={type}
      disabled={disabled || busy}
      aria-busy={busy || undefined}
      className={look({ variant, size }, className)}
      data-part="button"
    >
      {busyLabel === undefined ? label : <BusyLabel busy={busy} label={label} busyLabel={busyLabel} />}
    </button>
  );
}

/** Both labels are in the same grid cell, so that the wider one determines the width. */
function BusyLabel({ busy, label, busyLabel }: { busy: boolean; label: ReactNode; busyLabel: string }) {
  return (
    <span className={styles.sameWidth}>
      <span className={busy ? styles.away : undefined} aria-hidden={busy || undefined}>
        {label}
      </span>
      <span className={busy ? undefined : styles.away} aria-hidden={!busy || undefined}>
        {busyLabel}
      </span>
    </span>
  );
}

export interface ButtonLinkProps extends LinkProps, Look {}

export function ButtonLink({ variant, size, icon, className, children, ...rest }: ButtonLinkProps) {
  return (
    <Link {...rest} className={look({ variant, size }, className)} data-part="button">
      {icon}
      {children}
    </Link>
  );
}

export interface IconButtonProps extends Omit<ComponentProps<'button'>, 'aria-label'> {
  /** The accessible name. `Tooltip` shows it too. */
  label: string;
  on?: boolean;
}

export function IconButton({ label, on = false, className, type = 'button', children, ...rest }: IconButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      aria-label={label}
      className={clsx(styles.iconButton, on && styles.on, className)}
      data-part="icon-button"
    >
      {children}
    </button>
  );
}
