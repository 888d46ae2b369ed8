import { clsx } from 'clsx';
import { type ReactNode, useMemo, useState } from 'react';
import { dayHeading, number } from '../../src/contracts/words/format.ts';
import type { Task } from '../api/tasks.ts';
import type { TimeBox } from '../api/time-boxes.ts';
import ledgerStyles from '../ui/ledger.module.css';
import markStyles from '../ui/mark.module.css';
import textStyles from '../ui/text.module.css';
import styles from './day-section.module.css';
import type { Sums as Counted, DayGroup } from './due.ts';
import { ColumnHeads } from './row-columns.tsx';
import { type HeldRows, linesOf, NO_ROWS } from './row-list.ts';
import { TaskRow } from './task-row.tsx';
import { useTaskScreen } from './task-screen.tsx';
import { rowHeight, Windowed } from './windowed.tsx';

/** The key of the line that stands for collapsed rows. */
const FOLDED = 'folded';

interface SumsProps {
  readonly sums: Counted;
  readonly closed: boolean;
  /** How many of the counted tasks are not in the list. */
  readonly away: number;
}

function Sums({ sums, closed, away }: SumsProps) {
  const parts = (['kept', 'missed', 'skipped', 'open'] as const).filter(
    (name) => sums[name] > 0 || name === 'kept' || (closed && name === 'missed'),
  );
  return (
    <footer className={ledgerStyles.dayFooter} data-part="day-footer">
      {away > 0 && <span className={textStyles.faint}>{number(away)} of them archived or deleted</span>}
      <span className={ledgerStyles.sum}>
        {parts.map((name) => (
          <span key={name}>
            {name} <b>{sums[name]}</b>
          </span>
        ))}
      </span>
    </footer>
  );
}

/** A name that is given stands alone, because it is not that of the day. */
function headingOf(date: string | null, today: string, name: string | undefined): { name: string; date: string } {
  if (name !== undefined) return { name, date: '' };
  return date === null ? { name: 'No date', date: '' } : dayHeading(date, today);
}

export interface DaySectionProps {
  readonly group: DayGroup;
  /** Replaces the name of the day. */
  readonly name?: string;
  /** Replaces the date beside the name. */
  readonly sub?: string;
  readonly end?: ReactNode;
  readonly selected?: string | null;
  readonly nextId?: string | null;
  readonly stepsOf?: (id: string) => readonly [number, number] | undefined;
  /** The open steps that stand below a task. */
  readonly below?: (id: string) => readonly Task[] | undefined;
  /** The number of decided rows of a past day to show. The others are collapsed into one line. */
  readonly fold?: number;
  readonly sums?: boolean;
  /** How many tasks the sums count that were archived or deleted. */
  readonly away?: number;
  /** Whether the rows show their due dates, because the day is not that of their due dates. */
  readonly dated?: boolean;
  /** The next time box of each task that has one. With them the rows stand in columns. */
  readonly boxes?: ReadonlyMap<string, TimeBox>;
  /** The rows of the whole list of which this is a part. A long one renders only what is in the window. */
  readonly rowsOfList?: number;
  readonly always?: HeldRows;
  /** For example a message that there are no rows. */
  readonly children?: ReactNode;
}

export function DaySection({
  group,
  name,
  sub,
  end,
  selected,
  nextId,
  stepsOf,
  below,
  fold,
  sums = false,
  away = 0,
  dated = false,
  boxes,
  rowsOfList,
  always = NO_ROWS,
  children,
}: DaySectionProps) {
  const { clock, narrow } = useTaskScreen();
  const [whole, setWhole] = useState(false);
  const heading = headingOf(group.date, clock.today, name);
  const { today } = clock;
  const { lines, folded, ids } = useMemo(() => {
    const { shown, folded } = foldedDay(group, today, whole ? undefined : fold);
    const lines = linesOf(shown, below);
    return { lines, folded, ids: [...lines.map(({ task }) => task.id), ...(folded.length > 0 ? [FOLDED] : [])] };
  }, [group, today, whole, fold, below]);
  const height = rowHeight(narrow);
  const row = (index: number, isWindowed: boolean) => {
    const line = lines[index];
    if (!line) return <Folded tasks={folded} onOpen={() => setWhole(true)} />;
    const { task, isStep } = line;
    return (
      <TaskRow
        task={task}
        selected={selected === task.id}
        next={nextId === task.id}
        steps={stepsOf?.(task.id)}
        dated={dated}
        isStep={isStep}
        box={boxes && (boxes.get(task.id) ?? null)}
        {...(isWindowed && { place: index + 1, among: ids.length })}
      />
    );
  };
  return (
    <section className={clsx(ledgerStyles.day, group.date === clock.today && ledgerStyles.current, group.closed && ledgerStyles.closed)}>
      <header className={ledgerStyles.dayHeader} data-part="day-header">
        <h2>{heading.name}</h2>
        {(sub ?? heading.date) && <span>{sub ?? heading.date}</span>}
        {end !== undefined && <span className={textStyles.atEnd}>{end}</span>}
        {boxes && <ColumnHeads />}
      </header>
      {ids.length > 0 && (
        <Windowed
          as="ol"
          className={ledgerStyles.rows}
          ids={ids}
          {...(rowsOfList !== undefined && { rows: rowsOfList })}
          height={() => height}
          always={always}
          item={row}
        />
      )}
      {children}
      {sums && group.tasks.length + away > 0 && <Sums sums={group.sums} closed={group.closed} away={away} />}
    </section>
  );
}

const Folded = ({ tasks, onOpen }: { tasks: readonly Task[]; onOpen: () => void }) => (
  <li className={clsx(ledgerStyles.row, styles.folded)} data-part="row">
    <span className={clsx(markStyles.button, markStyles.still)} data-part="tick" />
    <div className={ledgerStyles.rowBody} data-part="row-body">
      <button type="button" className={clsx(textStyles.link, styles.link, textStyles.small)} onClick={onOpen}>
        {foldWords(tasks)}
      </button>
    </div>
  </li>
);

/**
 * Divides the tasks of a past day into shown and collapsed ones. All open tasks are shown, and at most `most` decided ones. A
 * single task is never collapsed.
 */
export function foldedDay(group: DayGroup, today: string, most: number | undefined): { shown: readonly Task[]; folded: readonly Task[] } {
  if (most === undefined || group.date === null || group.date >= today) return { shown: group.tasks, folded: [] };
  const decided = group.tasks.filter((task) => task.outcome !== 'open');
  const room = decided.length === group.tasks.length ? most : 0;
  const hidden = new Set(decided.slice(room));
  if (hidden.size < 2) return { shown: group.tasks, folded: [] };
  return { shown: group.tasks.filter((task) => !hidden.has(task)), folded: [...hidden] };
}

function foldWords(tasks: readonly Task[]): string {
  const first = tasks[0]?.outcome;
  const alike = tasks.every((task) => task.outcome === first);
  return `${tasks.length} more, all ${alike ? first : 'decided'}`;
}
