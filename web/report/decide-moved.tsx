import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { dayWord, plural, times } from '../../src/contracts/words/format.ts';
import type { OwnerClock } from '../api/owner-clock.ts';
import { type Task, tasksQuery } from '../api/tasks.ts';
import { dueOf } from '../tasks/due.ts';
import { dueOn } from '../tasks/move.ts';
import { isOpen } from '../tasks/state.ts';
import { Button, ButtonLink } from '../ui/button.tsx';
import { Checkbox } from '../ui/choice.tsx';
import { DatePicker } from '../ui/date-picker.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Field } from '../ui/field.tsx';
import styles from './putting-off.module.css';
import { type BulkPart, useBulk } from './use-bulk.ts';

/** The open tasks that were moved before, most moves first. */
export const movedBefore = (tasks: readonly Task[]): Task[] =>
  tasks.filter((task) => isOpen(task) && task.postponed > 0).sort((a, b) => b.postponed - a.postponed);

/** Each task keeps its time, unless this has passed on that day. Tasks that are due then already are left out. */
export function partsFor(tasks: readonly Task[], date: string, clock: Pick<OwnerClock, 'zone' | 'today' | 'time'>): BulkPart[] {
  const others = tasks.filter((task) => dueOf(task, clock.zone)?.date !== date);
  const isLate = (task: Task): boolean => dueOf(task, clock.zone)?.time !== dueOn(date, task, clock).dueTime;
  return [
    { tasks: others.filter((task) => !isLate(task)), change: { dueDate: date } },
    { tasks: others.filter(isLate), change: { dueDate: date, dueTime: null } },
  ].filter(({ tasks: some }) => some.length > 0);
}

/** What was moved before and is still open is decided at once: a day for it, or into the archive. */
export function DecideMoved({ clock }: { clock: OwnerClock }) {
  const [open, setOpen] = useState(false);
  const moved = movedBefore(useQuery(tasksQuery()).data ?? []);
  if (moved.length === 0) return <ButtonLink to="/todo?tab=missed">Show what is missed</ButtonLink>;
  return (
    <>
      <Button onClick={() => setOpen(true)}>Decide about {plural(moved.length, 'moved task')}</Button>
      <Dialog
        open={open}
        onOpenChange={setOpen}
        title="Decide now"
        text="These tasks were moved before and are still open. Give them a day on which you will do them, or archive what you will not do."
      >
        {open && <Choices moved={moved} clock={clock} onClose={() => setOpen(false)} />}
      </Dialog>
    </>
  );
}

function Choices({ moved, clock, onClose }: { moved: readonly Task[]; clock: OwnerClock; onClose: () => void }) {
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [date, setDate] = useState<string | null>(clock.today);
  const bulk = useBulk();
  const chosen = moved.filter(({ id }) => !left.has(id));
  const parts = date === null ? [] : partsFor(chosen, date, clock);
  const movable = parts.reduce((sum, { tasks }) => sum + tasks.length, 0);
  const day = date === null ? '' : dayWord(date, clock.today);
  const choose = (id: string, isChosen: boolean): void => {
    const next = new Set(left);
    if (isChosen) next.delete(id);
    else next.add(id);
    setLeft(next);
  };
  const act = (what: readonly BulkPart[], words: string): void => {
    onClose();
    void bulk(what, words);
  };
  return (
    <>
      <ul className={styles.moving}>
        {moved.map(({ id, title, postponed, ...task }) => (
          <li key={id}>
            <Checkbox checked={!left.has(id)} onChange={(isChosen) => choose(id, isChosen)} label={title} />
            <span>
              {task.dueDate === null ? 'no date' : dayWord(task.dueDate, clock.today)}, moved {times(postponed)}
            </span>
          </li>
        ))}
      </ul>
      <Field label="Day">
        <DatePicker value={date} today={clock.today} min={clock.today} placeholder="Tomorrow, fri, 20 nov" onChange={setDate} />
      </Field>
      <footer>
        <Button
          disabled={chosen.length === 0}
          onClick={() => act([{ tasks: chosen, change: { archive: true } }], `Archived ${plural(chosen.length, 'task')}`)}
        >
          Archive {chosen.length}
        </Button>
        <Button
          variant="primary"
          disabled={movable === 0}
          onClick={() => act(parts, `${plural(movable, 'task')} ${movable === 1 ? 'is' : 'are'} due ${day}`)}
        >
          {movable === 0 ? 'Choose another day' : `Make ${movable} due ${day}`}
        </Button>
      </footer>
    </>
  );
}
