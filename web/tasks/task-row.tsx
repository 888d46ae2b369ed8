import { clsx } from 'clsx';
import { CloudUpload, Ellipsis, Pencil, Repeat } from 'lucide-react';
import { memo, useState } from 'react';
import { Link } from 'react-router-dom';
import type { Task } from '../api/tasks.ts';
import { dayMonth } from '../lib/words.ts';
import { Badge, Priority, Tags } from '../ui/badge.tsx';
import { IconButton } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { Menu } from '../ui/menu.tsx';
import { dueOf } from './due.ts';
import { badgeOf, isDone, onVacation } from './state.ts';
import { TaskMenuItems } from './task-menu.tsx';
import { useTaskScreen } from './task-screen.tsx';
import { TaskTick } from './task-tick.tsx';

const TONES = { d: 'due', m: 'missed', r: 'review' } as const;

export interface TaskRowProps {
  readonly task: Task;
  readonly selected?: boolean;
  /** Whether this is the next task that is due. Its time is bold then. */
  readonly next?: boolean;
  /** The number of completed steps and of all steps, when the task has any. */
  readonly steps?: readonly [number, number] | undefined;
  /** Whether to show the date before the time, for lists without a heading by day. */
  readonly dated?: boolean;
}

export const TaskRow = memo(function TaskRow({ task, selected = false, next = false, steps, dated = false }: TaskRowProps) {
  const { clock, waiting, to } = useTaskScreen();
  const [near, setNear] = useState(false);
  const [menu, setMenu] = useState(false);
  const badge = badgeOf(task, clock.zone, clock.today, clock.now);
  return (
    <li
      className={clsx('row', isDone(task) && 'is-done', task.status === 'skipped' && 'is-off', selected && 'is-sel')}
      data-task={task.id}
      onPointerEnter={(event) => event.pointerType === 'mouse' && setNear(true)}
      onPointerLeave={() => setNear(false)}
      onFocus={() => setNear(true)}
      onBlur={(event) => !event.currentTarget.contains(event.relatedTarget) && setNear(false)}
    >
      <TaskTick task={task} />
      <div className="row-b">
        <Link className="row-t" to={to(task.id)} aria-current={selected ? 'true' : undefined}>
          {task.title}
        </Link>
        <div className="row-m">
          {task.recurringTaskId && <Icon of={Repeat} label="One of a routine" className="row-repeat" />}
          {steps && (
            <span className="s1">
              {steps[0]} of {steps[1]} steps
            </span>
          )}
          {task.tags.length > 0 && <Tags tags={task.tags} />}
        </div>
        <div className="row-e">
          {(near || menu) && <RowTools task={task} onMenu={setMenu} />}
          {waiting.has(task.id) && (
            <span className="q3 waits">
              <Icon of={CloudUpload} />
              waits
            </span>
          )}
          {badge && <Badge tone={TONES[badge.tone]}>{badge.text}</Badge>}
          {onVacation(task) && <span className="q3 s1">vacation</span>}
          <Priority level={task.priority} />
          <RowTime task={task} next={next} dated={dated} />
        </div>
      </div>
    </li>
  );
});

function RowTools({ task, onMenu }: { task: Task; onMenu: (open: boolean) => void }) {
  const { edit } = useTaskScreen();
  return (
    <span className="row-tools">
      {!task.archived && (
        <IconButton label={`Edit: ${task.title}`} onClick={() => edit(task)}>
          <Icon of={Pencil} />
        </IconButton>
      )}
      <Menu
        trigger={
          <IconButton label={`More: ${task.title}`}>
            <Icon of={Ellipsis} />
          </IconButton>
        }
        onOpenChange={onMenu}
      >
        <TaskMenuItems task={task} />
      </Menu>
    </span>
  );
}

function RowTime({ task, next, dated }: { task: Task; next: boolean; dated: boolean }) {
  const { clock } = useTaskScreen();
  const due = dueOf(task, clock.zone);
  if (!due) return null;
  const date = dated ? dayMonth(due.date, clock.today) : null;
  if (due.time === null) return <span className="q3">{date ?? 'end of day'}</span>;
  return (
    <span className={clsx('at', next && 'b')}>
      {date && <span className="q3">{date}, </span>}
      {due.time}
    </span>
  );
}
