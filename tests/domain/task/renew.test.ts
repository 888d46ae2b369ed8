import { describe, expect, test } from 'vitest';
import type { TaskCommand } from '../../../src/domain/task/commands.ts';
import { type ExpectedEvent, missed, promisedAt, raised, resolved } from '../../support/task-events.ts';
import { at, BERLIN, nobody, openAlerts, storyOf } from '../../support/task-story.ts';

const DAY = '2026-11-20';
const START = '2026-11-20T08:00:00.000Z';
const NOON = '2026-11-20T11:00:00.000Z';
const AFTER = '2026-11-20T15:00:00.000Z';
const LATER = '2026-11-22T08:00:00.000Z';
const TO = { due_date: '2026-11-23', due_time: '17:30' };

const promise = at(START).promise({ due_date: DAY, due_time: '12:00' });
const overdue = storyOf(promise, at(AFTER).advance());
const skipped = storyOf(promise, at('2026-11-20T09:00:00.000Z').skip());

const renewed = (again: string, due_time: string | null, now = AFTER): ExpectedEvent => ({
  type: 'TaskRenewed',
  data: { again, due_date: TO.due_date, due_time, zone: BERLIN },
  at: now,
});

describe('promising a task again', () => {
  test('resolves the alert about the miss and leaves the task as it is', () => {
    const story = overdue.when(at(AFTER).renew('t2', TO));
    story.gives(renewed('t2', '17:30'), resolved('missed', NOON, 'promised_again', AFTER));
    expect(openAlerts(overdue)).toEqual(['missed']);
    expect(openAlerts(story)).toEqual([]);
    expect([story.state.fields, story.state.version]).toEqual([overdue.state.fields, overdue.state.version]);
  });

  test('records a miss first that nobody has noted yet', () => {
    const soon = storyOf(promise, at('2026-11-20T10:30:00.000Z').advance());
    soon
      .when(at(AFTER).renew('t2', TO))
      .gives(
        missed(DAY, NOON),
        resolved('due_2h', NOON, 'missed', NOON),
        raised('missed', NOON, NOON),
        renewed('t2', '17:30'),
        resolved('missed', NOON, 'promised_again', AFTER),
      );
  });

  test('resolves no alert of a skipped task, since it has none', () => {
    skipped.when(at(AFTER).renew('t2', TO)).gives(renewed('t2', '17:30'));
  });

  test('raises no further alert about the same miss, also after the task was completed late and reopened', () => {
    const story = overdue.when(at(AFTER).renew('t2', TO));
    story.when(at(LATER).advance()).gives();
    const reopened = story.when(at(LATER).complete()).when(at(LATER).reopen());
    expect(reopened.state.fields.status).toBe('missed');
    expect(openAlerts(reopened)).toEqual([]);
  });

  test('raises the alert about a miss that comes after it', () => {
    const story = skipped.when(at('2026-11-20T09:30:00.000Z').renew('t2', TO)).when(at('2026-11-20T09:40:00.000Z').reopen());
    expect(openAlerts(story.when(at(AFTER).advance()))).toEqual(['missed']);
  });

  test('takes the old time where none is given, and no time for null', () => {
    const { due_date } = TO;
    overdue.when(at(AFTER).renew('t2', { due_date })).gives(renewed('t2', '12:00'), resolved('missed', NOON, 'promised_again', AFTER));
    expect(overdue.when(at(AFTER).renew('t2', { due_date, due_time: null })).state.again?.due_time).toBeNull();
  });

  test('is possible for an archived task', () => {
    const archived = overdue.when(at(AFTER).archive());
    archived.when(at(AFTER).renew('t2', TO)).gives(renewed('t2', '17:30'), resolved('missed', NOON, 'promised_again', AFTER));
  });

  test('is refused for a task that was neither missed nor skipped', () => {
    const EARLY = '2026-11-20T09:00:00.000Z';
    storyOf(promise).refuses(at(EARLY).renew('t2', TO), 'conflict');
    storyOf(promise, at(EARLY).start()).refuses(at(EARLY).renew('t2', TO), 'conflict');
    storyOf(promise, at(EARLY).complete()).refuses(at(EARLY).renew('t2', TO), 'conflict');
    overdue.when(at(AFTER).complete()).refuses(at(AFTER).renew('t2', TO), 'conflict');
    overdue.when(at(AFTER).remove()).refuses(at(AFTER).renew('t2', TO), 'not_found');
    nobody().refuses(at(AFTER).renew('t2', TO), 'not_found');
  });

  test('is refused while the first new task is open, and possible when that one is over', () => {
    const once = overdue.when(at(AFTER).renew('t2', TO));
    once.refuses(at(AFTER).renew('t3', TO), 'conflict');
    once.when(at(LATER).renew('t3', TO, { over: 't2' })).gives(renewed('t3', '17:30', LATER));
  });

  test('is refused if another request has promised it again since the one before was over', () => {
    const twice = overdue.when(at(AFTER).renew('t2', TO)).when(at(LATER).renew('t3', TO, { over: 't2' }));
    twice.refuses(at(LATER).renew('t4', TO, { over: 't2' }), 'conflict');
  });

  test('happens once for the same new task', () => {
    overdue.when(at(AFTER).renew('t2', TO)).when(at(LATER).renew('t2', TO)).gives();
  });

  test('is refused by field if the date or the time has passed', () => {
    const yesterday = overdue.refuses(at(AFTER).renew('t2', { due_date: '2026-11-19' }), 'validation_failed');
    expect(Object.keys(yesterday.fields ?? {})).toEqual(['due_date']);
    const today = overdue.refuses(at(AFTER).renew('t2', { due_date: DAY }), 'validation_failed');
    expect(Object.keys(today.fields ?? {})).toEqual(['due_time']);
  });

  test('is refused for another version of the task, and without room for one more', () => {
    overdue.refuses(at(AFTER).renew('t2', TO, { if_match: overdue.state.version - 1 }), 'precondition_failed');
    overdue.refuses(at(AFTER).renew('t2', TO, { room: 0 }), 'limit_reached');
    expect(overdue.when(at(AFTER).renew('t2', TO, { if_match: overdue.state.version, room: 1 })).fresh).toHaveLength(2);
  });
});

test('the new task is made by an event of its own, which names the old task', () => {
  const due = { due_date: DAY, due_time: '12:00' };
  const plain = at(START).promise(due);
  storyOf(plain).gives(promisedAt(START, { ...due, due_at: NOON }));
  const again = { ...plain, fields: { ...due, again_of: 't0' } } as TaskCommand;
  const event = promisedAt(START, { ...due, due_at: NOON }, { set: { again_of: 't0' } });
  storyOf(again).gives({ ...event, type: 'TaskPromisedAgain' } as ExpectedEvent);
  storyOf(again).refuses(at(START).undo(), 'nothing_to_undo');
});
