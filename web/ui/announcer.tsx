import { useEffect, useSyncExternalStore } from 'react';
import layoutStyles from './layout.module.css';

/** In milliseconds. Afterwards a person who reads through the page does not find it again. */
const KEPT_MS = 5_000;
/** In milliseconds. Of a number that changes with each letter, only the last value is said. */
const SETTLED_MS = 400;

interface Said {
  readonly key: number;
  readonly text: string;
}

let said: readonly Said[] = [];
let count = 0;
const listeners = new Set<() => void>();

function put(next: readonly Said[]): void {
  said = next;
  for (const notify of listeners) notify();
}

function subscribe(notify: () => void): () => void {
  listeners.add(notify);
  return () => listeners.delete(notify);
}

/** Says something to people who use a screen reader, once it has finished its sentence. */
export function announce(text: string): void {
  count += 1;
  const one = { key: count, text };
  put([...said, one]);
  setTimeout(() => put(said.filter((other) => other !== one)), KEPT_MS);
}

/** Announces a text when it appears and when it changes. Empty: there is nothing to say. */
export function useAnnouncement(text: string): void {
  useEffect(() => {
    if (text === '') return;
    const timer = setTimeout(() => announce(text), SETTLED_MS);
    return () => clearTimeout(timer);
  }, [text]);
}

/** The id of the region, into which `Toaster` puts its messages. */
export const REGION_ID = 'announcements';

/**
 * The one live region of a page: several would interrupt each other, and a screen reader ignores one that comes with its text.
 * Rendered once, around all pages. Radix hides everything behind a dialog except elements with `aria-live`.
 */
export const Announcer = () => {
  const texts = useSyncExternalStore(subscribe, () => said);
  return (
    <div id={REGION_ID} role="status" aria-live="polite" aria-atomic="false">
      <div className={layoutStyles.visuallyHidden}>
        {texts.map(({ key, text }) => (
          <p key={key} dir="auto">
            {text}
          </p>
        ))}
      </div>
    </div>
  );
};
