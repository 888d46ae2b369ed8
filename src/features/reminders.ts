import { advanceEvening } from '../app/push/evening.ts';
import { advanceReminders } from '../app/reminders.ts';
import { required } from '../domain/kernel/records.ts';
import { EVENING_EVENTS } from '../domain/reminders/evening-events.ts';
import { REMINDER_EVENTS } from '../domain/reminders/events.ts';
import { dueKind } from '../jobs/work.ts';
import { eveningMail } from '../messages/reminders/evening.ts';
import { scheduledMail } from '../messages/reminders/scheduled-mail.ts';
import { ownerMail } from '../messages/sending/message-kind.ts';
import { evenings } from '../projections/evening.ts';
import { reminders as reminderTimes } from '../projections/reminders.ts';
import { eveningIsTold } from '../reactors/push.ts';
import type { Feature } from './feature.ts';

/** Reminders, escalations, weekly reports, weekly assessments, and the evening. */
export const reminders: Feature = {
  name: 'reminders',
  events: [...REMINDER_EVENTS, ...EVENING_EVENTS],
  projections: [reminderTimes, evenings],
  dueWork: [
    // The messages to an owner that are sent at set times; `id` is the owner.
    dueKind({
      kind: 'rhythm',
      order: 50,
      projection: reminderTimes,
      facts: ({ id }) => ({ owner: id, id }),
      run: async ({ app }, { owner, next_at }) => (await advanceReminders(app, owner, next_at)).position,
    }),
    // The misses of the same instant come first, so that the evening tells of them. `date`: the local date of the evening.
    dueKind({
      kind: 'evening',
      order: 55,
      projection: evenings,
      facts: ({ id, doc: { date, zone } }) => ({ owner: id, id, date: required(date, 'date of an evening'), zone }),
      run: ({ app }, work) => advanceEvening(app, work),
    }),
  ],
  reactors: [eveningIsTold],
  messages: [
    ownerMail('reminder', scheduledMail),
    ownerMail('weekly_report', scheduledMail),
    ownerMail('weekly_assessment', scheduledMail),
    ownerMail('digest', scheduledMail),
    ownerMail('evening', eveningMail),
  ],
};
