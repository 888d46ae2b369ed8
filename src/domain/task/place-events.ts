import { z } from 'zod';
import { defineEvent, type EventOf } from '../kernel/define-event.ts';

/** Changes no field of the task, so its version stays, and no undo takes it back. */
export const TaskPlaced = defineEvent({
  type: 'TaskPlaced',
  publicName: 'task.placed',
  label: 'Moved in the own order',
  meaning: 'The owner gave a task another place in their own order of tasks.',
  since: '0.1.0',
  history: null,
  webhook: false,
  data: z.strictObject({
    place: z.string().min(1).describe('The new place. The own order is the order of these texts.'),
  }),
  example: { data: { place: 'k019abd81c40V' } },
});
export type TaskPlaced = EventOf<typeof TaskPlaced>;
