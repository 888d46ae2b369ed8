import { type KeyboardEvent, useRef } from 'react';
import { flushSync } from 'react-dom';
import { CommandBox } from '../ui/command.tsx';
import { type Early, LIST_KEYS, PALETTE_LABEL, PALETTE_PLACEHOLDER } from './early.ts';
import { Results } from './results.tsx';

const MOVING_KEYS: ReadonlySet<string> = new Set(['ArrowDown', 'ArrowUp', 'Home', 'End']);

/**
 * Stores keys that were pressed before the list was complete, and replays them then. `early`: those of the temporary field. While the list is
 * visible but still growing, keys apply to what is visible. `text`: rows that are found for it later stand above the others, so
 * the first of them is selected unless the person has moved the selection.
 */
function useEarlyKeys(open: boolean, text: string, early: readonly string[]) {
  const kept = useRef([...early]);
  const field = useRef<EventTarget | null>(null);
  const state = useRef<'waiting' | 'moved' | 'ready'>('waiting');
  const movedIn = useRef<string | null>(null);
  const wasOpen = useRef(open);
  const press = (key: string): void => {
    const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true });
    flushSync(() => (field.current ?? document.activeElement)?.dispatchEvent(event));
  };
  if (open !== wasOpen.current) {
    wasOpen.current = open;
    kept.current = [];
    field.current = null;
    movedIn.current = null;
    state.current = 'waiting';
  }
  return {
    take: (event: KeyboardEvent<HTMLElement>): void => {
      field.current = event.target;
      if (event.nativeEvent.isTrusted && MOVING_KEYS.has(event.key)) movedIn.current = text;
      if (state.current !== 'waiting' || !event.nativeEvent.isTrusted || event.nativeEvent.isComposing || !LIST_KEYS.has(event.key)) return;
      if (kept.current.length === 0 && event.currentTarget.querySelector('[cmdk-item]')) {
        state.current = 'moved';
        return;
      }
      event.preventDefault();
      if (!event.repeat) kept.current.push(event.key);
    },
    /** Call this when the list is complete. */
    replay: (): void => {
      // The rows are in the document in the next frame at the latest, with the first one selected.
      requestAnimationFrame(() => {
        if (state.current !== 'waiting') {
          if (movedIn.current !== text) press('Home');
          return;
        }
        state.current = 'ready';
        // Each key applies to the row that the previous key has selected.
        for (const key of ['Home', ...kept.current.splice(0)]) press(key);
      });
    },
  };
}

export interface PaletteBoxProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly onToggleSide: () => void;
  readonly text: string;
  readonly onText: (text: string) => void;
  /** What was pressed in the temporary field: the keys, and where the cursor was left. */
  readonly early: Early;
  /** For `onCloseAutoFocus`. */
  readonly restore: (event: Event) => void;
}

/** Finds tasks, screens and actions. The typed text can also be saved as a new task. */
export function PaletteBox({ open, onOpenChange, onToggleSide, text, onText, early, restore }: PaletteBoxProps) {
  const keys = useEarlyKeys(open, text, early.keys);
  const opened = useRef(open);
  const taken = useRef(false);
  if (open !== opened.current) {
    opened.current = open;
    if (open) taken.current = false;
  }
  const close = () => {
    onOpenChange(false);
    onText('');
  };
  return (
    <CommandBox
      open={open}
      onOpenChange={(on) => (on ? onOpenChange(true) : close())}
      label={PALETTE_LABEL}
      placeholder={PALETTE_PLACEHOLDER}
      text={text}
      onText={onText}
      selection={early.selection}
      onKeyDown={keys.take}
      // A row that was chosen moves the focus itself.
      onCloseAutoFocus={(event) => (taken.current ? event.preventDefault() : restore(event))}
      empty="Nothing of that name."
    >
      <Results
        text={text}
        onToggleSide={onToggleSide}
        onReady={keys.replay}
        onTake={(act) => {
          taken.current = true;
          close();
          act();
        }}
      />
    </CommandBox>
  );
}
