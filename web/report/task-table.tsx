import type { OwnerClock } from '../api/owner-clock.ts';
import type { Task } from '../api/tasks.ts';
import { dayMonth, duration, moment } from '../lib/words.ts';
import { dueOf } from '../tasks/due.ts';
import { Mark, markOf, markWord } from '../ui/mark.tsx';
import { type Column, Table } from '../ui/table.tsx';

/** The delay of a task (done minus due) in minutes, or null when it has none. */
export const delayOf = (task: Task): number | null =>
  task.dueAt === null || task.completedAt === null || task.status !== 'completed'
    ? null
    : Math.round((Date.parse(task.completedAt) - Date.parse(task.dueAt)) / 60_000);

export const delaysOf = (tasks: readonly Task[]): number[] => tasks.flatMap((task) => delayOf(task) ?? []);

/** What became of a task, in words. */
export function stateWords(task: Task): string {
  if (task.status === 'skipped' && task.skipReason) return `${markWord('skipped')}: ${task.skipReason}`;
  if (task.corrected) return 'Corrected';
  const word = markWord(markOf(task)) + (task.outcome === 'skipped' && task.completed ? ', done later' : '');
  return task.deleted && markOf(task) !== 'taken_back' ? `${word}, then deleted` : word;
}

function delayWords(task: Task): string {
  const delay = delayOf(task);
  if (delay === null) return '';
  return delay === 0 ? 'on time' : `${duration(delay)} ${delay < 0 ? 'early' : 'late'}`;
}

interface TaskTableProps {
  readonly tasks: readonly Task[];
  readonly clock: OwnerClock;
  readonly caption: string;
  /** Whether to show the date before the time. */
  readonly dated?: boolean;
}

/** The table of the tasks of a report, with the outcome of each. */
export function TaskTable({ tasks, clock, caption, dated = false }: TaskTableProps) {
  const due = (task: Task): string => {
    const at = dueOf(task, clock.zone);
    if (!at) return '';
    return [dated ? dayMonth(at.date, clock.today) : null, at.time ?? (dated ? null : 'end of day')].filter(Boolean).join(', ');
  };
  const columns: readonly Column<Task>[] = [
    { key: 'mark', head: 'Mark', cell: (task) => <Mark name={task.corrected ? 'late' : markOf(task)} named={false} /> },
    { key: 'title', head: 'Task', row: true, cell: (task) => task.title },
    { key: 'state', head: 'State', cell: stateWords },
    { key: 'due', head: 'Due', cell: (task) => <span className="nw">{due(task)}</span> },
    {
      key: 'done',
      head: 'Done',
      cell: (task) => <span className="nw">{task.completedAt ? moment(task.completedAt, clock.zone, clock.today) : ''}</span>,
    },
    { key: 'delay', head: 'Delay', num: true, cell: (task) => <span className="nw">{delayWords(task)}</span> },
  ];
  return (
    <div className="task-table">
      <Table caption={caption} columns={columns} rows={tasks} rowKey={(task) => task.id} />
    </div>
  );
}
