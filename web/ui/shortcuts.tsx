import { useEffect, useRef, useState } from 'react';
import { Kbd } from './badge.tsx';
import { Dialog } from './dialog.tsx';
import { isTaken, MOD, stopRepetitions } from './key-press.ts';
import styles from './shortcuts.module.css';

export type Keys = Readonly<Record<string, () => void>>;

/** Keys that repeat while they are held down, since they only move through a list. */
const MOVES: ReadonlySet<string> = new Set(['j', 'k', 'J', 'K']);

/**
 * Keyboard shortcuts of one screen. Key names are in lower case ('enter', 'escape'); a letter with Shift is a capital one.
 * `behind`: they run only if the screen itself does not handle the key; the frame around the screen uses this. `before`: they
 * run instead of those of the screen. A key that is held down acts once.
 */
export function useShortcuts(keys: Keys, place: 'screen' | 'behind' | 'before' = 'screen'): void {
  const newest = useRef(keys);
  newest.current = keys;
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const act = isTaken(event) ? undefined : newest.current[event.key.length > 1 ? event.key.toLowerCase() : event.key];
      // Enter on a button or a link presses that one.
      if (!act || (event.key === 'Enter' && event.target instanceof Element && event.target.matches('button, a[href]'))) return;
      event.preventDefault();
      if (event.repeat && !MOVES.has(event.key)) return;
      stopRepetitions(event);
      act();
    };
    const target = place === 'behind' ? window : document;
    const capture = place === 'before';
    target.addEventListener('keydown', onKey as EventListener, capture);
    return () => target.removeEventListener('keydown', onKey as EventListener, capture);
  }, [place]);
}

export type KeyList = readonly (readonly [readonly string[], string])[];
export const COMMON_KEYS: KeyList = [
  [['n'], 'New task'],
  [['z'], 'Take back the last change'],
  [[MOD, 'K'], 'Search and commands'],
  [[MOD, 'B'], 'Open or shut the side bar'],
  [['?'], 'This list'],
];

/** Returns a function that opens the list of shortcuts, and the dialog to render. */
export function useKeyList(list: KeyList) {
  const [open, setOpen] = useState(false);
  const dialog = (
    <Dialog open={open} onOpenChange={setOpen} title="Keyboard">
      <dl className={styles.list}>
        {list.map(([keys, words]) => (
          <div key={words}>
            <dt>{words}</dt>
            <dd>
              {keys.map((key) => (
                <Kbd key={key}>{key}</Kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
  return { show: () => setOpen(true), dialog };
}
