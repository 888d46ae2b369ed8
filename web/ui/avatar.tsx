import { clsx } from 'clsx';
import { useState } from 'react';
import styles from './avatar.module.css';

export interface Person {
  email?: string | null | undefined;
  userMetadata?: { fullName?: string | null; avatarUrl?: string | null } | undefined;
}

/** Counts graphemes and not characters, so that accents and joined emoji stay whole. */
const letters = (text: string, count: number): string =>
  [...new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(text)]
    .slice(0, count)
    .map((one) => one.segment)
    .join('')
    .toLocaleUpperCase('en');

/** Up to two initials of the full name, else the first two letters of the email address, else 'U'. */
export function initials(person: Person | null | undefined): string {
  const words = (person?.userMetadata?.fullName ?? '').trim().split(/\s+/u).filter(Boolean);
  if (words.length > 0) return [words[0] ?? '', words.length > 1 ? (words.at(-1) ?? '') : ''].map((word) => letters(word, 1)).join('');
  return letters((person?.email ?? '').trim(), 2) || 'U';
}

/** The full name, else the part of the email address before the @, else 'User'. */
export function displayName(person: Person | null | undefined): string {
  return (person?.userMetadata?.fullName ?? '').trim() || (person?.email ?? '').split('@')[0]?.trim() || 'User';
}

export interface AvatarProps {
  person: Person | null | undefined;
  size?: 'm' | 'l';
  /** False where the name is shown beside the picture. */
  named?: boolean;
}

/** The content security policy refuses pictures over http. */
const isShown = (url: string): boolean => /^https:/i.test(url.trim());

/** Shows initials if there is no picture, or if it does not load. */
export function Avatar({ person, size = 'm', named = false }: AvatarProps) {
  const url = person?.userMetadata?.avatarUrl ?? null;
  const [broken, setBroken] = useState<string | null>(null);
  return (
    <span
      className={clsx(styles.avatar, size === 'l' && styles.large)}
      data-part="avatar"
      {...(named ? { role: 'img', 'aria-label': displayName(person) } : { 'aria-hidden': true })}
    >
      {url && isShown(url) && broken !== url ? (
        <img src={url} alt="" referrerPolicy="no-referrer" onError={() => setBroken(url)} />
      ) : (
        initials(person)
      )}
    </span>
  );
}
