import { ScanSearch } from 'lucide-react';
import { useState } from 'react';
import type { EstimateSuggestion, SplitSuggestion } from '../api/assist.ts';
import type { TaggedTask } from '../api/tasks.ts';
import { isOpen } from '../tasks/state.ts';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { EstimateList } from './estimate.tsx';
import { SplitList } from './split.tsx';
import { Suggestions } from './suggestions.tsx';
import { useAssist } from './use-assist.ts';

type Kind = 'split' | 'estimate';

/** What can be suggested about an open task: its steps, and how long it takes. */
export function TaskHelp({ tagged }: { tagged: TaggedTask }) {
  const { task } = tagged;
  const [kind, setKind] = useState<Kind | null>(null);
  const { ask, stop, ...state } = useAssist();
  if (!isOpen(task) || task.archived) return null;
  const begin = (next: Kind) => {
    setKind(next);
    ask({ kind: next, taskId: task.id });
  };
  const close = () => {
    stop();
    setKind(null);
  };
  return (
    <section className="dsec" aria-label="Suggestions">
      <div className="sug-bar">
        {task.parentId === null && (
          <Button
            size="s"
            icon={<Icon of={ScanSearch} />}
            disabled={kind === 'split' && state.phase === 'asking'}
            onClick={() => begin('split')}
          >
            Split into steps
          </Button>
        )}
        <Button
          size="s"
          icon={<Icon of={ScanSearch} />}
          disabled={kind === 'estimate' && state.phase === 'asking'}
          onClick={() => begin('estimate')}
        >
          Suggest an estimate
        </Button>
      </div>
      {kind === 'split' && (
        <Suggestions
          title="Steps it could have"
          state={state}
          onAgain={() => begin('split')}
          onClose={close}
          nothing="It needs no further steps."
        >
          <SplitList parentId={task.id} suggestions={state.suggestions as readonly SplitSuggestion[]} />
        </Suggestions>
      )}
      {kind === 'estimate' && (
        <Suggestions
          title="How long it may take"
          state={state}
          onAgain={() => begin('estimate')}
          onClose={close}
          nothing="There is nothing yet to estimate from."
        >
          <EstimateList tagged={tagged} suggestions={state.suggestions as readonly EstimateSuggestion[]} onClose={close} />
        </Suggestions>
      )}
    </section>
  );
}
