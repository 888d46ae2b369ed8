import { z } from 'zod';
import { defineEvent, defineStream, type EventOf, id } from '../kernel/define-event.ts';
import type { RecordedOf } from '../kernel/event.ts';

/** What can be done with several tasks at once. */
const change = z.enum(['status', 'due', 'shift', 'priority', 'add_tags', 'remove_tags', 'archive', 'unarchive', 'delete', 'again']);
export type BatchChange = z.output<typeof change>;

const TASKS = ['01936c5e-7d11-7c55-9a10-0f3c6a4c2b01', '01936c5e-7d11-7c55-9a10-0f3c6a4c2b02'];
/** Each task has events of its own, which the history lists and webhooks carry. */
const common = { since: '0.1.0', history: null, webhook: false } as const;

export const BatchChanged = defineEvent({
  ...common,
  type: 'BatchChanged',
  startsStream: true,
  publicName: 'batch.changed',
  label: 'Several tasks changed at once',
  meaning: 'The owner changed several tasks with one call. The events of the tasks name this event as their cause.',
  data: z.strictObject({
    change: change.describe('What was done with them.'),
    tasks: z.array(id).describe('The tasks that were changed by it, in the order of the changes; for `again` the new tasks.'),
  }),
  example: { data: { change: 'priority', tasks: TASKS } },
});
export type BatchChanged = EventOf<typeof BatchChanged>;

export const BatchUndone = defineEvent({
  ...common,
  type: 'BatchUndone',
  publicName: 'batch.undone',
  label: 'The change of several tasks taken back',
  meaning: 'The owner took back what was done with several tasks at once, except for tasks that had changed since.',
  data: z.strictObject({
    done: z.array(id).describe('The tasks of which the change was taken back.'),
    refused: z
      .array(
        z.strictObject({
          id: id.describe('A task that stays as it is.'),
          code: z.string().describe('The code of the refusal.'),
          message: z.string().describe('Its sentence.'),
        }),
      )
      .describe('The others, each with the reason.'),
  }),
  example: {
    data: {
      done: [TASKS[0] as string],
      refused: [{ id: TASKS[1] as string, code: 'conflict', message: 'This task has changed since.' }],
    },
  },
});
export type BatchUndone = EventOf<typeof BatchUndone>;

export const BATCH_EVENTS = [BatchChanged, BatchUndone] as const;
export type BatchEvent = EventOf<(typeof BATCH_EVENTS)[number]>;
export type RecordedBatchEvent = RecordedOf<BatchEvent>;
export const batchStream = defineStream('batch');
