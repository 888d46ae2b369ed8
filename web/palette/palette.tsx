import { type ComponentType, useEffect, useRef, useState } from 'react';
import { CommandBox } from '../ui/command.tsx';
import type { ResultsProps } from './results.tsx';
import { useEarlyKeys } from './use-early-keys.ts';

interface PaletteProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly onToggleSide: () => void;
}

type Results = ComponentType<ResultsProps> | 'coming' | 'failed';

/** The script of the results. It is loaded when the palette is opened for the first time, and again after that has failed. */
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
 * The command palette: tasks, screens and actions in one list. The typed text can also be saved as a new task. Its field is part of
 * the frame of every screen, so that it is there for the first letter; the list is loaded below it.
 */
export function Palette({ open, onOpenChange, onToggleSide }: PaletteProps) {
  const [text, setText] = useState('');
  const Results = useResults(open);
  const early = useEarlyKeys(open);
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
