import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { clockTime, fullDate, plural, shortDate, weekdayName } from '../../src/contracts/words/format.ts';
import { sentence } from '../../src/contracts/words/isolated.ts';
import { addDays, daysBetween } from '../../src/contracts/words/phrases/days.ts';
import { highestShare, rate } from '../../src/contracts/words/putting-off.ts';
import type { OwnerClock } from '../api/owner-clock.ts';
import type { PuttingOffReport } from '../api/reports.ts';
import { tasksQuery } from '../api/tasks.ts';
import { mondayOf } from '../lib/calendar.ts';
import { dueOf } from '../tasks/due.ts';
import { isOpen } from '../tasks/state.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { DecideMoved } from './decide-moved.tsx';
import styles from './putting-off.module.css';
import { useBulk } from './use-bulk.ts';

interface ActProps {
  readonly code: PuttingOffReport['findings'][number]['code'];
  readonly report: PuttingOffReport;
  readonly clock: OwnerClock;
}

/** What a finding suggests, where it can be done from here. */
export function FindingAct({ code, report, clock }: ActProps) {
  switch (code) {
    case 'moved_are_missed':
      return <DecideMoved clock={clock} />;
    case 'weekday':
      return <MoveDay weekdays={report.weekdays} clock={clock} />;
    case 'tag':
      return <RaiseTag tags={report.tags} />;
    // What was done in the last hour was kept: there is nothing to mend, and an earlier due time would be another promise.
    case 'last_hour':
    // Only the person knows how long a task will take, and no call changes the estimates of several tasks so that one undo takes them back.
    case 'estimates_short':
      return null;
  }
}

type Weekdays = PuttingOffReport['weekdays'];

/** The next such day, today too, and the day after it that is moved least often. Null: there is nothing to choose from. */
export function daysToMove(weekdays: Weekdays, today: string): { readonly from: string; readonly to: string } | null {
  const all = weekdays.map(({ due, moved }, index) => ({ part: moved, whole: due, index }));
  const worst = highestShare(all);
  const best = all
    .filter(({ whole, index }) => whole > 0 && index !== worst?.index)
    .reduce<(typeof all)[number] | null>((a, b) => (a && rate(a) <= rate(b) ? a : b), null);
  if (!worst || !best) return null;
  const from = onOrAfter(today, worst.index);
  return { from, to: onOrAfter(addDays(from, 1), best.index) };
}

/** `weekday`: 0 is Monday. */
function onOrAfter(date: string, weekday: number): string {
  const same = addDays(mondayOf(date), weekday);
  return same < date ? addDays(same, 7) : same;
}

function MoveDay({ weekdays, clock }: { weekdays: Weekdays; clock: OwnerClock }) {
  const [open, setOpen] = useState(false);
  const tasks = useQuery(tasksQuery()).data ?? [];
  const bulk = useBulk();
  const days = daysToMove(weekdays, clock.today);
  const due = days === null ? [] : tasks.filter((task) => isOpen(task) && dueOf(task, clock.zone)?.date === days.from);
  const movable = due.filter((task) => task.recurringTaskId === null);
  if (days === null || movable.length === 0) return null;
  const [from, to] = [weekdayName(days.from), weekdayName(days.to)];
  const move = (): void => {
    setOpen(false);
    const words = `Moved ${plural(movable.length, 'task')} to ${shortDate(days.to, clock.today)}`;
    void bulk([{ tasks: movable, change: { shiftDays: daysBetween(days.from, days.to) } }], words);
  };
  return (
    <>
      <Button onClick={() => setOpen(true)}>
        Move {movable.length} of {from} to {to}
      </Button>
      <Dialog
        open={open}
        onOpenChange={setOpen}
        title={`Move to ${fullDate(days.to)}`}
        text={`What is due on ${fullDate(days.from)}. Each task keeps its time.`}
        actions={
          <>
            <Button onClick={() => setOpen(false)}>Cancel</Button>
            <Button variant="primary" onClick={move}>
              Move {movable.length}
            </Button>
          </>
        }
      >
        <ul className={styles.moving}>
          {due.map((task) => (
            <li key={task.id}>
              <span dir="auto">{task.title}</span>
              <span>
                {task.recurringTaskId === null
                  ? `${shortDate(days.to, clock.today)}${task.dueTime ? `, ${clockTime(task.dueTime)}` : ''}`
                  : 'a routine, stays on its day'}
              </span>
            </li>
          ))}
        </ul>
      </Dialog>
    </>
  );
}

/** The tag that is moved most often, by the rule of the finding. */
export function mostMovedTag(tags: PuttingOffReport['tags']): string | null {
  return highestShare(tags.map(({ tag, planned, moved }) => ({ part: moved, whole: planned, tag })))?.tag ?? null;
}

function RaiseTag({ tags }: Pick<PuttingOffReport, 'tags'>) {
  const tasks = useQuery(tasksQuery()).data ?? [];
  const bulk = useBulk();
  const tag = mostMovedTag(tags);
  const lower = tasks.filter((task) => isOpen(task) && task.priority !== 'high' && tag !== null && task.tags.includes(tag));
  if (lower.length === 0) return null;
  const words = sentence`High priority for ${plural(lower.length, 'task')} with ${`#${tag}`}`;
  return (
    <Button onClick={() => void bulk([{ tasks: lower, change: { priority: 'high' } }], words)}>
      Give {plural(lower.length, 'open task')} with <bdi>#{tag}</bdi> high priority
    </Button>
  );
}
