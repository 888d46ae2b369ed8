import { describe, expect, test } from 'vitest';
import type { ZoneMove } from '../../src/domain/calendar/local.ts';
import { type Decided, SYSTEM } from '../../src/domain/kernel/event.ts';
import { type BoxTask, type MoveTimeBox, type PlanTimeBox, type TimeBoxCommand, timeBoxDecider } from '../../src/domain/time-box/decide.ts';
import { type TimeBoxEvent, timeBoxStream } from '../../src/domain/time-box/events.ts';
import { given } from '../support/given.ts';

const NOW = '2026-11-20T08:00:00.000Z';
const BERLIN = 'Europe/Berlin';
const OPEN: BoxTask = { status: 'pending', archived: false };
const sent = (now = NOW) => ({ owner: 'u1', now, zone: BERLIN, moves: [] as readonly ZoneMove[] });
const nobody = () => given(timeBoxDecider, { stream: timeBoxStream('b1'), owner: 'u1' });

const plan = (more: Partial<PlanTimeBox> = {}): TimeBoxCommand => ({
  type: 'Plan',
  ...sent(),
  task_id: 't1',
  task: OPEN,
  date: '2026-11-20',
  time: '10:00',
  minutes: 60,
  others: 0,
  ...more,
});
const move = (more: Partial<MoveTimeBox> = {}): TimeBoxCommand => ({ type: 'Move', ...sent(), if_match: null, others: 0, ...more });
const remove = (more: { now?: string; if_match?: number | null } = {}): TimeBoxCommand => ({
  type: 'Remove',
  ...sent(),
  if_match: null,
  ...more,
});
const takeAway = (because: string, now = NOW): TimeBoxCommand => ({ type: 'TakeAway', ...sent(now), because });
const bringBack = (undoes: string, more: { now?: string; zone?: string; moves?: readonly ZoneMove[] } = {}): TimeBoxCommand => ({
  type: 'BringBack',
  ...sent(),
  undoes,
  ...more,
});

const PLACE = { date: '2026-11-20', time: '10:00', minutes: 60, starts_at: '2026-11-20T09:00:00.000Z' };
const planned = (more: object = {}): Decided<TimeBoxEvent> => ({
  type: 'TimeBoxPlanned',
  data: { task_id: 't1', ...PLACE, zone: BERLIN, zone_move: null, created_at: NOW, returns: null, ...more },
});
const moved = (to: object, from: object = {}): Decided<TimeBoxEvent> => ({
  type: 'TimeBoxMoved',
  data: { task_id: 't1', ...PLACE, zone: BERLIN, zone_move: null, ...to, from: { ...PLACE, ...from } },
});
const removed = (because: string | null = null): Decided<TimeBoxEvent> => ({
  type: 'TimeBoxRemoved',
  data: { task_id: 't1', ...PLACE, because },
});

describe('a new box', () => {
  test('begins at its date and time in the zone of its owner, and is planned once', () => {
    nobody().when(plan()).gives(planned()).when(plan()).gives();
  });

  test.each([
    ['in the gap of a clock: at the first instant after it', '2026-03-29', '02:30', '2026-03-29T01:00:00.000Z'],
    ['in the fold of a clock: at the earlier instant', '2026-10-25', '02:30', '2026-10-25T00:30:00.000Z'],
  ])('begins %s', (_, date, time, starts_at) => {
    nobody()
      .when(plan({ date, time, now: '2026-03-01T08:00:00.000Z' }))
      .gives(planned({ date, time, starts_at, created_at: '2026-03-01T08:00:00.000Z' }));
  });

  test('may have begun, and is refused once its end has come', () => {
    nobody()
      .when(plan({ now: '2026-11-20T09:59:59.999Z' }))
      .gives(planned({ created_at: '2026-11-20T09:59:59.999Z' }));
    const refusal = nobody().refuses(plan({ now: '2026-11-20T10:00:00.000Z' }), 'validation_failed');
    expect(refusal.fields).toEqual({ time: ['This time has passed. Choose a later one.'] });
  });

  test('names all its faults, before it says that the task is closed or the day full', () => {
    const late = { now: '2026-11-20T10:00:00.000Z', others: 50 };
    expect(Object.keys(nobody().refuses(plan({ ...late, task: null }), 'validation_failed').fields ?? {})).toEqual(['task_id', 'time']);
    nobody().refuses(plan({ ...late, task: { status: 'completed', archived: false } }), 'validation_failed');
  });

  test.each([
    ['completed', false, 'conflict'],
    ['skipped', false, 'conflict'],
    ['completed', true, 'archived'],
  ])('for a task that is %s (archived: %s) is refused with %s', (status, archived, code) => {
    nobody().refuses(plan({ task: { status, archived } }), code);
  });

  test.each(['pending', 'in_progress', 'missed'])('can be for a task that is %s', (status) => {
    nobody()
      .when(plan({ task: { status, archived: false } }))
      .gives(planned());
  });

  test('is the 50th of its date at most', () => {
    nobody()
      .when(plan({ others: 49 }))
      .gives(planned());
    expect(nobody().refuses(plan({ others: 50 }), 'limit_reached').message).toBe(
      'A day holds 50 time boxes. Remove one of them, or choose another day.',
    );
  });
});

describe('a change of a box', () => {
  const box = () => nobody().when(plan());

  test('keeps what is left out, and is none if nothing differs', () => {
    box()
      .when(move({ time: '11:00' }))
      .gives(moved({ time: '11:00', starts_at: '2026-11-20T10:00:00.000Z' }));
    box()
      .when(move({ minutes: 90 }))
      .gives(moved({ minutes: 90 }));
    box()
      .when(move({ date: '2026-11-21', others: 49 }))
      .gives(moved({ date: '2026-11-21', starts_at: '2026-11-21T09:00:00.000Z' }));
    box().when(move()).gives();
    box()
      .when(move({ date: '2026-11-20', time: '10:00', minutes: 60 }))
      .gives();
  });

  test('is refused on a date that has 50 others, but not on its own', () => {
    box().refuses(move({ date: '2026-11-21', others: 50 }), 'limit_reached');
    box()
      .when(move({ date: '2026-11-20', minutes: 30, others: 50 }))
      .gives(moved({ minutes: 30 }));
  });

  test('is refused if its end has passed, or would have', () => {
    const now = '2026-11-20T10:00:00.000Z';
    box().refuses(move({ now, date: '2026-11-21' }), 'deadline_passed');
    box().refuses(move({ now, minutes: 30 }), 'deadline_passed');
    box().refuses(move({ now }), 'deadline_passed');
    box().refuses(move({ now, time: '09:00' }), 'validation_failed');
    const during = '2026-11-20T09:30:00.000Z';
    expect(box().refuses(move({ now: during, minutes: 30 }), 'validation_failed').fields).toHaveProperty('time');
    box()
      .when(move({ now: during, minutes: 31 }))
      .gives(moved({ minutes: 31 }));
  });

  test('and a removal are refused to somebody who read another version, and to anybody else', () => {
    const twice = box().when(move({ minutes: 30, if_match: 0 }));
    twice.refuses(move({ minutes: 45, if_match: 0 }), 'precondition_failed');
    twice.refuses(remove({ if_match: 0 }), 'precondition_failed');
    twice.refuses({ ...move({ minutes: 45 }), owner: 'u2' }, 'not_found');
    nobody().refuses(move({ minutes: 45 }), 'not_found');
  });
});

describe('a removal', () => {
  test('is possible until the end of the box', () => {
    const box = nobody().when(plan());
    box.when(remove({ now: '2026-11-20T09:59:59.999Z' })).gives(removed());
    box.refuses(remove({ now: '2026-11-20T10:00:00.000Z' }), 'deadline_passed');
    const gone = box.when(remove());
    gone.refuses(remove(), 'not_found');
    gone.refuses(move({ minutes: 30 }), 'not_found');
    gone.when(bringBack('e1')).gives();
  });
});

describe('what closes the task', () => {
  const taken = () => nobody().when(plan()).when(takeAway('e1'));

  test('takes away a box that has not begun, and its undo brings that one back under its id', () => {
    taken()
      .gives(removed('e1'))
      .when(bringBack('e1', { now: '2026-11-20T08:59:59.999Z' }))
      .gives(planned({ returns: 'e1' }));
  });

  test('leaves a box that has begun, and its undo brings back none that would have begun', () => {
    nobody().when(plan()).when(takeAway('e1', '2026-11-20T09:00:00.000Z')).gives();
    taken()
      .when(bringBack('e1', { now: '2026-11-20T09:00:00.000Z' }))
      .gives();
  });

  test('has its effect once, so that a repetition takes away nothing that an undo has brought back', () => {
    const back = taken().when(bringBack('e1'));
    back.when(takeAway('e1')).gives();
    back.when(bringBack('e1')).gives();
    back.when(takeAway('e2')).gives(removed('e2')).when(bringBack('e1')).gives();
  });

  test('is not taken back by the undo of another change, nor for a box that its owner removed', () => {
    taken().when(bringBack('e2')).gives();
    nobody().when(plan()).when(remove()).when(takeAway('e1')).gives().when(bringBack('e1')).gives();
  });
});

describe('a change of zone', () => {
  const LA = 'America/Los_Angeles';
  const to = (zone: string, at: string, revision = 3): ZoneMove => ({ to: zone, at, revision });
  const AT = '2026-11-20T08:30:00.000Z';
  const rezone = (moves: readonly ZoneMove[], now = AT): TimeBoxCommand => ({ ...sent(now), type: 'Rezone', zone: LA, moves });

  test('keeps the instant of a box that begins within 48 hours, and gives it the date and time there', () => {
    nobody()
      .when(plan())
      .when(rezone([to(LA, AT)]))
      .gives({ ...moved({ time: '01:00', zone: LA, zone_move: 3 }), at: AT, by: SYSTEM })
      .when(rezone([to(LA, AT)]))
      .gives();
  });

  test('keeps the date and time of a box that begins later', () => {
    const far = { date: '2026-11-25', starts_at: '2026-11-25T09:00:00.000Z' };
    nobody()
      .when(plan({ date: '2026-11-25' }))
      .when(rezone([to(LA, AT)]))
      .gives(moved({ ...far, starts_at: '2026-11-25T18:00:00.000Z', zone: LA, zone_move: 3 }, far));
  });

  test('leaves a box that has begun', () => {
    nobody()
      .when(plan())
      .when(rezone([to(LA, '2026-11-20T09:00:00.001Z')], '2026-11-20T09:00:00.001Z'))
      .gives();
  });

  test('that lies before the box was planned changes nothing', () => {
    nobody()
      .when(plan({ moves: [to(BERLIN, '2026-11-19T08:00:00.000Z')] }))
      .gives(planned({ zone_move: 3 }))
      .when(rezone([to(BERLIN, '2026-11-19T08:00:00.000Z')]))
      .gives();
  });

  test('comes before any other change of the box', () => {
    nobody()
      .when(plan())
      .when({ ...move({ now: AT, minutes: 30 }), zone: LA, moves: [to(LA, AT)] })
      .gives(
        moved({ time: '01:00', zone: LA, zone_move: 3 }),
        moved({ time: '01:00', minutes: 30, zone: LA, zone_move: 3 }, { time: '01:00' }),
      );
  });

  test('holds for a box that comes back', () => {
    nobody()
      .when(plan())
      .when(takeAway('e1'))
      .when(bringBack('e1', { now: AT, zone: LA, moves: [to(LA, AT)] }))
      .gives(planned({ time: '01:00', zone: LA, zone_move: 3, returns: 'e1' }));
  });
});
