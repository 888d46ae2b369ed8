import { clsx } from 'clsx';
import { type ReactNode, useState } from 'react';
import type { Task } from '../api/tasks.ts';
import { dayHeading } from '../lib/words.ts';
import type { DayGroup } from './group.ts';
import { PreviewRow } from './preview-row.tsx';
import { indexInDay, type RowPreview } from './row-preview.ts';
import { Sums } from './sums.tsx';
import { TaskRow } from './task-row.tsx';
import { useTaskScreen } from './task-screen.tsx';

export interface DaySectionProps {
  readonly group: DayGroup;
  /** Shown beside the name instead of the date. */
  readonly sub?: string;
  /** Shown at the end of the heading. */
  readonly end?: ReactNode;
  readonly selected?: string | null;
  readonly nextId?: string | null;
  readonly stepsOf?: (id: string) => readonly [number, number] | undefined;
  /** The number of decided rows of a past day to show; the others are folded into one line. */
  readonly fold?: number;
  /** Whether to show the counts at the foot. */
  readonly sums?: boolean;
  /** The task that is being typed for this day. */
  readonly preview?: RowPreview | null;
  /** Shown below the rows, for example when there are none. */
  readonly children?: ReactNode;
}

export function DaySection({ group, sub, end, selected, nextId, stepsOf, fold, sums = false, preview = null, children }: DaySectionProps) {
  const { clock } = useTaskScreen();
  const [whole, setWhole] = useState(false);
  const heading = group.date === null ? { name: 'No date', date: '' } : dayHeading(group.date, clock.today);
  const { shown, folded } = foldedDay(group, clock.today, whole ? undefined : fold);
  const at = preview && indexInDay({ tasks: shown }, preview, clock.zone);
  const row = (task: Task) => (
    <TaskRow key={task.id} task={task} selected={selected === task.id} next={nextId === task.id} steps={stepsOf?.(task.id)} />
  );
  return (
    <section className={clsx('day', group.date === clock.today && 'is-today', group.closed && 'is-closed')}>
      <header className="day-h">
        <h2>{heading.name}</h2>
        {(sub ?? heading.date) && <span>{sub ?? heading.date}</span>}
        {end !== undefined && <span className="end">{end}</span>}
      </header>
      {(preview !== null || shown.length + folded.length > 0) && (
        <ol className="rows">
          {shown.slice(0, at ?? undefined).map(row)}
          {preview && <PreviewRow preview={preview} />}
          {at !== null && shown.slice(at).map(row)}
          {folded.length > 0 && (
            <li className="row fold">
              <span className="tick is-still" />
              <div className="row-b">
                <button type="button" className="link s2" onClick={() => setWhole(true)}>
                  {foldWords(folded)}
                </button>
              </div>
            </li>
          )}
        </ol>
      )}
      {children}
      {sums && group.tasks.length > 0 && <Sums sums={group.sums} closed={group.closed} />}
    </section>
  );
}

/**
 * Divides the tasks of a past day into shown and folded ones. All open tasks are shown; of the decided ones at most `most`,
 * unless only one would be folded.
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
