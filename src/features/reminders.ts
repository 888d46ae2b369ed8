import { advanceRhythm } from '../app/reminders/reminders.ts';
import { RHYTHM_EVENTS } from '../domain/reminders/events.ts';
import { dueKind } from '../jobs/work.ts';
import { rhythm } from '../projections/reminders/reminders.ts';
import type { Feature } from './feature.ts';

/** Reminders, escalations, weekly reports and weekly assessments. */
export const reminders: Feature = {
  name: 'reminders',
  events: RHYTHM_EVENTS,
  projections: [rhythm],
  dueWork: [
    // All that comes round for an owner; `id` is the owner.
    dueKind({
      kind: 'rhythm',
      order: 50,
      projection: rhythm,
      facts: ({ id }) => ({ owner: id, id }),
      run: async ({ app }, { owner, next_at }) => (await advanceRhythm(app, owner, next_at)).position,
    }),
  ],
};
