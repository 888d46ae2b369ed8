import { advanceReminders } from '../app/reminders.ts';
import { REMINDER_EVENTS } from '../domain/reminders/events.ts';
import { dueKind } from '../jobs/work.ts';
import { scheduledMail } from '../messages/reminders/scheduled-mail.ts';
import { ownerMail } from '../messages/sending/message-kind.ts';
import { reminders as reminderTimes } from '../projections/reminders.ts';
import type { Feature } from './feature.ts';

/** Reminders, escalations, weekly reports and weekly assessments. */
export const reminders: Feature = {
  name: 'reminders',
  events: REMINDER_EVENTS,
  projections: [reminderTimes],
  dueWork: [
    // The messages to an owner that are sent at set times; `id` is the owner.
    dueKind({
      kind: 'rhythm',
      order: 50,
      projection: reminderTimes,
      facts: ({ id }) => ({ owner: id, id }),
      run: async ({ app }, { owner, next_at }) => (await advanceReminders(app, owner, next_at)).position,
    }),
  ],
  messages: [
    ownerMail('reminder', scheduledMail),
    ownerMail('weekly_report', scheduledMail),
    ownerMail('weekly_assessment', scheduledMail),
    ownerMail('digest', scheduledMail),
  ],
};
