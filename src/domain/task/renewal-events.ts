import { z } from 'zod';
import { defineEvent, type EventOf, id, localDate, localTime, zone } from '../kernel/define-event.ts';

/**
 * Stands in the stream of the old task and changes none of its fields, so its version stays. Because it is decided there, of two requests
 * at once only one promises the task again.
 */
export const TaskRenewed = defineEvent({
  type: 'TaskRenewed',
  publicName: 'task.renewed',
  label: 'Promised again as another task',
  meaning: 'A missed or skipped task is promised again: the task that `again` names follows from it.',
  since: '0.1.0',
  history: null,
  webhook: false,
  data: z.strictObject({
    again: id.describe('The new task.'),
    due_date: localDate.describe('The local date on which it is due.'),
    due_time: localTime.nullable().describe('The local time at which it is due; null: by the end of the day.'),
    zone: zone.describe('The zone in which its due instant is computed.'),
  }),
  example: {
    data: { again: '01936c5e-7d11-7c55-9a10-0f3c6a4c2b02', due_date: '2026-11-27', due_time: '17:00', zone: 'Europe/Berlin' },
  },
});
export type TaskRenewed = EventOf<typeof TaskRenewed>;
