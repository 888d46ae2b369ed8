import { type ComponentType, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { CommandBox } from '../ui/command.tsx';
import type { ResultsProps } from './results.tsx';

const MOVING_KEYS: ReadonlySet<string> = new Set(['ArrowDown', 'ArrowUp', 'Home', 'End']);
const LIST_KEYS: ReadonlySet<string> = new Set([...MOVING_KEYS, 'Enter']);

/**
 * Stores keys that were pressed before the list was loaded, and replays them when the list is complete. While the list is
 * visible but still growing, keys apply to what is visible. `text`: rows that are found for it later stand above the others, so
 * the first of them is selected unless the person has moved the selection.
 */
function useEarlyKeys(open: boolean, text: string) {
  const kept = useRef<string[]>([]);
  const field = useRef<EventTarget | null>(null);
  const state = useRef<'waiting' | 'moved' | 'ready'>('waiting');
  const movedIn = useRef<string | null>(null);
  const wasOpen = useRef(open);
  const press = (key: string): void => {
    const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true });
    flushSync(() => field.current?.dispatchEvent(event));
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

interface PaletteProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly onToggleSide: () => void;
}

type Results = ComponentType<ResultsProps> | 'coming' | 'failed';

/** Loaded when the palette is opened for the first time, and again after a failure. */
function useResults(open: boolean): Results {
  const [results, setResults] = useState<Results>('coming');
  const isThere = typeof results !== 'string';
  useEffect(() => {
    if (!open || isThere) return;
    setResults('coming');
    import('./results.tsx').then(
      ({ Results }) => setResults(() => Results),
      () => setResults('failed'),
    );
  }, [open, isThere]);
  return results;
}

const EMPTY = { coming: 'Loading...', failed: 'The list could not be loaded. What you typed is still here. Close this, and try again.' };

/**
 * Finds tasks, screens and actions. The typed text can also be saved as a new task. The input is part of the frame of every
 * screen, so that it takes the first letter; the list is loaded later.
 */
export function Palette({ open, onOpenChange, onToggleSide }: PaletteProps) {
  const [text, setText] = useState('');
  const Results = useResults(open);
  const early = useEarlyKeys(open, text);
  const opened = useRef(open);
  const taken = useRef(false);
  if (open !== opened.current) {
    opened.current = open;
    if (open) taken.current = false;
  }
  const close = () => {
    onOpenChange(false);
    setText('');
  };
  return (
    <CommandBox
      open={open}
      onOpenChange={(on) => (on ? onOpenChange(true) : close())}
      label="Search and commands"
      placeholder="Search tasks, places and commands"
      text={text}
      onText={setText}
      onKeyDown={early.take}
      restoreFocus={() => !taken.current}
      empty={typeof Results === 'string' ? EMPTY[Results] : 'Nothing of that name.'}
    >
      {typeof Results !== 'string' && (
        <Results
          text={text}
          onToggleSide={onToggleSide}
          onReady={early.replay}
          onTake={(act) => {
            taken.current = true;
            close();
            act();
          }}
        />
      )}
    </CommandBox>
  );
}
