import { clsx } from 'clsx';
import { useState } from 'react';
import { clockTime, dayMonth, duration, number, plural, rateWords, shortDate } from '../../src/contracts/words/format.ts';
import { markWord } from '../../src/contracts/words/marks.ts';
import { weekSpan } from '../../src/contracts/words/report-weeks.ts';
import { taskState } from '../../src/contracts/words/task-state.ts';
import type { OwnerClock } from '../api/owner-clock.ts';
import type { OverallReport, WeeklyReport } from '../api/reports.ts';
import type { Task } from '../api/tasks.ts';
import { isoWeek, moment } from '../lib/calendar.ts';
import { dueOf } from '../tasks/due.ts';
import { Button } from '../ui/button.tsx';
import { Mark } from '../ui/mark.tsx';
import tableStyles from '../ui/table.module.css';
import { type Column, NUMBER_CELL, Table } from '../ui/table.tsx';
import textStyles from '../ui/text.module.css';
import type { ReportClock } from './as-of-clock.ts';
import { Cell } from './parts.tsx';
import styles from './tables.module.css';

const DAY_COLUMNS = [
  ['Planned', 'planned'],
  ['Kept', 'kept'],
  ['Missed', 'missed'],
  ['Skipped', 'skipped'],
  ['Open', 'open'],
] as const;
const DAY_TONES = { kept: 'kept', missed: 'missed' } as const;

/** A double line below the sum means that the week is over and nothing in it is open. */
export function DayTable({ report, clock }: { report: WeeklyReport; clock: ReportClock }) {
  const today = clock.asOf === null ? 'today' : 'that day';
  const closed = report.to < clock.today && report.counts.open === 0;
  const running = report.from <= clock.today && clock.today < report.to;
  const upToToday = report.days.filter(({ date }) => date <= clock.today);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section className={tableStyles.scroller} tabIndex={0} aria-label="The days and their sum">
      <table
        className={clsx(tableStyles.table, styles.days, closed && tableStyles.closed)}
        data-part="table"
        data-closed={closed || undefined}
        aria-label="The days and their sum"
      >
        <thead>
          <tr>
            <th scope="col">Day</th>
            {DAY_COLUMNS.map(([name]) => (
              <th key={name} scope="col" {...NUMBER_CELL}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {report.days.map((day) => (
            <tr key={day.date} className={clsx(day.date === clock.today && styles.today)}>
              <th scope="row">
                <span className={textStyles.unbroken}>{shortDate(day.date, clock.today)}</span>{' '}
                {day.date === clock.today && <span className={clsx(textStyles.accent, textStyles.strong, textStyles.tiny)}>{today}</span>}
              </th>
              {DAY_COLUMNS.map(([name, field]) => (
                <td key={name} {...NUMBER_CELL}>
                  <Cell value={day.counts[field]} {...(field in DAY_TONES ? { tone: DAY_TONES[field as keyof typeof DAY_TONES] } : {})} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
        <tfoot>
          {running && (
            <SumRow
              name={`Up to ${today}`}
              of={(field) => upToToday.reduce((sum, day) => sum + day.counts[field], 0)}
              className={styles.part}
            />
          )}
          <SumRow name={running ? 'Whole week' : 'Week'} of={(field) => report.counts[field]} />
        </tfoot>
      </table>
    </section>
  );
}

interface SumRowProps {
  readonly name: string;
  readonly of: (field: (typeof DAY_COLUMNS)[number][1]) => number;
  readonly className?: string | undefined;
}

const SumRow = ({ name, of, className }: SumRowProps) => (
  <tr className={className}>
    <td>{name}</td>
    {DAY_COLUMNS.map(([column, field]) => (
      <td key={column} {...NUMBER_CELL}>
        <span>{number(of(field))}</span>
      </td>
    ))}
  </tr>
);

/** Done minus due in minutes. Null if the task has no due time or is not done. */
export const delayOf = (task: Task): number | null =>
  task.dueAt === null || task.completedAt === null || task.status !== 'completed'
    ? null
    : Math.round((Date.parse(task.completedAt) - Date.parse(task.dueAt)) / 60_000);

export const delaysOf = (tasks: readonly Task[]): number[] => tasks.flatMap((task) => delayOf(task) ?? []);

export function stateWords(task: Task): string {
  if (task.status === 'skipped' && task.skipReason) return `${markWord('skipped')}: ${task.skipReason}`;
  const state = taskState(task);
  if (task.corrected) return state.word;
  const word = state.mark === 'skipped' ? state.counted : state.word;
  return task.deleted && state.mark !== 'taken_back' ? `${word}, then deleted` : word;
}

function delayWords(task: Task): string {
  const delay = delayOf(task);
  if (delay === null) return '';
  return delay === 0 ? 'on time' : `${duration(delay)} ${delay < 0 ? 'early' : 'late'}`;
}

/** On a phone 'changed since' has a line of its own, because the due date and the delay stand beside the state. */
const State = ({ task }: { readonly task: Task }) => (
  <>
    {stateWords(task)}
    {task.changedSince && (
      <>
        <span className={styles.comma}>, </span>
        <span className={styles.since}>changed since</span>
      </>
    )}
  </>
);

interface TaskTableProps {
  readonly tasks: readonly Task[];
  readonly clock: OwnerClock;
  readonly caption: string;
  readonly dated?: boolean;
}

export function TaskTable({ tasks, clock, caption, dated = false }: TaskTableProps) {
  const due = (task: Task): string => {
    const at = dueOf(task, clock.zone);
    if (!at) return '';
    return [dated ? dayMonth(at.date, clock.today) : null, at.time === null ? (dated ? null : 'end of day') : clockTime(at.time)]
      .filter(Boolean)
      .join(', ');
  };
  const columns: readonly Column<Task>[] = [
    { key: 'mark', head: 'Mark', cell: (task) => <Mark name={taskState(task).mark} named={false} /> },
    { key: 'title', head: 'Task', row: true, cell: (task) => task.title },
    { key: 'state', head: 'State', cell: (task) => <State task={task} /> },
    { key: 'due', head: 'Due', cell: (task) => <span className={textStyles.unbroken}>{due(task)}</span> },
    {
      key: 'done',
      head: 'Done',
      cell: (task) => (
        <span className={textStyles.unbroken}>{task.completedAt ? moment(task.completedAt, clock.zone, clock.today) : ''}</span>
      ),
    },
    { key: 'delay', head: 'Delay', num: true, cell: (task) => <span className={textStyles.unbroken}>{delayWords(task)}</span> },
  ];
  return (
    <div className={styles.tasks}>
      <Table caption={caption} columns={columns} rows={tasks} rowKey={(task) => task.id} />
    </div>
  );
}

type Week = OverallReport['weeks'][number];
const FIRST_WEEKS = 12;

/** Newest first. A double line below the sum means that the period is over and nothing is open. */
export function WeeksTable({ report, clock, running }: { report: OverallReport; clock: OwnerClock; running: boolean }) {
  const [whole, setWhole] = useState(false);
  const weeks = [...report.weeks].reverse();
  const columns: readonly Column<Week>[] = [
    {
      key: 'week',
      head: 'Week',
      row: true,
      cell: (week) => (
        <span
          className={textStyles.unbroken}
        >{`W${isoWeek(week.from)}, ${weekSpan(week.from, { from: report.startDate, to: report.endDate, today: clock.today })}`}</span>
      ),
    },
    { key: 'planned', head: 'Planned', num: true, cell: (week) => <Cell value={week.counts.planned} /> },
    { key: 'kept', head: 'Kept', num: true, cell: (week) => <Cell value={week.counts.kept} tone="kept" /> },
    { key: 'missed', head: 'Missed', num: true, cell: (week) => <Cell value={week.counts.missed} tone="missed" /> },
    { key: 'skipped', head: 'Skipped', num: true, cell: (week) => <Cell value={week.counts.skipped} /> },
    { key: 'open', head: 'Open', num: true, cell: (week) => <Cell value={week.counts.open} /> },
    { key: 'rate', head: 'Rate', num: true, cell: (week) => rateWords(week.counts.completionRate) },
  ];
  const { counts } = report;
  const foot = {
    week: 'All weeks',
    planned: figure(counts.planned),
    kept: figure(counts.kept),
    missed: figure(counts.missed),
    skipped: figure(counts.skipped),
    open: figure(counts.open),
    rate: rateWords(counts.completionRate),
  };
  return (
    <div className={styles.weeks}>
      <Table
        caption="The weeks and their sum"
        columns={columns}
        rows={whole ? weeks : weeks.slice(0, FIRST_WEEKS)}
        rowKey={(week) => week.from}
        foot={foot}
        closed={!running && counts.open === 0 && report.endDate < clock.today}
      />
      {weeks.length > FIRST_WEEKS && !whole && (
        <Button className={styles.more} onClick={() => setWhole(true)}>
          Show all {plural(weeks.length, 'week')}
        </Button>
      )}
    </div>
  );
}

const figure = (value: number): string => number(value);
