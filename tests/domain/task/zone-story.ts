import { SYSTEM } from '../../../src/domain/kernel/event.ts';
import type { TaskCommand, Writable } from '../../../src/domain/task/commands.ts';
import { changeOf, counts, type ExpectedEvent } from '../../support/task-events.ts';
import { at, storyOf, type TaskStory } from '../../support/task-story.ts';

export const [TOKYO, LA, BERLIN] = ['Asia/Tokyo', 'America/Los_Angeles', 'Europe/Berlin'];

/** Tuesday 24 November, 20:00 in Tokyo. */
export const BEFORE = '2026-11-24T11:00:00.000Z';
/** The move: Wednesday 25 November, 10:00 in Tokyo, and Tuesday, 17:00 in Los Angeles. */
export const NOW = '2026-11-25T01:00:00.000Z';
export const HOUR_LATER = '2026-11-25T02:00:00.000Z';

const TO_LA = [{ at: NOW, to: LA }];
export const BACK = [...TO_LA, { at: HOUR_LATER, to: TOKYO }];
export const inTokyo = (now = BEFORE) => at(now, TOKYO);
export const inLa = (now = NOW) => at(now, LA, TO_LA);

/** Due in 47 h, in two days at 09:00. */
export const NEAR = { due_date: '2026-11-27', due_time: '09:00' };
/** Due in a week. */
export const FAR = { due_date: '2026-12-02', due_time: '09:00' };
export const promised = (due: Partial<Writable>, ...then: readonly TaskCommand[]): TaskStory => storyOf(inTokyo().promise(due), ...then);
export const dueOf = ({ state: { fields } }: TaskStory) => [fields.due_date, fields.due_time, fields.due_at];

/** What the move to Los Angeles records of a task that is near, and of one that is far. */
export const nearRezoned = (more: object = {}): ExpectedEvent =>
  changeOf(
    'TaskRezoned',
    {
      due_date: ['2026-11-27', '2026-11-26'],
      due_time: ['09:00', '16:00'],
      due_zone: [TOKYO, LA],
      due_move: [null, 2],
      due_chosen: [null, { date: '2026-11-27', time: '09:00' }],
    },
    { at: NOW, by: SYSTEM, tally: [...counts('2026-11-27', { open: -1 }), ...counts('2026-11-26', { open: 1 })], ...more },
  );
export const FAR_REZONED = {
  due_at: ['2026-12-02T00:00:00.000Z', '2026-12-02T17:00:00.000Z'],
  due_zone: [TOKYO, LA],
  due_move: [null, 2],
} as const;

export const NEAR_IN_LA = ['2026-11-26', '16:00', '2026-11-27T00:00:00.000Z'];
export const FAR_IN_LA = ['2026-12-02', '09:00', '2026-12-02T17:00:00.000Z'];
