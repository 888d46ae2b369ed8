import { clsx } from 'clsx';
import { Check, ScanSearch } from 'lucide-react';
import { memo, useState } from 'react';
import { dayMonth, duration, plural } from '../../src/contracts/words/format.ts';
import { sentence } from '../../src/contracts/words/isolated.ts';
import type { EstimateSuggestion, SplitSuggestion } from '../api/ai.ts';
import { messageOf } from '../api/problem.ts';
import type { TaggedTask } from '../api/tasks.ts';
import detailStyles from '../tasks/detail.module.css';
import { NEW_DRAFT, titleRefusal } from '../tasks/draft.ts';
import { useNewTask } from '../tasks/new-task.ts';
import { isOpen } from '../tasks/state.ts';
import { useTaskScreen } from '../tasks/task-screen.tsx';
import { formatEstimate } from '../tasks/typed.ts';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { Status } from '../ui/status.tsx';
import { type Column, Table } from '../ui/table.tsx';
import textStyles from '../ui/text.module.css';
import suggestionsStyles from './suggestions.module.css';
import { Suggestions, useAssist } from './suggestions.tsx';
import { useSaveTask } from './use-save-task.ts';

type History = EstimateSuggestion['history'];
type Past = History['tasks'][number];

interface EstimateProps {
  readonly tagged: TaggedTask;
  readonly suggestions: readonly EstimateSuggestion[];
  readonly onClose: () => void;
}

/** Shows the owner's own numbers beside the estimate, so that they can judge it. */
const EstimateList = ({ tagged, suggestions, onClose }: EstimateProps) =>
  suggestions.slice(0, 1).map((one) => <Estimate key={one.minutes} tagged={tagged} suggestion={one} onClose={onClose} />);

/** The basis of an estimate: '6 completed tasks: 20 min to 2 h, half of them within 45 min'. */
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
    { key: 'at', head: 'Done', cell: ({ completedOn: on }) => <span className={textStyles.unbroken}>{dayMonth(on, clock.today)}</span> },
    { key: 'est', head: 'Estimate', num: true, cell: ({ estimateMinutes: then }) => (then === null ? '–' : duration(then)) },
  ];
  return (
    <div className={suggestionsStyles.estimate}>
      <p>
        <b className={textStyles.large}>{duration(minutes)}</b>
      </p>
      <p className={clsx(textStyles.small, textStyles.muted)} dir="auto">
        {reason}
      </p>
      <p className={clsx(textStyles.small, textStyles.muted)}>{historyWords(history)}</p>
      {history.tasks.length > 0 && (
        <details>
          <summary className={clsx(textStyles.link, textStyles.small)}>Those tasks</summary>
          <Table caption="The tasks behind it" columns={columns} rows={history.tasks} rowKey={({ taskId }) => taskId} />
        </details>
      )}
      {fault && (
        <Status as="p" fresh className={clsx(textStyles.small, textStyles.missed)}>
          {fault}
        </Status>
      )}
      <span className={suggestionsStyles.actions}>
        <Button size="s" busy={saving} busyLabel="Saving..." onClick={() => void save({ estimateMinutes: minutes }).catch(() => undefined)}>
          Take {duration(minutes)}
        </Button>
        <Button size="s" variant="ghost" onClick={onClose}>
          Leave
        </Button>
      </span>
    </div>
  );
}

interface SplitProps {
  readonly parentId: string;
  readonly suggestions: readonly SplitSuggestion[];
}

/** Each step can be added separately. */
const SplitList = ({ parentId, suggestions }: SplitProps) => (
  <ol className={suggestionsStyles.list}>
    {suggestions.map((one, place) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: two suggestions may have the same title, and their order never changes
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
  const { create, creating, error } = useNewTask(parentId);
  const [answer, setAnswer] = useState<'added' | 'left' | null>(null);
  const wrong = error && (titleRefusal(error) ?? messageOf(error));
  const add = async () => {
    await create({ ...NEW_DRAFT, title, estimateMinutes: formatEstimate(minutes) });
    setAnswer('added');
  };
  return (
    <li>
      <div className={suggestionsStyles.body}>
        <span className={textStyles.strong}>
          <bdi>{title}</bdi>
        </span>
        {minutes !== null && <span className={clsx(textStyles.small, textStyles.faint)}> {duration(minutes)}</span>}
        {reason && (
          <p className={clsx(textStyles.small, textStyles.muted)} dir="auto">
            {reason}
          </p>
        )}
        {wrong && (
          <Status as="p" fresh className={clsx(textStyles.small, textStyles.missed)}>
            {wrong}
          </Status>
        )}
      </div>
      {answer === 'left' && <span className={clsx(textStyles.small, textStyles.faint, textStyles.atEnd)}>Left</span>}
      {answer === 'added' && (
        <span className={clsx(textStyles.small, textStyles.kept, textStyles.atEnd, suggestionsStyles.written)}>
          <Icon of={Check} /> Added
        </span>
      )}
      {answer === null && (
        <span className={suggestionsStyles.actions}>
          <Button
            size="s"
            busy={creating}
            busyLabel="Adding..."
            aria-label={sentence`Add: ${title}`}
            onClick={() => void add().catch(() => undefined)}
          >
            Add
          </Button>
          <Button size="s" variant="ghost" aria-label={sentence`Leave: ${title}`} onClick={() => setAnswer('left')}>
            Leave
          </Button>
        </span>
      )}
    </li>
  );
}

type Kind = 'split' | 'estimate';

/** Suggests steps and an estimate for an open task. */
export const TaskHelp = memo(function TaskHelp({ tagged }: { tagged: TaggedTask }) {
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
    <section className={detailStyles.section} data-part="detail-section" aria-label="Suggestions">
      <div className={suggestionsStyles.toolbar}>
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
});
