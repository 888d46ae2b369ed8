import { useEffect, useRef, useState } from 'react';
import { Kbd } from './badge.tsx';
import { Dialog } from './dialog.tsx';

export type Keys = Readonly<Record<string, () => void>>;

/** Whether a key press belongs to something else: a text field, a menu, a dialog, or a shortcut of the browser. */
function isTaken(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return true;
  const target = event.target instanceof Element ? event.target : null;
  return target?.closest('input, textarea, select, [contenteditable], [role="dialog"], [role="menu"], [role="listbox"]') != null;
}

/**
 * Keyboard shortcuts of one screen. Names of keys are in lower case ('enter', 'escape'). `behind` is for the shortcuts of
 * the frame around the screen: they only run when the screen itself does not handle the key.
 */
export function useShortcuts(keys: Keys, behind = false): void {
  const newest = useRef(keys);
  newest.current = keys;
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const act = isTaken(event) ? undefined : newest.current[event.key.length > 1 ? event.key.toLowerCase() : event.key];
      // On a button, Enter presses the button.
      if (!act || (event.key === 'Enter' && event.target instanceof HTMLButtonElement)) return;
      event.preventDefault();
      act();
    };
    const place = behind ? window : document;
    place.addEventListener('keydown', onKey as EventListener);
    return () => place.removeEventListener('keydown', onKey as EventListener);
  }, [behind]);
}

export type KeyList = readonly (readonly [readonly string[], string])[];
export const COMMON_KEYS: KeyList = [
  [['n'], 'New task'],
  [['z'], 'Take back the last change'],
  [['Ctrl', 'K'], 'Search and commands'],
  [['Ctrl', 'B'], 'Open or shut the side bar'],
  [['?'], 'This list'],
];

/** The dialog that lists the shortcuts. Gives a function to open it, and the dialog to render. */
export function useKeyList(list: KeyList) {
  const [open, setOpen] = useState(false);
  const dialog = (
    <Dialog open={open} onOpenChange={setOpen} title="Keyboard">
      <dl className="keys">
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
