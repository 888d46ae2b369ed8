import type { EstimateSuggestion } from '../api/assist.ts';
import type { TaggedTask } from '../api/tasks.ts';
import { dayMonth, duration, plural } from '../lib/words.ts';
import { draftOf, formatEstimate } from '../tasks/draft.ts';
import { useTaskScreen } from '../tasks/task-screen.tsx';
import { Button } from '../ui/button.tsx';
import { type Column, Table } from '../ui/table.tsx';
import { useSaveTask } from './use-save-task.ts';

type History = EstimateSuggestion['history'];
type Past = History['tasks'][number];

interface EstimateProps {
  readonly tagged: TaggedTask;
  readonly suggestions: readonly EstimateSuggestion[];
  readonly onClose: () => void;
}

/** An estimate with the owner's own numbers beside it. It is taken or left. */
export const EstimateList = ({ tagged, suggestions, onClose }: EstimateProps) =>
  suggestions.slice(0, 1).map((one) => <Estimate key={one.minutes} tagged={tagged} suggestion={one} onClose={onClose} />);

/** What an estimate rests on: '6 completed tasks: 20 min to 2 h, half of them within 45 min'. */
export function historyWords({ count, medianMinutes: median, shortestMinutes: shortest, longestMinutes: longest }: History): string {
  if (count === 0) return 'There is no completed task with an estimate to compare it with.';
  const range =
    shortest === null || longest === null
      ? ''
      : shortest === longest
        ? `, ${duration(shortest)}`
        : `, from ${duration(shortest)} to ${duration(longest)}`;
  const half = median === null || count < 3 ? '' : `, half of them at most ${duration(median)}`;
  return `It rests on ${plural(count, 'completed task')} of yours${range}${half}.`;
}

function Estimate({ tagged, suggestion, onClose }: { tagged: TaggedTask; suggestion: EstimateSuggestion; onClose: () => void }) {
  const { minutes, reason, history } = suggestion;
  const { clock } = useTaskScreen();
  const { save, saving, fault } = useSaveTask(tagged, onClose);
  const columns: readonly Column<Past>[] = [
    { key: 'title', head: 'Task', row: true, cell: ({ title }) => title },
    { key: 'at', head: 'Done', cell: ({ completedOn: on }) => <span className="nw">{dayMonth(on, clock.today)}</span> },
    { key: 'est', head: 'Estimate', num: true, cell: ({ estimateMinutes: then }) => (then === null ? '–' : duration(then)) },
  ];
  return (
    <div className="sug-e">
      <p>
        <b className="s4">{duration(minutes)}</b>
      </p>
      <p className="s2 q2">{reason}</p>
      <p className="s2 q2">{historyWords(history)}</p>
      {history.tasks.length > 0 && (
        <details>
          <summary className="link s2">Those tasks</summary>
          <Table caption="The tasks behind it" columns={columns} rows={history.tasks} rowKey={({ taskId }) => taskId} />
        </details>
      )}
      {fault && (
        <p className="s2 missed" role="alert">
          {fault}
        </p>
      )}
      <span className="sug-a">
        <Button
          size="s"
          busy={saving}
          busyLabel="Saving..."
          onClick={() => void save({ ...draftOf(tagged.task), estimate: formatEstimate(minutes) })}
        >
          Take {duration(minutes)}
        </Button>
        <Button size="s" variant="ghost" onClick={onClose}>
          Leave
        </Button>
      </span>
    </div>
  );
}
