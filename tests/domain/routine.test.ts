import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Decided, SYSTEM } from '../../src/domain/kernel/event.ts';
import { type ChangeRoutine, type RoutineCommand, routineDecider, type StartRoutine } from '../../src/domain/routine/decide.ts';
import type { RoutineChange, RoutineChangeEvent, RoutineEvent, RoutineFields } from '../../src/domain/routine/events.ts';
import { nextDates } from '../../src/domain/routine/next-dates.ts';
import { evolve, initial, type Routine, type RoutineState } from '../../src/domain/routine/state.ts';
import { given, type Scenario } from '../support/given.ts';

type Story = Scenario<RoutineState, RoutineCommand, RoutineEvent>;

const OWNER = 'u1';
function at(now: string, zone = 'Europe/Berlin') {
  const sent = { owner: OWNER, now: now.replace(/Z$/, '.000Z'), zone };
  return {
    start: (fields: Partial<StartRoutine['fields']> = {}, texts: Partial<StartRoutine['texts']> = {}): RoutineCommand => ({
      type: 'Start',
      ...sent,
      fields: { rrule: 'FREQ=DAILY', ...fields },
      texts: { title: 'Stand up', ...texts },
    }),
    change: (fields: ChangeRoutine['fields'] = {}, more: Partial<ChangeRoutine> = {}): RoutineCommand => ({
      type: 'Change',
      ...sent,
      if_match: null,
      fields,
      texts: {},
      ...more,
    }),
    end: (if_match: number | null = null): RoutineCommand => ({ type: 'End', ...sent, if_match }),
    note: (of: string | null): RoutineCommand => ({
      type: 'NoteApplied',
      owner: OWNER,
      at: sent.now,
      of,
      through: '2026-12-04',
      current: null,
    }),
  };
}
const nobody = (): Story => given(routineDecider, { stream: 'routine-r1', owner: OWNER });
const NOON = '2026-11-20T11:00:00Z';
const started = (fields: Partial<StartRoutine['fields']> = {}): Story => nobody().when(at(NOON).start(fields));

const changed = (type: RoutineChangeEvent['type'], data: Partial<RoutineChange>, texts?: object): Decided<RoutineEvent> =>
  ({
    type,
    data: { set: {}, was: {}, own_texts: [], texts: {}, was_texts: {}, ...data },
    ...(texts && { private: texts }),
  }) as Decided<RoutineEvent>;
/** What a daily routine that is started at noon on 20 November contains, where a test says nothing else. */
const DAILY: RoutineFields = {
  rrule: 'FREQ=DAILY',
  start_date: '2026-11-20',
  until: null,
  due_time: null,
  mode: 'due',
  verification_type: 'none',
  priority: 'none',
  estimate_minutes: null,
  paused: false,
  ended: false,
  from_date: '2026-11-20',
  created_at: '2026-11-20T11:00:00.000Z',
};
const startedEvent = (fields: Partial<RoutineFields> = {}) =>
  changed('RoutineStarted', { set: { ...DAILY, ...fields }, own_texts: ['title'] }, { title: 'Stand up' });
const appliedEvent = (of: string) => ({ type: 'RoutineApplied', data: { of, through: '2026-12-04', current: null }, by: SYSTEM }) as const;
const fieldsOf = (story: Story) => (story.state as Routine).fields;
const last = (story: Story) => story.fresh.at(-1)?.data as RoutineChange;

describe('the limits of an account', () => {
  const command = (more: Partial<StartRoutine>, fields: Partial<StartRoutine['fields']> = {}) =>
    ({ ...at(NOON).start(fields), ...more }) as RoutineCommand;

  test('are 500 routines, and repeating the start of the 500th adds none', () => {
    nobody().refuses(command({ routines: 500 }), 'limit_reached');
    nobody()
      .when(command({ routines: 499 }))
      .gives(startedEvent())
      .when(command({ routines: 500 }))
      .gives();
  });

  test('let a routine start only if there is room for the tasks of its next days', () => {
    nobody().refuses(command({ room: 14 }), 'limit_reached');
    nobody()
      .when(command({ room: 15 }))
      .gives(startedEvent());
    nobody().refuses(command({ room: 0 }, { mode: 'completion' }), 'limit_reached');
    nobody()
      .when(command({ room: 1 }, { mode: 'completion' }))
      .gives(startedEvent({ mode: 'completion' }));
    nobody()
      .when(command({ room: 0 }, { start_date: '2027-03-01' }))
      .gives(startedEvent({ start_date: '2027-03-01', from_date: '2027-03-01' }));
  });

  test('are 500 future dates from which routines change', () => {
    const change = (elsewhere: number) => at(NOON).change({ due_time: '09:00' }, { from: '2026-12-01', elsewhere });
    started().refuses(change(500), 'conflict');
    started()
      .when(change(499))
      .gives(changed('RoutineChanged', { set: { due_time: '09:00' }, was: { due_time: null }, from: '2026-12-01' }));
  });

  test('count a date as a future one up to the day before it', () => {
    const story = started().when(at(NOON).change({ priority: 'high' }, { from: '2026-11-25' }));
    const later = (now: string) => at(now).change({ due_time: '09:00' }, { from: '2026-12-01', elsewhere: 499 });
    story.refuses(later('2026-11-24T11:00:00Z'), 'conflict');
    story
      .when(later('2026-11-25T11:00:00Z'))
      .gives(changed('RoutineChanged', { set: { due_time: '09:00' }, was: { due_time: null }, from: '2026-12-01' }));
  });
});

test('the last date by COUNT is computed at the change that sets it, separately for each span', () => {
  const story = started({ rrule: 'FREQ=DAILY;COUNT=10' });
  const reach = (told: Story) => [...(told.state as Routine).earlier, told.state as Routine].map(({ last_by_count }) => last_by_count);
  expect(reach(story)).toEqual(['2026-11-29']);
  const split = story.when(at(NOON).change({ rrule: 'FREQ=DAILY;COUNT=5', start_date: '2026-11-25' }, { from: '2026-11-25' }));
  expect(reach(split)).toEqual(['2026-11-29', '2026-11-29']);
  expect(reach(split.when(at(NOON).change({ start_date: '2026-11-22' })))).toEqual(['2026-12-01', '2026-11-26']);
  expect(reach(split.when(at(NOON).change({ rrule: 'FREQ=DAILY' })))).toEqual([null, null]);
});

describe('starting a routine', () => {
  test('records all fields and seals its texts', () => {
    const story = nobody()
      .when(at(NOON).start({ rrule: 'RRULE:FREQ=WEEKLY' }, { tags: ['a'], description: '' }))
      .gives(
        changed(
          'RoutineStarted',
          { set: { ...DAILY, rrule: 'FREQ=WEEKLY' }, own_texts: ['title', 'tags'] },
          { title: 'Stand up', tags: ['a'] },
        ),
      );
    expect(fieldsOf(story)).toEqual({ ...DAILY, rrule: 'FREQ=WEEKLY' });
  });

  test('begins with today while it can still be in time, and never before the start date', () => {
    expect(fieldsOf(started({ due_time: '12:00' })).from_date).toBe('2026-11-20');
    expect(fieldsOf(started({ due_time: '11:59' })).from_date).toBe('2026-11-21');
    expect(fieldsOf(started({ start_date: '2027-01-01' })).from_date).toBe('2027-01-01');
    expect(fieldsOf(started({ start_date: '2020-01-01' })).from_date).toBe('2026-11-20');
  });

  test('reads an UNTIL that is an instant as a date in the owner’s zone, which stays after a move', () => {
    const story = started({ rrule: 'FREQ=DAILY;UNTIL=20261231T233000Z' });
    expect(fieldsOf(story).until).toBe('2027-01-01');
    expect(fieldsOf(story.when(at(NOON, 'America/New_York').change({ priority: 'high' }))).until).toBe('2027-01-01');
  });

  test('a second time changes nothing', () => {
    started()
      .when(at('2026-11-21T11:00:00Z').start({ rrule: 'FREQ=YEARLY' }))
      .gives();
  });

  test.each(['FREQ=MINUTELY', 'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30', 'FREQ=DAILY;UNTIL=20261119'])('%s is refused', (rrule) => {
    expect(nobody().refuses(at(NOON).start({ rrule }), 'validation_failed').fields).toEqual({ rrule: [expect.any(String)] });
  });
});

describe('a change of a routine', () => {
  test('records the new and the former values, and nothing where nothing changes', () => {
    const story = started({ due_time: '18:00' })
      .when(at(NOON).change({ due_time: '19:00', priority: 'none' }))
      .gives(changed('RoutineChanged', { set: { due_time: '19:00' }, was: { due_time: '18:00' } }));
    story.when(at(NOON).change({ due_time: '19:00', rrule: 'RRULE:FREQ=DAILY' })).gives();
  });

  test('of the rule counts from the day on which it was made; of another field from the former start', () => {
    const [then, now] = ['2026-11-20T11:00:00Z', at('2026-11-25T11:00:00Z')];
    const story = nobody().when(at(then).start());
    expect(fieldsOf(story.when(now.change({ rrule: 'FREQ=WEEKLY' }))).from_date).toBe('2026-11-25');
    expect(fieldsOf(story.when(now.change({ mode: 'completion' }))).from_date).toBe('2026-11-25');
    expect(fieldsOf(story.when(now.change({ priority: 'high' }))).from_date).toBe('2026-11-20');
    const back = story.when(now.change({}, { paused: true })).when(at('2026-12-01T11:00:00Z').change({}, { paused: false }));
    expect(fieldsOf(back)).toMatchObject({ paused: false, from_date: '2026-12-01' });
  });

  test('that removes a text sets it to null', () => {
    const story = nobody()
      .when(at(NOON).start({}, { description: 'Long' }))
      .when(at(NOON).change({}, { texts: { description: '' } }));
    expect((story.state as Routine).texts.description).toBeNull();
    expect(last(story).texts).toEqual({ description: null });
  });

  test('records pausing and resuming as events of their own, each once', () => {
    const paused = started()
      .when(at(NOON).change({ priority: 'low' }, { paused: true }))
      .gives(
        changed('RoutineChanged', { set: { priority: 'low' }, was: { priority: 'none' } }),
        changed('RoutinePaused', { set: { paused: true }, was: { paused: false } }),
      );
    paused.when(at(NOON).change({}, { paused: true })).gives();
    paused.when(at('2026-11-25T11:00:00Z').change({}, { paused: false })).gives(
      changed('RoutineResumed', {
        set: { paused: false, from_date: '2026-11-25' },
        was: { paused: true, from_date: '2026-11-20' },
      }),
    );
  });

  test('is refused to other people, after the end, and to somebody who read another version', () => {
    const story = started();
    story.refuses({ ...at(NOON).change({ priority: 'low' }), owner: 'u2' } as RoutineCommand, 'not_found');
    story.refuses(at(NOON).change({ priority: 'low' }, { if_match: 3 }), 'precondition_failed');
    story
      .when(at(NOON).end())
      .gives(changed('RoutineEnded', { set: { ended: true }, was: { ended: false } }))
      .refuses(at(NOON).change({ priority: 'low' }), 'not_found');
    nobody().refuses(at(NOON).end(), 'not_found');
  });
});

test('is recorded once as applied, without a new version', () => {
  const story = started().when(at(NOON).note('routine-r1@0')).gives(appliedEvent('routine-r1@0'));
  expect((story.state as Routine).version).toBe(0);
  story.when(at(NOON).note('routine-r1@0')).gives();
  story.when(at(NOON).end()).when(at(NOON).note('routine-r1@2')).gives(appliedEvent('routine-r1@2'));
});

test('is folded for events in any order, and for unknown ones, without an error', () => {
  const told = started()
    .when(at(NOON).change({ priority: 'low' }, { paused: true }))
    .when(at(NOON).note('routine-r1@1'))
    .when(at(NOON).end()).past;
  fc.assert(
    fc.property(fc.shuffledSubarray([...told]), (events) => {
      const state = events.reduce(evolve, initial);
      expect(evolve(state, { ...told[0], type: 'FromTheFuture' } as never)).toBe(state);
    }),
  );
});

describe('the next dates of a routine', () => {
  const ahead = { now: '2026-11-20T11:00:00.000Z', zone: 'Europe/Berlin', limit: 5, chain: [], made: 0 };
  test('begin today while it can still be in time', () => {
    expect(nextDates(fieldsOf(started({ due_time: '12:00' })), ahead)[0]).toBe('2026-11-20');
    expect(nextDates(fieldsOf(started({ due_time: '12:00' })), { ...ahead, now: '2026-11-20T11:00:00.001Z' })[0]).toBe('2026-11-21');
  });
  test('are fewer when the rule ends, and none while the routine is paused', () => {
    const until = started({ rrule: 'FREQ=DAILY;UNTIL=20261122' });
    expect(nextDates(fieldsOf(until), ahead)).toEqual(['2026-11-20', '2026-11-21', '2026-11-22']);
    expect(nextDates(fieldsOf(until.when(at(NOON).change({}, { paused: true }))), ahead)).toEqual([]);
  });
  test('counted from completion follow the open occurrence and end with COUNT', () => {
    const story = started({ rrule: 'FREQ=DAILY;INTERVAL=3;COUNT=4', mode: 'completion' });
    const chain = [
      { date: '2026-11-20', closed: '2026-11-21' },
      { date: '2026-11-24', closed: null },
    ];
    expect(nextDates(fieldsOf(story), { ...ahead, chain, made: 2 })).toEqual(['2026-11-24', '2026-11-27', '2026-11-30']);
  });
});
