import { z } from 'zod';
import { duration, fullMoment } from '../../contracts/words/format.ts';
import { count, defineEvent, defineStream, type EventOf, id, instant, localDate, localTime, zone } from '../kernel/define-event.ts';
import type { RecordedOf } from '../kernel/event.ts';

const place = {
  date: localDate.describe('The local date on which it begins.'),
  time: localTime.describe('The local time at which it begins.'),
  minutes: count.describe('How long it is.'),
  starts_at: instant.describe('When it begins.'),
};
const placed = z.strictObject(place);
/** Where a box is in the plan. The instant belongs to the date and the time in the owner's present zone. */
export type Place = Readonly<z.output<typeof placed>>;

const zoned = {
  zone: zone.describe('The zone in which `starts_at` was computed.'),
  zone_move: count.nullable().describe("The owner's last change of zone that it follows, by the revision of its event; null: none."),
};
const task = { task_id: id.describe('The task for which it is.') };

const TASK = '01936c5e-7d11-7c55-9a10-0f3c6a4c2b02';
const PLACE = { date: '2026-11-27', time: '16:00', minutes: 45, starts_at: '2026-11-27T15:00:00.000Z' };
const ZONED = { zone: 'Europe/Berlin', zone_move: null };

const words = (where: Place): string => `${fullMoment(where)}, for ${duration(where.minutes)}`;
const shown = ({ date, time, minutes, starts_at }: Place): Place => ({ date, time, minutes, starts_at });

export const TimeBoxPlanned = defineEvent({
  type: 'TimeBoxPlanned',
  startsStream: true,
  publicName: 'time_box.planned',
  label: 'Time box planned:',
  meaning: 'The owner set a time aside for a task. Also for a box that an undo brings back, under its id.',
  since: '0.1.0',
  history: 'tasks',
  data: z.strictObject({
    ...task,
    ...place,
    ...zoned,
    created_at: instant.describe('When it was planned first.'),
    returns: id.nullable().describe('The change of the task whose undo brings it back, by the id of its event; null: none.'),
  }),
  example: { data: { task_id: TASK, ...PLACE, ...ZONED, created_at: '2026-11-27T09:12:00.000Z', returns: null } },
  detail: ({ data }) => `${words(data)}.`,
  changes: (data) => ({ after: shown(data) }),
});
export type TimeBoxPlanned = EventOf<typeof TimeBoxPlanned>;

export const TimeBoxMoved = defineEvent({
  type: 'TimeBoxMoved',
  publicName: 'time_box.moved',
  label: 'Time box moved:',
  meaning:
    'The owner moved a time box or changed its length. By the system after a change of zone: what begins within 48 hours keeps its instant and gets the date and time of it there; what begins later keeps its date and time and gets another instant.',
  since: '0.1.0',
  history: 'tasks',
  data: z.strictObject({ ...task, ...place, ...zoned, from: placed.describe('Where it was before.') }),
  example: { data: { task_id: TASK, ...PLACE, ...ZONED, from: { ...PLACE, time: '15:00', starts_at: '2026-11-27T14:00:00.000Z' } } },
  detail: ({ data }) => `From ${words(data.from)} to ${words(data)}.`,
  changes: (data) => ({ before: shown(data.from), after: shown(data) }),
});
export type TimeBoxMoved = EventOf<typeof TimeBoxMoved>;

export const TimeBoxRemoved = defineEvent({
  type: 'TimeBoxRemoved',
  publicName: 'time_box.removed',
  label: 'Time box removed:',
  meaning: 'A time box was taken out of the plan: by its owner, or because its task was completed, skipped, archived or removed.',
  since: '0.1.0',
  history: 'tasks',
  data: z.strictObject({
    ...task,
    ...place,
    because: id.nullable().describe('The change of the task that takes it away, by the id of its event; null: the owner did.'),
  }),
  example: { data: { task_id: TASK, ...PLACE, because: null } },
  detail: ({ data }) => `It was planned for ${words(data)}.`,
  changes: (data) => ({ before: shown(data) }),
});
export type TimeBoxRemoved = EventOf<typeof TimeBoxRemoved>;

export const TIME_BOX_EVENTS = [TimeBoxPlanned, TimeBoxMoved, TimeBoxRemoved] as const;
export type TimeBoxEvent = EventOf<(typeof TIME_BOX_EVENTS)[number]>;
export type RecordedTimeBoxEvent = RecordedOf<TimeBoxEvent>;
export const timeBoxStream = defineStream('time_box');
