import { describe, expect, test } from 'vitest';
import { type ChangeRoutine, type RoutineCommand, routineDecider, type StartRoutine } from '../../src/domain/routine/decide.ts';
import { changedSpan, keptSpanOf, type RoutineChange, type RoutineEvent, spanFieldsOf } from '../../src/domain/routine/events.ts';
import { type ComingRoutine, type NextDatesOptions, nextDates } from '../../src/domain/routine/next-dates.ts';
import { type Routine, type RoutineState, routineOn } from '../../src/domain/routine/state.ts';
import { given, type Scenario } from '../support/given.ts';

type Story = Scenario<RoutineState, RoutineCommand, RoutineEvent>;

const SENT = { owner: 'u1', now: '2026-11-20T11:00:00.000Z', zone: 'Europe/Berlin' };
const STREAM = { stream: 'routine-r1', owner: 'u1' };
const start = (fields: Partial<StartRoutine['fields']> = {}, texts: object = {}, more: object = {}): RoutineCommand => ({
  type: 'Start',
  ...SENT,
  fields: { rrule: 'FREQ=DAILY', ...fields },
  texts: { title: 'Stand up', ...texts },
  ...more,
});
const change = (fields: ChangeRoutine['fields'], more: Partial<ChangeRoutine> = {}): RoutineCommand => ({
  type: 'Change',
  ...SENT,
  if_match: null,
  fields,
  texts: {},
  ...more,
});
const nobody = (): Story => given(routineDecider, STREAM);
const started = (fields: Partial<StartRoutine['fields']> = {}): Story => nobody().when(start(fields));
const routine = (story: Story): Routine => story.state as Routine;
const dataOf = (story: Story) => story.fresh.at(-1)?.data as RoutineChange;
const setBy = (story: Story) => dataOf(story)?.set;

describe('a change of a routine from a date on', () => {
  const split = started().when(change({ due_time: '09:00' }, { from: '2026-12-01' }));

  test('leaves the days before as they are', () => {
    expect(routineOn(routine(split), '2026-11-30').fields.due_time).toBeNull();
    expect(routineOn(routine(split), '2026-12-01').fields.due_time).toBe('09:00');
  });

  test('is followed by a change of all days, which is recorded if it changes any of them', () => {
    expect(setBy(split.when(change({ due_time: '09:00' })))).toEqual({ due_time: '09:00' });
    split.when(change({ due_time: '09:00' }, { from: '2026-12-01' })).gives();
  });

  test('does not pause or resume the routine', () => {
    const sentence = 'A routine is paused and resumed as a whole. Leave `from` out.';
    const refused = split.refuses(change({}, { from: '2026-12-05', paused: true }), 'validation_failed');
    expect(refused).toMatchObject({ message: sentence, fields: { from: [sentence] } });
    expect(setBy(split.when(change({ priority: 'low' }, { from: '2026-12-05', paused: false })))).toEqual({ priority: 'low' });
  });

  test('keeps the earlier days as they are when the routine is paused', () => {
    const paused = routine(split.when(change({}, { paused: true })));
    expect([paused.fields.paused, ...paused.earlier.map(({ fields }) => fields.paused)]).toEqual([true, false]);
  });

  test('counts from this date, or from the start if that is later', () => {
    expect(setBy(started().when(change({ rrule: 'FREQ=WEEKLY' }, { from: '2026-12-10' })))).toMatchObject({ from_date: '2026-12-10' });
    const later = started({ start_date: '2027-01-01' });
    expect(setBy(later.when(change({ rrule: 'FREQ=WEEKLY' }, { from: '2026-12-10' })))).toMatchObject({ from_date: '2027-01-01' });
  });

  test('is possible for 50 dates, and again for each of them', () => {
    const date = (index: number) => `2027-0${1 + Math.floor(index / 25)}-${String(1 + (index % 25)).padStart(2, '0')}`;
    let many = started();
    for (let index = 0; index < 50; index += 1) many = many.when(change({ estimate_minutes: 1 + index }, { from: date(index) }));
    const refused = many.refuses(change({ priority: 'high' }, { from: '2027-06-01' }), 'conflict');
    expect(refused.message).toBe('A routine can change from 50 dates on at most. Let some of them pass first.');
    expect(setBy(many.when(change({ priority: 'high' }, { from: date(7) })))).toEqual({ priority: 'high' });
    expect(setBy(many.when(change({ priority: 'high' })))).toEqual({ priority: 'high' });
  });

  test('is limited over all routines, while a change of all days and one from the same date again are not', () => {
    const more = { from: '2026-12-01', elsewhere: 500 };
    expect(split.refuses(change({ priority: 'high' }, { ...more, from: '2026-12-02' }), 'conflict').message).toBe(
      'Routines can change from 500 dates on at most, all of them together. Let some of those dates pass first.',
    );
    expect(setBy(split.when(change({ priority: 'high' }, { elsewhere: 500 })))).toEqual({ priority: 'high' });
    expect(setBy(split.when(change({ priority: 'high' }, { ...more, elsewhere: 499 })))).toEqual({ priority: 'high' });
  });
});

describe('a change of a routine', () => {
  test('of the start counts from the new start', () => {
    expect(setBy(started().when(change({ start_date: '2027-03-01' })))).toEqual({ start_date: '2027-03-01', from_date: '2027-03-01' });
  });

  test('of the mode counts from the earliest start of its parts', () => {
    const first = started({ start_date: '2027-01-10' });
    const earlierPart = first.when(change({ start_date: '2027-01-01' }, { from: '2027-02-01' }));
    expect(setBy(earlierPart.when(change({ mode: 'completion' })))).toEqual({ mode: 'completion', from_date: '2027-01-01' });
    const laterPart = first.when(change({ start_date: '2027-02-01' }, { from: '2027-02-01' }));
    expect(setBy(laterPart.when(change({ mode: 'completion' })))).toEqual({ mode: 'completion', from_date: '2027-01-10' });
    expect(setBy(laterPart.when(change({ priority: 'high' })))).toEqual({ priority: 'high' });
    expect(setBy(laterPart.when(change({ start_date: '2027-03-01' })))).toMatchObject({ from_date: '2027-03-01' });
  });

  test('to the rule that it has changes nothing, even in another zone', () => {
    const rrule = 'FREQ=DAILY;UNTIL=20261231T233000Z';
    const story = started({ rrule });
    story.when(change({ rrule, start_date: '2026-11-20' }, { zone: 'America/New_York' })).gives();
  });

  test('of a text keeps the former one, and removing a text that is not there changes nothing', () => {
    const story = started();
    const renamed = story.when(change({}, { texts: { title: 'Sit down' } }));
    expect(dataOf(renamed)).toEqual({
      set: {},
      was: {},
      own_texts: ['title'],
      texts: {},
      was_texts: { title: story.fresh[0]?.private },
    });
    expect(routine(renamed).texts.title).toContain('Sit down');
    story.when(change({}, { texts: { description: '' } })).gives();
  });

  test('is recorded for somebody who read the present version', () => {
    expect(started().when(change({ priority: 'low' }, { if_match: 0 })).fresh).toHaveLength(1);
  });

  test('that is refused says why', () => {
    expect(nobody().refuses(change({}), 'not_found').message).toBe('There is no such routine.');
    expect(started().refuses(change({}, { if_match: 3 }), 'precondition_failed').message).toBe(
      'This routine has changed since you read it. Read it again, then send your change anew.',
    );
    const never = 'This rule never comes: there is no date that fits it.';
    const refused = started().refuses(change({ rrule: 'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30' }), 'validation_failed');
    expect(refused).toMatchObject({ message: never, fields: { rrule: [never] } });
  });
});

describe('the start of a routine', () => {
  test('in a zone that does not exist is a fault of the program and not of the rule', () => {
    const nowhere = start({ rrule: 'FREQ=DAILY;UNTIL=20261231T233000Z', start_date: '2026-11-20' }, {}, { zone: 'No/Where' });
    expect(() => nobody().when(nowhere)).toThrow(RangeError);
  });

  test('without room for its days, or beside 500 others, is refused with a sentence', () => {
    expect(nobody().refuses(start({}, {}, { room: 0 }), 'limit_reached').message).toBe(
      'An account holds 20,000 tasks that are not archived, and there is no room for the days of this routine. Archive or delete some, then try again.',
    );
    expect(nobody().refuses(start({}, {}, { routines: 500 }), 'limit_reached').message).toBe(
      'You have 500 routines, which is as many as an account holds. End one of them, then try again.',
    );
  });
});

test('the state of a routine has its last change, and the changes that were applied', () => {
  const story = started();
  const [first] = story.fresh;
  expect(routine(story)).toMatchObject({
    status: 'there',
    owner: 'u1',
    earlier: [],
    applied: [],
    asked: { event_id: first?.id, at: SENT.now },
  });
  const note = (of: string | null): RoutineCommand => ({
    type: 'NoteApplied',
    owner: 'u1',
    at: SENT.now,
    of,
    through: '2026-12-04',
    current: null,
  });
  expect(routine(story.when(note('e1')).when(note(null))).applied).toEqual(['e1']);
  const [second] = story.when(change({ priority: 'low' })).fresh;
  expect(routineDecider.evolve(routineDecider.initial, second as NonNullable<typeof second>)).toEqual({ status: 'none' });
});

test('what read models keep of a part of a routine follows its changes', () => {
  const { fields, last_by_count } = routine(started({ rrule: 'FREQ=DAILY;COUNT=3' }));
  const { rrule, start_date, until, mode, from_date, due_time } = fields;
  const span = { rrule, start_date, until, mode, from_date, due_time, last_by_count };
  expect(keptSpanOf({ ...fields, last_by_count })).toEqual(span);
  expect(spanFieldsOf({ due_time: '09:00', priority: 'high' })).toEqual({ due_time: '09:00' });
  expect(changedSpan(span, { due_time: '09:00', priority: 'high' })).toEqual({ ...span, due_time: '09:00' });
  expect(changedSpan(span, { start_date: '2026-12-01' })).toEqual({ ...span, start_date: '2026-12-01', last_by_count: '2026-12-03' });
});

describe('the next dates of a routine', () => {
  const ahead: NextDatesOptions = { now: SENT.now, zone: SENT.zone, limit: 3, chain: [], made: 0 };
  const coming = (story: Story): ComingRoutine => {
    const { fields, earlier, last_by_count } = routine(story);
    return {
      ...fields,
      last_by_count,
      earlier: earlier.map(({ before, ...span }) => ({ ...span.fields, last_by_count: span.last_by_count, before })),
    };
  };

  test('leave out those that are decided, and are as many as were asked for', () => {
    expect(nextDates(coming(started()), { ...ahead, decided: new Set(['2026-11-20', '2026-11-22']) })).toEqual([
      '2026-11-21',
      '2026-11-23',
      '2026-11-24',
    ]);
  });

  test('follow the rule that applies on each of them', () => {
    const weekly = started().when(change({ rrule: 'FREQ=WEEKLY' }, { from: '2026-11-22' }));
    expect(nextDates(coming(weekly), { ...ahead, limit: 5 })).toEqual([
      '2026-11-20',
      '2026-11-21',
      '2026-11-27',
      '2026-12-04',
      '2026-12-11',
    ]);
    expect(nextDates(coming(weekly), ahead)).toEqual(['2026-11-20', '2026-11-21', '2026-11-27']);
  });

  test('counted from completion go on after the days of a rule that counts from due dates', () => {
    const story = started().when(change({ mode: 'completion' }, { from: '2026-11-22' }));
    expect(nextDates(coming(story), { ...ahead, limit: 4 })).toEqual(['2026-11-20', '2026-11-21', '2026-11-22', '2026-11-23']);
  });

  test('counted from completion begin with those that are open, and are as many as were asked for', () => {
    const story = started({ rrule: 'FREQ=DAILY;INTERVAL=3', mode: 'completion' });
    const chain = ['2026-11-20', '2026-11-21', '2026-11-22', '2026-11-23'].map((date) => ({ date, closed: null }));
    expect(nextDates(coming(story), { ...ahead, chain, made: 4 })).toEqual(['2026-11-20', '2026-11-21', '2026-11-22']);
    expect(nextDates(coming(story), { ...ahead, chain: [{ date: '2026-11-20', closed: '2026-11-25' }], made: 1 })[0]).toBe('2026-11-28');
  });

  test('of an ended routine are none', () => {
    expect(nextDates(coming(started().when({ type: 'End', ...SENT, if_match: null })), ahead)).toEqual([]);
  });
});
