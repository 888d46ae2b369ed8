import { clsx } from 'clsx';
import type { LucideIcon } from 'lucide-react';

export interface IconProps {
  of: LucideIcon;
  /** s 12 in badges, m 16, l 20. */
  size?: 's' | 'm' | 'l';
  className?: string;
  /** Without a name it is decoration. */
  label?: string;
}

const SIZES = { s: 'i i-s', m: 'i', l: 'i i-l' };

/** A Lucide icon in our sizes and strokes. */
export function Icon({ of: Drawing, size = 'm', className, label }: IconProps) {
  return (
    <Drawing
      absoluteStrokeWidth={false}
      className={clsx(SIZES[size], className)}
      {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })}
    />
  );
}
