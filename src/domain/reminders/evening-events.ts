import { z } from 'zod';
import { fullDate } from '../../contracts/words/format.ts';
import { defineEvent, defineStream, type EventOf, instant, localDate, zone } from '../kernel/define-event.ts';
import type { RecordedOf } from '../kernel/event.ts';

const outcome = z.enum(['pushed', 'mailed', 'nothing_open', 'off', 'vacation', 'no_way', 'passed']);
export type EveningOutcome = z.output<typeof outcome>;

const SENT: Readonly<Record<EveningOutcome, string>> = {
  pushed: 'pushed to you.',
  mailed: 'sent to you by mail.',
  nothing_open: 'nothing was open, so you were not told.',
  off: 'reminders were off.',
  vacation: 'you were on vacation.',
  no_way: 'pushes could not go out, and it is not mailed.',
  passed: 'Vouch could not be reached that evening.',
};

/** There is one stream for each owner and local date that had something open in the evening. `at` is the scheduled instant. */
export const EveningCame = defineEvent({
  type: 'EveningCame',
  startsStream: true,
  publicName: {
    pushed: 'evening.sent',
    mailed: 'evening.sent',
    nothing_open: 'evening.skipped',
    off: 'evening.skipped',
    vacation: 'evening.skipped',
    no_way: 'evening.skipped',
    passed: 'evening.skipped',
  },
  label: 'Evening',
  meaning: 'The hour came at which the owner is told what is still open on this day; by the system.',
  since: '0.1.0',
  history: 'account',
  data: z.strictObject({
    date: localDate.describe('The day.'),
    zone: zone.describe("The owner's zone then."),
    scheduled_at: instant.describe('When it was due.'),
    outcome: outcome.describe('`pushed`, `mailed`: by which way the owner is told. Otherwise they are not, and this is why.'),
  }),
  example: { data: { date: '2026-11-30', zone: 'Europe/Berlin', scheduled_at: '2026-11-30T19:00:00.000Z', outcome: 'pushed' } },
  detail: ({ data }) => `${fullDate(data.date)}: ${SENT[data.outcome] ?? 'you were not told.'}`,
});
export type EveningCame = EventOf<typeof EveningCame>;

export const EVENING_EVENTS = [EveningCame] as const;
export type RecordedEveningEvent = RecordedOf<EveningCame>;

const stream = defineStream('evening');
export const eveningStream = (userId: string, date: string): string => stream(`${userId}-${date}`);
