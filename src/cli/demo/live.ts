import { userCaller } from '../../app/caller.ts';
import { startRoutine } from '../../app/routine/routines.ts';
import { acknowledgeAlert, editTask, promiseTask, setStatus, undoTask } from '../../app/task/tasks.ts';
import { addDays, dueInstant } from '../../domain/calendar/local.ts';
import { activeAlerts } from '../../projections/alert.ts';
import { tasksBetween } from '../../projections/task/task-lists.ts';
import type { Opened } from '../ports.ts';
import { emailActions, emailFor } from './emails.ts';
import { instantAt, type Person, type PersonAction } from './person.ts';
import type { PlannedPromise } from './plan.ts';
import { type MadeTask, planTime } from './planned-time.ts';
import { proofActions, proofFor } from './proofs.ts';

const MORNING = 7 * 60 + 40;

/**
 * The first action of the day: it acknowledges yesterday's alerts, adds the day's promises and plans time boxes for them. The
 * actions for these promises are passed to `later`.
 */
export function morningAction(
  opened: Opened,
  person: Person,
  date: string,
  promises: readonly PlannedPromise[],
  later: (act: PersonAction) => void,
): PersonAction {
  const { owner, zone, random } = person;
  const { app } = opened;
  const caller = () => userCaller(owner, app.newId());
  return {
    at: instantAt(date, MORNING, zone),
    run: async () => {
      // Draws one random number each morning, whatever the number of alerts, so that the same seed gives the same promises.
      const looksAtAlerts = random.chance(0.8);
      if (looksAtAlerts) for (const { id } of await activeAlerts(app.views, owner)) await acknowledgeAlert(app, caller(), id);
      const made: MadeTask[] = [];
      for (const promise of promises) {
        const { outcome: _, steps, ...input } = promise;
        const proof = proofFor(person, promise);
        const email = emailFor(person, promise);
        const asks = proof ?? email;
        const asked = asks && { verification_type: asks.type, proof_requirement: asks.requirement };
        const { id } = await promiseTask(app, caller(), { ...input, due_date: date, ...asked });
        made.push({ id, promise });
        const children: string[] = [];
        for (const title of steps) children.push((await promiseTask(app, caller(), { title, due_date: date, parent_id: id })).id);
        const acts = actionsFor(opened, person, date, id, children, promise);
        const done = acts.at(-1);
        for (const act of acts) later(act);
        if (proof && done) for (const act of proofActions(opened, person, proof, id, done.at)) later(act);
        if (email && done) for (const act of emailActions(opened, person, id, promise.title, done.at)) later(act);
      }
      for (const act of await planTime(opened, person, date, made)) later(act);
    },
  };
}

function actionsFor(
  { app }: Opened,
  { owner, zone, random }: Person,
  date: string,
  id: string,
  children: readonly string[],
  { outcome }: PlannedPromise,
): readonly PersonAction[] {
  const caller = () => userCaller(owner, app.newId());
  const complete = (task: string) => () => setStatus(app, caller(), task, { status: 'completed' });
  const when = (minute: number, run: () => Promise<unknown>, day = date): PersonAction => ({ at: instantAt(day, minute, zone), run });
  switch (outcome.is) {
    case 'kept': {
      const begun = outcome.begun ? [when(outcome.minute - 15, () => setStatus(app, caller(), id, { status: 'in_progress' }))] : [];
      const undone = outcome.undoneOnce
        ? [when(outcome.minute - 3, complete(id)), when(outcome.minute - 2, () => undoTask(app, caller(), id))]
        : [];
      // Some steps are completed one by one; the rest is completed with the parent.
      const steps = children.filter(() => random.chance(0.6)).map((child, index) => when(outcome.minute - 10 + index, complete(child)));
      return [...begun, ...steps, ...undone, when(outcome.minute, complete(id))];
    }
    case 'missed':
      return outcome.lateMinute === null ? [] : [when(outcome.lateMinute, complete(id))];
    case 'skipped':
      return [id, ...children].map((task) =>
        when(outcome.minute, () => setStatus(app, caller(), task, { status: 'skipped', reason: outcome.reason })),
      );
    case 'moved': {
      const day = addDays(date, outcome.days);
      const move = (task: string) => when(outcome.minute, () => editTask(app, caller(), task, { due_date: day }));
      return [...[id, ...children].map(move), when(outcome.minute, complete(id), day)];
    }
    case 'taken_back':
      return [id, ...children].map((task) => when(outcome.minute, () => editTask(app, caller(), task, { due_date: null, due_time: null })));
  }
}

const ROUTINES = [
  {
    title: 'Weekly review: what moved, what is stuck',
    rrule: 'FREQ=WEEKLY;BYDAY=FR',
    due_time: '16:00',
    tags: ['team'],
    estimate_minutes: 30,
  },
  {
    title: 'Write down the three things of tomorrow',
    rrule: 'FREQ=WEEKLY;BYDAY=MO,WE',
    due_time: '18:30',
    tags: ['home'],
    estimate_minutes: 10,
  },
] as const;
/** The share of occurrences that the person does. */
const DONE = 0.94;
const TIME = '15:40';

export async function startRoutines({ app }: Opened, { owner }: Person): Promise<void> {
  for (const routine of ROUTINES) await startRoutine(app, userCaller(owner, app.newId()), { ...routine, tags: [...routine.tags] });
  await app.waitForReadModels(await app.store.head());
}

export const occurrences = ({ app }: Opened, { owner, zone, proofs }: Person, date: string): PersonAction => ({
  at: dueInstant(date, TIME, zone),
  run: async () => {
    for (const { id, doc } of await tasksBetween(app.views, owner, date, date))
      if (doc.recurring_task_id !== null && doc.status === 'pending' && proofs.chance(DONE))
        await setStatus(app, userCaller(owner, app.newId()), id, { status: 'completed' });
  },
});
