import { Check } from 'lucide-react';
import { useState } from 'react';
import type { SplitSuggestion } from '../api/assist.ts';
import { duration } from '../lib/words.ts';
import { formatEstimate, NEW_DRAFT } from '../tasks/draft.ts';
import { useNewTask } from '../tasks/new-task.ts';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';

interface SplitProps {
  readonly parentId: string;
  readonly suggestions: readonly SplitSuggestion[];
}

/** Steps that were suggested. Each is added or left by itself. */
export const SplitList = ({ parentId, suggestions }: SplitProps) => (
  <ol className="sug-l">
    {suggestions.map((one, place) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: two suggestions may have the same title, and their order stays
      <SplitRow key={`${place} ${one.title}`} parentId={parentId} suggestion={one} />
    ))}
  </ol>
);

function SplitRow({
  parentId,
  suggestion: { title, estimateMinutes: minutes, reason },
}: {
  parentId: string;
  suggestion: SplitSuggestion;
}) {
  const { create, creating, faults, fault } = useNewTask(parentId);
  const [answer, setAnswer] = useState<'added' | 'left' | null>(null);
  const wrong = faults.title ?? fault;
  const add = async () => {
    await create({ ...NEW_DRAFT, title, estimate: formatEstimate(minutes) });
    setAnswer('added');
  };
  return (
    <li>
      <div className="sug-b">
        <span className="b">{title}</span>
        {minutes !== null && <span className="s2 q3"> {duration(minutes)}</span>}
        {reason && <p className="s2 q2">{reason}</p>}
        {wrong && (
          <p className="s2 missed" role="alert">
            {wrong}
          </p>
        )}
      </div>
      {answer === 'left' && <span className="s2 q3 end">Left</span>}
      {answer === 'added' && (
        <span className="s2 kept end sug-done">
          <Icon of={Check} /> Added
        </span>
      )}
      {answer === null && (
        <span className="sug-a">
          <Button
            size="s"
            busy={creating}
            busyLabel="Adding..."
            aria-label={`Add: ${title}`}
            onClick={() => void add().catch(() => undefined)}
          >
            Add
          </Button>
          <Button size="s" variant="ghost" aria-label={`Leave: ${title}`} onClick={() => setAnswer('left')}>
            Leave
          </Button>
        </span>
      )}
    </li>
  );
}
