import { userCaller } from '../../app/caller.ts';
import { startRoutine } from '../../app/routine/routines.ts';
import { setStatus } from '../../app/task/tasks.ts';
import { dueInstant } from '../../domain/calendar/local.ts';
import { tasksBetween } from '../../projections/task/task-lists.ts';
import type { Opened } from '../ports.ts';
import type { Person, PersonAction } from './person.ts';

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
/** How often an occurrence is done. */
const DONE = 0.94;
const TIME = '15:40';

export async function startRoutines({ app }: Opened, { owner }: Person): Promise<void> {
  for (const routine of ROUTINES) await startRoutine(app, userCaller(owner, app.newId()), { ...routine, tags: [...routine.tags] });
  await app.waitForReadModels(await app.store.head());
}

/** The person does what the routines ask for on a date. */
export const occurrences = ({ app }: Opened, { owner, zone, proofs }: Person, date: string): PersonAction => ({
  at: dueInstant(date, TIME, zone),
  run: async () => {
    for (const { id, doc } of await tasksBetween(app.views, owner, date, date))
      if (doc.recurring_task_id !== null && doc.status === 'pending' && proofs.chance(DONE))
        await setStatus(app, userCaller(owner, app.newId()), id, { status: 'completed' });
  },
});
