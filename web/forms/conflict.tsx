import { GitCompare } from 'lucide-react';
import { Button } from '../ui/button.tsx';
import { Note } from '../ui/note.tsx';

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/**
 * The fields that this page and somebody else changed to different values. `mine` contains only the fields changed on this
 * page.
 */
export const overlap = <Body extends object>(base: Body, theirs: Body, mine: Partial<Body>): (keyof Body)[] =>
  (Object.keys(mine) as (keyof Body)[]).filter((name) => !isSame(base[name], theirs[name]) && !isSame(theirs[name], mine[name]));

/** The name of each field and a formatter of its value: 'Due', 'Fri 20 Nov'. */
export interface FieldWords<Body> {
  readonly labels: Readonly<Record<keyof Body, string>>;
  readonly describe: (name: keyof Body, body: Partial<Body>) => string;
}

/** For example 'Due: there Fri 20 Nov, here tomorrow.' */
export const conflictWords = <Body extends object>(
  names: readonly (keyof Body)[],
  theirs: Body,
  mine: Partial<Body>,
  { labels, describe }: FieldWords<Body>,
): string => names.map((name) => `${labels[name]}: there ${describe(name, theirs)}, here ${describe(name, mine)}.`).join(' ');

interface ConflictProps {
  /** Compares the server's values with the typed ones. */
  readonly words: string;
  /** Whether the person's own values are being sent. */
  readonly saving: boolean;
  readonly onKeepTheirs: () => void;
  readonly onWriteMine: () => void;
}

/** Shown if somebody else has changed the same fields in the meantime (412). */
export const Conflict = ({ words, saving, onKeepTheirs, onWriteMine }: ConflictProps) => (
  <Note
    tone="due"
    icon={GitCompare}
    alert
    title="Changed elsewhere."
    actions={
      <>
        <Button size="s" onClick={onKeepTheirs}>
          Keep what is there
        </Button>
        <Button size="s" busy={saving} busyLabel="Saving..." onClick={onWriteMine}>
          Write mine
        </Button>
      </>
    }
  >
    {words}
  </Note>
);
