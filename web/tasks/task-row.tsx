import { useQueryClient } from '@tanstack/react-query';
import { clsx } from 'clsx';
import {
  Archive,
  ArchiveRestore,
  CalendarDays,
  Check,
  CloudUpload,
  Ellipsis,
  Pencil,
  Play,
  Repeat,
  SkipForward,
  Trash2,
  Undo2,
} from 'lucide-react';
import { memo, useState } from 'react';
import { Link } from 'react-router-dom';
import { dayMonth } from '../../src/contracts/words/format.ts';
import { markOf } from '../../src/contracts/words/marks.ts';
import type { Task } from '../api/tasks.ts';
import { Badge, Priority, Tags } from '../ui/badge.tsx';
import { IconButton } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import ledgerStyles from '../ui/ledger.module.css';
import { MarkButton, MarkSlot } from '../ui/mark.tsx';
import { Menu, MenuCaption, MenuItem, MenuRule } from '../ui/menu.tsx';
import textStyles from '../ui/text.module.css';
import { againDays } from './again-dialog.tsx';
import { dueOf } from './due.ts';
import { cachedAgain, canPromiseAgain } from './promise-again.ts';
import { badgeOf, isDone, isOpen, onVacation } from './state.ts';
import styles from './task-row.module.css';
import { useTaskScreen } from './task-screen.tsx';

/** A task can be skipped only until its due instant. */
export const canSkip = (task: Task, now: number): boolean =>
  !task.archived && (isOpen(task) || task.status === 'completed') && (task.dueAt === null || Date.parse(task.dueAt) >= now);
/** An open task with a due date cannot be archived, because it can still be missed. */
const canArchive = (task: Task): boolean => !task.archived && !(isOpen(task) && task.dueDate !== null);

export function TaskMenuItems({ task, onRemoved }: { task: Task; onRemoved?: () => void }) {
  const { acts, askSkip, edit, clock } = useTaskScreen();
  if (task.archived) {
    return (
      <>
        <MenuItem icon={ArchiveRestore} onSelect={() => acts.unarchive(task)}>
          Take out of the archive
        </MenuItem>
        <MenuRule />
        <AgainItems task={task} />
        <RemoveItem task={task} onRemoved={onRemoved} />
      </>
    );
  }
  return (
    <>
      {task.status === 'pending' && (
        <MenuItem icon={Play} onSelect={() => acts.start(task)}>
          Start
        </MenuItem>
      )}
      {(isOpen(task) || task.status === 'missed') && (
        <MenuItem icon={Check} end="x" onSelect={() => acts.complete(task)}>
          {task.status === 'missed' ? 'Complete late' : 'Complete'}
        </MenuItem>
      )}
      {(task.status === 'completed' || task.status === 'skipped') && (
        <MenuItem icon={Undo2} onSelect={() => acts.reopen(task)}>
          Open again
        </MenuItem>
      )}
      {task.status === 'in_progress' && (
        <MenuItem icon={Undo2} onSelect={() => acts.reopen(task)}>
          Not started
        </MenuItem>
      )}
      {canSkip(task, clock.now) && (
        <MenuItem icon={SkipForward} onSelect={() => askSkip(task)}>
          Skip with a reason
        </MenuItem>
      )}
      <MenuItem icon={Pencil} end="e" onSelect={() => edit(task)}>
        Edit
      </MenuItem>
      <MenuRule />
      <AgainItems task={task} />
      {canArchive(task) && (
        <MenuItem icon={Archive} onSelect={() => acts.archive(task)}>
          Archive
        </MenuItem>
      )}
      <RemoveItem task={task} onRemoved={onRemoved} />
    </>
  );
}

/** In the menu of a missed or skipped task, unless a task that promises it again is open. */
function AgainItems({ task }: { task: Task }) {
  const client = useQueryClient();
  const { clock, again, askAgain } = useTaskScreen();
  if (!canPromiseAgain(task) || cachedAgain(client, task.id)) return null;
  return (
    <>
      <MenuCaption>Promise it again</MenuCaption>
      {againDays(clock.today).map(({ words, date, icon }) => (
        <MenuItem key={date} icon={icon} onSelect={() => again(task, { dueDate: date })}>
          {words}
        </MenuItem>
      ))}
      <MenuItem icon={CalendarDays} end="…" onSelect={() => askAgain(task)}>
        Pick a day
      </MenuItem>
      <MenuRule />
    </>
  );
}

function RemoveItem({ task, onRemoved }: { task: Task; onRemoved?: (() => void) | undefined }) {
  const { acts } = useTaskScreen();
  const remove = () => {
    acts.remove(task);
    onRemoved?.();
  };
  return (
    <MenuItem icon={Trash2} danger onSelect={remove}>
      Delete
    </MenuItem>
  );
}

export function TaskTick({ task }: { task: Task }) {
  const { press } = useTaskScreen();
  const mark = markOf(task);
  const [first] = useState(mark);
  const drawn = mark !== first;
  const pressed = press(task);
  if (pressed) return <MarkButton name={mark} drawn={drawn} label={`${pressed.label}: ${task.title}`} onPress={pressed.run} />;
  return <MarkSlot name={mark} drawn={drawn && !task.archived && !task.deleted} />;
}

const TIME_TONES = { d: 'due', m: 'missed', r: 'review' } as const;

export interface TaskRowProps {
  readonly task: Task;
  readonly selected?: boolean;
  /** Whether this task is due next. Its time is bold. */
  readonly next?: boolean;
  /** The number of completed steps and of all steps. */
  readonly steps?: readonly [number, number] | undefined;
  /** Whether to show the date, in lists without headings by day. */
  readonly dated?: boolean;
}

export const TaskRow = memo(function TaskRow({ task, selected = false, next = false, steps, dated = false }: TaskRowProps) {
  const { clock, waiting, to } = useTaskScreen();
  const [near, setNear] = useState(false);
  const [menu, setMenu] = useState(false);
  const badge = badgeOf(task, clock.zone, clock.today, clock.now);
  return (
    <li
      className={clsx(
        ledgerStyles.row,
        isDone(task) && ledgerStyles.done,
        task.status === 'skipped' && ledgerStyles.off,
        selected && ledgerStyles.selected,
      )}
      data-part="row"
      data-task={task.id}
      onPointerEnter={(event) => event.pointerType === 'mouse' && setNear(true)}
      onPointerLeave={() => setNear(false)}
      onFocus={() => setNear(true)}
      onBlur={(event) => !event.currentTarget.contains(event.relatedTarget) && setNear(false)}
    >
      <TaskTick task={task} />
      <div className={ledgerStyles.rowBody} data-part="row-body">
        <Link className={ledgerStyles.title} data-part="title" to={to(task.id)} aria-current={selected ? 'true' : undefined}>
          {task.title}
        </Link>
        <div className={ledgerStyles.details}>
          {task.recurringTaskId && <Icon of={Repeat} label="One of a routine" className={styles.recurring} />}
          {steps && (
            <span className={textStyles.tiny}>
              {steps[0]} of {steps[1]} steps
            </span>
          )}
          {task.tags.length > 0 && <Tags tags={task.tags} />}
        </div>
        <div className={ledgerStyles.rowEnd} data-part="row-end">
          {(near || menu) && <RowTools task={task} onMenu={setMenu} />}
          {waiting.has(task.id) && (
            <span className={clsx(textStyles.faint, styles.waiting)}>
              <Icon of={CloudUpload} />
              waits
            </span>
          )}
          {badge && <Badge tone={TIME_TONES[badge.tone]}>{badge.text}</Badge>}
          {onVacation(task) && <span className={clsx(textStyles.faint, textStyles.tiny)}>vacation</span>}
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
    <span className={styles.tools}>
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
  if (due.time === null) return <span className={textStyles.faint}>{date ?? 'end of day'}</span>;
  return (
    <span className={clsx(ledgerStyles.time, next && textStyles.strong)}>
      {date && <span className={textStyles.faint}>{date}, </span>}
      {due.time}
    </span>
  );
}
