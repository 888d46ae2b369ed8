import { clsx } from 'clsx';
import type { LucideIcon } from 'lucide-react';

export interface IconProps {
  of: LucideIcon;
  /** The size: 's' is 12 px (for badges), 'm' 16 px, 'l' 20 px. */
  size?: 's' | 'm' | 'l';
  className?: string;
  /** The accessible name. Without one, the icon is decoration. */
  label?: string;
}

const SIZES = { s: 'i i-s', m: 'i', l: 'i i-l' };

/** A Lucide icon in the sizes and stroke widths of the design system. */
export function Icon({ of: Drawing, size = 'm', className, label }: IconProps) {
  return (
    <Drawing
      absoluteStrokeWidth={false}
      className={clsx(SIZES[size], className)}
      {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })}
    />
  );
}
