import { userCaller } from '../../app/caller.ts';
import { acknowledgeAlert, editTask, promiseTask, setStatus, undoTask } from '../../app/task/tasks.ts';
import { addDays, dueInstant } from '../../domain/calendar/local.ts';
import { activeAlerts } from '../../projections/alert/alerts.ts';
import type { Opened } from '../ports.ts';
import type { Planned } from './plan.ts';
import type { Random } from './random.ts';

/** Something the person does at an instant. */
export interface Act {
  readonly at: string;
  readonly run: () => Promise<unknown>;
}

export interface Person {
  readonly owner: string;
  readonly zone: string;
  readonly random: Random;
}

const MORNING = 7 * 60 + 40;

const at = (date: string, minute: number, zone: string): string => {
  const time = `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;
  return dueInstant(date, time, zone);
};

/** The morning's first act: yesterday's alerts are read, and the day's promises written down. What follows from them is put on `later`. */
export function morning(opened: Opened, person: Person, date: string, promises: readonly Planned[], later: (act: Act) => void): Act {
  const { owner, zone, random } = person;
  const { app } = opened;
  const caller = () => userCaller(owner, app.newId());
  return {
    at: at(date, MORNING, zone),
    run: async () => {
      for (const { id } of await activeAlerts(app.views, owner)) if (random.chance(0.8)) await acknowledgeAlert(app, caller(), id);
      for (const promise of promises) {
        const { fate: _, steps, ...input } = promise;
        const { id } = await promiseTask(app, caller(), { ...input, due_date: date });
        const children: string[] = [];
        for (const title of steps) children.push((await promiseTask(app, caller(), { title, due_date: date, parent_id: id })).id);
        for (const act of acts(opened, person, date, id, children, promise)) later(act);
      }
    },
  };
}

function acts(
  { app }: Opened,
  { owner, zone, random }: Person,
  date: string,
  id: string,
  children: readonly string[],
  { fate }: Planned,
): readonly Act[] {
  const caller = () => userCaller(owner, app.newId());
  const complete = (task: string) => () => setStatus(app, caller(), task, { status: 'completed' });
  const when = (minute: number, run: () => Promise<unknown>, day = date): Act => ({ at: at(day, minute, zone), run });
  switch (fate.is) {
    case 'kept': {
      const begun = fate.begun ? [when(fate.minute - 15, () => setStatus(app, caller(), id, { status: 'in_progress' }))] : [];
      const undone = fate.undoneOnce ? [when(fate.minute - 3, complete(id)), when(fate.minute - 2, () => undoTask(app, caller(), id))] : [];
      // A step or two by hand; the parent takes the rest along.
      const steps = children.filter(() => random.chance(0.6)).map((child, index) => when(fate.minute - 10 + index, complete(child)));
      return [...begun, ...steps, ...undone, when(fate.minute, complete(id))];
    }
    case 'missed':
      return fate.lateMinute === null ? [] : [when(fate.lateMinute, complete(id))];
    case 'skipped':
      return [id, ...children].map((task) =>
        when(fate.minute, () => setStatus(app, caller(), task, { status: 'skipped', reason: fate.reason })),
      );
    case 'moved': {
      const day = addDays(date, fate.days);
      const move = (task: string) => when(fate.minute, () => editTask(app, caller(), task, { due_date: day }));
      return [...[id, ...children].map(move), when(fate.minute, complete(id), day)];
    }
    case 'taken_back':
      return [id, ...children].map((task) => when(fate.minute, () => editTask(app, caller(), task, { due_date: null, due_time: null })));
  }
}
