import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Link } from 'react-router-dom';
import type { PrioritySuggestion } from '../api/ai.ts';
import { type Task, tasksQuery } from '../api/tasks.ts';
import { draftOf } from '../tasks/draft.ts';
import { useTaskScreen } from '../tasks/task-screen.tsx';
import { Priority } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Suggestions, useAssist } from './suggestions.tsx';
import { useSaveTask } from './use-save-task.ts';

type Level = 'high' | 'medium' | 'low';

/** The priority that a place in the order stands for: the first third is high, the last one low. */
export const levelAt = (place: number, count: number): Level => (place * 3 < count ? 'high' : place * 3 < count * 2 ? 'medium' : 'low');

/** Today's tasks in a suggested order, each with its reason. A place is taken, as a priority, or left. */
export function Prioritise({ onClose }: { onClose: () => void }) {
  const { ask, stop: _stop, ...state } = useAssist();
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const tasks = useQuery(tasksQuery()).data;
  // It is opened in order to ask.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
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
      <ol className="sug-l is-order">
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

interface PlaceProps {
  readonly suggestion: PrioritySuggestion;
  readonly task: Task | undefined;
  readonly level: Level;
  /** Whether all suggestions are there, so that the place says which priority it is. */
  readonly isWhole: boolean;
  readonly isLeft: boolean;
  readonly onLeave: () => void;
}

function Place({ suggestion: { taskId, title, reason }, task, level, isWhole, isLeft, onLeave }: PlaceProps) {
  const { to } = useTaskScreen();
  return (
    <li>
      <div className="sug-b">
        <Link className="b" to={to(taskId)}>
          {title}
        </Link>
        <p className="s2 q2">{reason}</p>
      </div>
      {isLeft && <span className="s2 q3 end">Left</span>}
      {!isLeft && isWhole && task && <TakePriority task={task} level={level} onLeave={onLeave} />}
    </li>
  );
}

function TakePriority({ task, level, onLeave }: { task: Task; level: Level; onLeave: () => void }) {
  // Without a tag of what was read: the priority alone is sent, whatever else has changed meanwhile.
  const { save, saving, fault } = useSaveTask({ task, etag: null }, () => undefined);
  if (task.priority === level)
    return (
      <span className="s2 q2 end">
        <Priority level={level} word />
      </span>
    );
  return (
    <span className="sug-a">
      {fault && (
        <span className="s2 missed" role="alert">
          {fault}
        </span>
      )}
      <Button
        size="s"
        busy={saving}
        busyLabel="Saving..."
        aria-label={`Make it ${level}: ${task.title}`}
        onClick={() => void save({ ...draftOf(task), priority: level })}
      >
        Make it {level}
      </Button>
      <Button size="s" variant="ghost" aria-label={`Leave it: ${task.title}`} onClick={onLeave}>
        Leave
      </Button>
    </span>
  );
}
