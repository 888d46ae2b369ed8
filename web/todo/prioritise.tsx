import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { useEffect, useState } from 'react';
import { Link } from 'react-router-dom';
import { quoted } from '../../src/contracts/words/format.ts';
import { sentence } from '../../src/contracts/words/isolated.ts';
import type { PrioritySuggestion } from '../api/ai.ts';
import { type Next, nextQuery } from '../api/next.ts';
import { type Task, tasksQuery } from '../api/tasks.ts';
import { useTaskScreen } from '../tasks/task-screen.tsx';
import { Priority } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Status } from '../ui/status.tsx';
import textStyles from '../ui/text.module.css';
import styles from './suggestions.module.css';
import { Suggestions, useAssist } from './suggestions.tsx';
import { useSaveTask } from './use-save-task.ts';

type Level = 'high' | 'medium' | 'low';

/** The first third of the order is high, the last third is low. */
export const levelAt = (place: number, count: number): Level => (place * 3 < count ? 'high' : place * 3 < count * 2 ? 'medium' : 'low');

/** Suggests an order of today's tasks with reasons. The person can accept each place as a priority. */
export function Prioritise({ onClose }: { onClose: () => void }) {
  const { ask, stop: _stop, ...state } = useAssist();
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const tasks = useQuery(tasksQuery()).data;
  const next = useQuery(nextQuery()).data;
  // Opening it starts the request.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it runs only once
  useEffect(() => ask({ kind: 'prioritise' }), []);
  const all = state.suggestions as readonly PrioritySuggestion[];
  const count = state.answer ? all.length : Math.max(all.length, 3);
  return (
    <Suggestions
      title="Today, in this order"
      level={2}
      state={state}
      onAgain={() => ask({ kind: 'prioritise' })}
      onClose={onClose}
      nothing="Nothing is open today, so there is nothing to put in order."
    >
      <p className={clsx(textStyles.small, textStyles.muted)}>
        {differenceWords(next, state.answer === null ? undefined : all[0]?.taskId)}
      </p>
      <ol className={clsx(styles.list, styles.ordered)}>
        {all.map((one, place) => (
          <Place
            key={one.taskId}
            suggestion={one}
            task={tasks?.find(({ id }) => id === one.taskId)}
            level={levelAt(place, count)}
            isWhole={state.answer !== null}
            isLeft={left.has(one.taskId)}
            onLeave={() => setLeft((before) => new Set([...before, one.taskId]))}
          />
        ))}
      </ol>
    </Suggestions>
  );
}

/** How this order differs from 'Next'. `first`: the id of the first suggestion; undefined while they still arrive. */
export function differenceWords(next: Pick<Next, 'task' | 'reason'> | undefined, first: string | undefined): string {
  const rule =
    '‘Next’ on the dashboard goes by a fixed rule of time and priority. This order weighs what the tasks say, with a reason for each.';
  if (!next?.task || !next.reason || first === undefined) return rule;
  if (next.task.id === first) return `${rule} Both begin with the same task.`;
  return `${rule} It begins with ${quoted(next.task.title)}: ${next.reason.text}`;
}

interface PlaceProps {
  readonly suggestion: PrioritySuggestion;
  readonly task: Task | undefined;
  readonly level: Level;
  /** Whether all suggestions have arrived. Only then does the place determine a priority. */
  readonly isWhole: boolean;
  readonly isLeft: boolean;
  readonly onLeave: () => void;
}

function Place({ suggestion: { taskId, title, reason }, task, level, isWhole, isLeft, onLeave }: PlaceProps) {
  const { to } = useTaskScreen();
  return (
    <li>
      <div className={styles.body}>
        <Link className={textStyles.strong} to={to(taskId)} dir="auto">
          {title}
        </Link>
        <p className={clsx(textStyles.small, textStyles.muted)} dir="auto">
          {reason}
        </p>
      </div>
      {isLeft && <span className={clsx(textStyles.small, textStyles.faint, textStyles.atEnd)}>Left</span>}
      {!isLeft && isWhole && task && <TakePriority task={task} level={level} onLeave={onLeave} />}
    </li>
  );
}

function TakePriority({ task, level, onLeave }: { task: Task; level: Level; onLeave: () => void }) {
  // Sent without an ETag: only the priority changes, so other changes in the meantime do not matter.
  const { save, saving, fault } = useSaveTask({ task, etag: null }, () => undefined);
  if (task.priority === level)
    return (
      <span className={clsx(textStyles.small, textStyles.muted, textStyles.atEnd)}>
        <Priority level={level} word />
      </span>
    );
  return (
    <span className={styles.actions}>
      {fault && (
        <Status fresh className={clsx(textStyles.small, textStyles.missed)}>
          {fault}
        </Status>
      )}
      <Button
        size="s"
        busy={saving}
        busyLabel="Saving..."
        aria-label={sentence`Make it ${level}: ${task.title}`}
        onClick={() => void save({ priority: level }).catch(() => undefined)}
      >
        Make it {level}
      </Button>
      <Button size="s" variant="ghost" aria-label={sentence`Leave it: ${task.title}`} onClick={onLeave}>
        Leave
      </Button>
    </span>
  );
}
