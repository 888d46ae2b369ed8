import { z } from 'zod';
import { duration } from '../../contracts/words/format.ts';
import { count, defineEvent, defineStream, type EventOf, id, instant, localDate } from '../kernel/define-event.ts';
import type { RecordedOf } from '../kernel/event.ts';

const about = {
  session_id: id.describe('The session.'),
  task_id: id.nullable().describe('The task that the owner works on; null: none was named.'),
};

const end = z.enum(['finished', 'stopped', 'completed', 'abandoned']);
export type FocusEnd = z.output<typeof end>;

const SESSION = '01936c5e-7d11-7c55-9a10-0f3c6a4c2b01';
const TASK = '01936c5e-7d11-7c55-9a10-0f3c6a4c2b02';
const EXAMPLE = { session_id: SESSION, task_id: TASK };

export const FocusStarted = defineEvent({
  type: 'FocusStarted',
  startsStream: true,
  publicName: 'focus.started',
  label: 'Focus started:',
  meaning: 'The owner began a focus session, with a task or without one.',
  since: '0.1.0',
  history: 'tasks',
  data: z.strictObject({
    ...about,
    box_id: id.nullable().describe('The time box in which the owner works; null: none was named.'),
    minutes: count.describe('How long the session is, pauses left out.'),
    date: localDate.describe('The local date of the start, as it was then. The session counts on it.'),
  }),
  example: { data: { ...EXAMPLE, box_id: null, minutes: 25, date: '2026-11-27' } },
  detail: ({ data: { minutes } }) => `For ${duration(minutes)}.`,
  changes: ({ minutes }) => ({ after: { state: 'running', minutes } }),
});
export type FocusStarted = EventOf<typeof FocusStarted>;

export const FocusPaused = defineEvent({
  type: 'FocusPaused',
  publicName: 'focus.paused',
  label: 'Focus paused:',
  meaning: 'The owner paused the focus session.',
  since: '0.1.0',
  history: 'tasks',
  data: z.strictObject(about),
  example: { data: EXAMPLE },
  changes: () => ({ before: { state: 'running' }, after: { state: 'paused' } }),
});
export type FocusPaused = EventOf<typeof FocusPaused>;

export const FocusResumed = defineEvent({
  type: 'FocusResumed',
  publicName: 'focus.resumed',
  label: 'Focus resumed:',
  meaning: 'The owner went on with a focus session that was paused.',
  since: '0.1.0',
  history: 'tasks',
  data: z.strictObject(about),
  example: { data: EXAMPLE },
  changes: () => ({ before: { state: 'paused' }, after: { state: 'running' } }),
});
export type FocusResumed = EventOf<typeof FocusResumed>;

const ENDED: Readonly<Record<FocusEnd, string>> = {
  finished: 'Its time has run',
  stopped: 'Stopped',
  completed: 'The task was completed',
  abandoned: 'It was paused for two hours',
};

export const FocusEnded = defineEvent({
  type: 'FocusEnded',
  publicName: 'focus.ended',
  label: 'Focus ended:',
  meaning:
    'The focus session ended: its minutes had run, the owner stopped it, its task was completed, or it was paused for two hours. By the system if nobody pressed anything.',
  since: '0.1.0',
  history: 'tasks',
  data: z.strictObject({
    ...about,
    box_id: id.nullable().describe('The time box in which the owner worked; null: none was named.'),
    end: end.describe('Why.'),
    date: localDate.describe('The local date of the start, as it was then.'),
    ended_at: instant.describe('When it ended. The end of a session that nobody resumed is the beginning of the pause.'),
    focused_seconds: count.describe('How long the owner was focused, in whole seconds, pauses left out.'),
  }),
  example: {
    data: {
      ...EXAMPLE,
      box_id: null,
      end: 'finished',
      date: '2026-11-27',
      ended_at: '2026-11-27T09:37:00.000Z',
      focused_seconds: 1_500,
    },
  },
  detail: ({ data: { end: how, focused_seconds: seconds } }) => `${ENDED[how]}, after ${duration(Math.floor(seconds / 60))} of focus.`,
  changes: ({ end: how, focused_seconds }) => ({ after: { state: 'ended', end: how, focused_seconds } }),
});
export type FocusEnded = EventOf<typeof FocusEnded>;

export const FOCUS_EVENTS = [FocusStarted, FocusPaused, FocusResumed, FocusEnded] as const;
export type FocusEvent = EventOf<(typeof FOCUS_EVENTS)[number]>;
export type RecordedFocusEvent = RecordedOf<FocusEvent>;

/** By owner. All sessions of an owner are in one stream, so that of two devices that start one at once only one succeeds. */
export const focusStream = defineStream('focus');
