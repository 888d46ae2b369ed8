import { clsx } from 'clsx';
import { useState } from 'react';
import { displayName, initials, type Person } from './person.ts';

export interface AvatarProps {
  person: Person | null | undefined;
  size?: 'm' | 'l';
  /** False where the name is shown beside the picture. */
  named?: boolean;
}

/** Only over https: the content security policy refuses pictures over http. */
const isShown = (url: string): boolean => /^https:/i.test(url.trim());

/** The picture of a person, or their initials when there is none, it cannot be shown, or it does not load. */
export function Avatar({ person, size = 'm', named = false }: AvatarProps) {
  const url = person?.userMetadata?.avatarUrl ?? null;
  const [broken, setBroken] = useState<string | null>(null);
  return (
    <span
      className={clsx('av', size === 'l' && 'av-l')}
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
