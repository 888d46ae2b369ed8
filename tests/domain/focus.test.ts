import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type FocusCommand, type FocusTask, focusDecider, type StartFocus } from '../../src/domain/focus/decide.ts';
import { type FocusEnd, type FocusEvent, focusStream } from '../../src/domain/focus/events.ts';
import { endByTime, endsAt, focusedSeconds, settled, stateOf } from '../../src/domain/focus/rules.ts';
import { RuleViolation } from '../../src/domain/kernel/decider.ts';
import { type Decided, SYSTEM } from '../../src/domain/kernel/event.ts';
import { given } from '../support/given.ts';

const USER = { kind: 'user', id: 'u1' } as const;
const nobody = () => given(focusDecider, { stream: focusStream('u1'), owner: 'u1' });
const at = (time: string): string => `2026-11-20T${time}:00.000Z`;

const TASK: FocusTask = { id: 't1', status: 'in_progress', archived: false };
const BOX = { id: 'b1', minutes: 45, ends_at: at('09:45') };
const start = (time: string, more: Partial<StartFocus> = {}): FocusCommand => ({
  type: 'Start',
  session_id: 's1',
  now: at(time),
  zone: 'Europe/Berlin',
  minutes: null,
  task: TASK,
  box: null,
  ...more,
});
const pause = (time: string, session_id = 's1'): FocusCommand => ({ type: 'Pause', session_id, now: at(time), if_match: null });
const resume = (time: string, session_id = 's1'): FocusCommand => ({ type: 'Resume', session_id, now: at(time), if_match: null });
const stop = (time: string, more: { end?: 'stopped' | 'completed'; session_id?: string; if_match?: number | null } = {}): FocusCommand => ({
  type: 'Stop',
  session_id: 's1',
  now: at(time),
  if_match: null,
  end: 'stopped',
  ...more,
});
const advance = (time: string): FocusCommand => ({ type: 'Advance', now: at(time) });
const follow = (time: string, more: { task_id?: string; end?: 'stopped' | 'completed' } = {}): FocusCommand => ({
  type: 'FollowTask',
  now: at(time),
  task_id: 't1',
  end: 'completed',
  ...more,
});

const begun = (time: string, more: object = {}): Decided<FocusEvent> => ({
  type: 'FocusStarted',
  data: { session_id: 's1', task_id: 't1', box_id: null, minutes: 25, date: '2026-11-20', ...more },
  at: at(time),
});
const turned = (type: 'FocusPaused' | 'FocusResumed', time: string): Decided<FocusEvent> => ({
  type,
  data: { session_id: 's1', task_id: 't1' },
  at: at(time),
});
const over = (end: FocusEnd, ended: string, minutes: number, more: { at?: string; by?: typeof SYSTEM | typeof USER } = {}) =>
  ({
    type: 'FocusEnded',
    data: {
      ...{ session_id: 's1', task_id: 't1', box_id: null, end, date: '2026-11-20' },
      ...{ ended_at: at(ended), focused_seconds: minutes * 60 },
    },
    at: more.at ?? at(ended),
    by: more.by ?? USER,
  }) satisfies Decided<FocusEvent>;

describe('a session', () => {
  test('is of 25 minutes, of those of its box up to 180, or of as many as are asked for', () => {
    nobody().when(start('09:00')).gives(begun('09:00'));
    nobody()
      .when(start('09:00', { box: BOX }))
      .gives(begun('09:00', { box_id: 'b1', minutes: 45 }));
    nobody()
      .when(start('09:00', { box: { ...BOX, minutes: 240 } }))
      .gives(begun('09:00', { box_id: 'b1', minutes: 180 }));
    nobody()
      .when(start('09:00', { box: BOX, minutes: 10 }))
      .gives(begun('09:00', { box_id: 'b1', minutes: 10 }));
  });

  test('needs no task, and counts on the local date of its start', () => {
    nobody()
      .when(start('23:30', { task: null }))
      .gives(begun('23:30', { task_id: null, date: '2026-11-21' }));
  });

  test('is started once', () => {
    const one = nobody().when(start('09:00'));
    one.when(start('09:01')).gives();
    one.when(stop('09:05')).when(start('09:06')).gives();
  });

  test('runs alone: another one is refused until it has ended, and possible from the instant at which its minutes have run', () => {
    const one = nobody().when(start('09:00'));
    one.refuses(start('09:24', { session_id: 's2' }), 'conflict');
    one.when(pause('09:10')).refuses(start('09:24', { session_id: 's2' }), 'conflict');
    one
      .when(start('09:25', { session_id: 's2' }))
      .gives(over('finished', '09:25', 25, { by: SYSTEM }), begun('09:25', { session_id: 's2' }));
  });

  test.each([
    ['completed', false, 'conflict'],
    ['skipped', false, 'conflict'],
    ['completed', true, 'archived'],
    ['pending', true, 'archived'],
  ])('of a task that is %s (archived: %s) is refused with %s', (status, archived, code) => {
    nobody().refuses(start('09:00', { task: { id: 't1', status, archived } }), code);
  });

  test.each(['pending', 'in_progress', 'missed'])('can have a task that is %s', (status) => {
    nobody()
      .when(start('09:00', { task: { ...TASK, status } }))
      .gives(begun('09:00'));
  });

  test('is refused in a box that is over', () => {
    nobody().refuses(start('09:45', { box: BOX }), 'deadline_passed');
    nobody()
      .when(start('09:44', { box: BOX }))
      .gives(begun('09:44', { box_id: 'b1', minutes: 45 }));
  });
});

describe('pauses', () => {
  test('are left out of the time, and move the end', () => {
    const paused = nobody().when(start('09:00')).when(pause('09:10')).gives(turned('FocusPaused', '09:10'));
    paused.when(pause('09:12')).gives();
    const resumed = paused.when(resume('09:30')).gives(turned('FocusResumed', '09:30'));
    resumed.when(resume('09:31')).gives();
    expect(resumed.state.current && endsAt(resumed.state.current)).toBe(at('09:45'));
    resumed.when(advance('09:44')).gives();
    resumed.when(advance('11:00')).gives(over('finished', '09:45', 25, { by: SYSTEM }));
    resumed.when(stop('09:40')).gives(over('stopped', '09:40', 20));
  });

  test('of two hours end the session when the pause began, and the pause ends with it', () => {
    const paused = nobody().when(start('09:00')).when(pause('09:10'));
    paused.when(advance('11:09')).gives();
    paused.when(resume('11:09')).gives(turned('FocusResumed', '11:09'));
    paused.refuses(resume('11:10'), 'conflict');
    const ended = paused.when(advance('11:10')).gives(over('abandoned', '09:10', 10, { at: at('11:10'), by: SYSTEM }));
    expect(ended.state.last).toMatchObject({ ended_at: at('09:10'), pauses: [{ from: at('09:10'), to: at('09:10') }] });
    ended.when(advance('12:00')).gives();
  });

  test('end with a session that is stopped', () => {
    const ended = nobody()
      .when(start('09:00'))
      .when(pause('09:10'))
      .when(stop('09:20'))
      .gives(over('stopped', '09:20', 10));
    expect(ended.state.last?.pauses).toEqual([{ from: at('09:10'), to: at('09:20') }]);
  });
});

describe('a session that has ended', () => {
  test('is refused as one, also before its end was recorded, and an unknown one is not found', () => {
    const ended = nobody().when(start('09:00')).when(stop('09:10'));
    for (const command of [pause('09:11'), resume('09:11'), stop('09:11')]) ended.refuses(command, 'conflict');
    nobody().when(start('09:00')).refuses(pause('09:25'), 'conflict');
    expect(nobody().refuses(pause('09:00'), 'not_found').message).toBe('There is no such focus session.');
    ended.when(start('09:30', { session_id: 's2' })).refuses(stop('09:31'), 'conflict');
  });

  test('and one that has changed are refused to somebody who read another version', () => {
    const paused = nobody().when(start('09:00')).when(pause('09:10'));
    paused.refuses(stop('09:11', { if_match: 0 }), 'precondition_failed');
    const ended = paused.when(stop('09:11', { if_match: 1 })).gives(over('stopped', '09:11', 10));
    ended.refuses(stop('09:12', { if_match: 1 }), 'precondition_failed');
    ended.refuses(stop('09:12', { if_match: 2 }), 'conflict');
  });
});

describe('what closes the task', () => {
  test('ends its session, and no other one', () => {
    const one = nobody().when(start('09:00'));
    one.when(follow('09:10')).gives(over('completed', '09:10', 10));
    one.when(follow('09:10', { end: 'stopped' })).gives(over('stopped', '09:10', 10));
    one.when(follow('09:10', { task_id: 't2' })).gives();
    nobody().when(follow('09:10')).gives();
  });

  test('ends no session that began later, however late this is carried out', () => {
    nobody().when(start('09:00')).when(follow('08:59')).gives();
    nobody()
      .when(start('09:00'))
      .when(follow('09:00'))
      .gives(over('completed', '09:00', 0));
  });

  test('cannot end a session before it was paused', () => {
    const ended = nobody().when(start('09:00')).when(pause('09:10')).when(follow('09:05'));
    ended.gives(over('completed', '09:10', 10));
  });

  test('leaves a session as it ended by itself', () => {
    nobody()
      .when(start('09:00'))
      .when(follow('10:00'))
      .gives(over('finished', '09:25', 25, { by: SYSTEM }));
  });
});

type Step = readonly [type: 'Pause' | 'Resume', seconds: number];
const steps = fc.array(fc.tuple(fc.constantFrom('Pause' as const, 'Resume' as const), fc.integer({ min: 0, max: 9_000 })), {
  maxLength: 12,
});

test('over any pauses, a job that records the end late records what one in time records', () => {
  const instant = (seconds: number) => new Date(Date.parse(at('09:00')) + seconds * 1_000).toISOString();
  const live = (all: readonly Step[], inTime: boolean) => {
    let [story, seconds] = [nobody().when(start('09:00')), 0];
    for (const [type, by] of all) {
      seconds += by;
      const now = instant(seconds);
      const end = story.state.current && endByTime(story.state.current);
      if (inTime && end && end.at <= now) story = story.when({ type: 'Advance', now: end.at });
      try {
        story = story.when({ type, session_id: 's1', now, if_match: null });
      } catch (error) {
        // The session has ended.
        if (!(error instanceof RuleViolation)) throw error;
      }
    }
    return story.when({ type: 'Advance', now: instant(seconds + 100_000) }).state.last;
  };
  fc.assert(
    fc.property(steps, (all) => {
      const ended = live(all, false);
      expect(ended).toEqual(live(all, true));
      expect(ended?.pauses.every(({ to }) => to !== null && to <= (ended.ended_at ?? ''))).toBe(true);
    }),
  );
});

test('a session is shown as time has left it, whether or not its end was recorded', () => {
  const { current } = nobody().when(start('09:00')).state;
  if (current === null) throw new Error('The session was not started.');
  expect([stateOf(settled(current, at('09:24'))), focusedSeconds(current, at('09:24'))]).toEqual(['running', 24 * 60]);
  const ended = settled(current, at('09:25'));
  expect([stateOf(ended), ended.end, ended.ended_at, focusedSeconds(ended, at('12:00'))]).toEqual([
    'ended',
    'finished',
    at('09:25'),
    1_500,
  ]);
});
