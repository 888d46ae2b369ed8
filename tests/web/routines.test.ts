import { QueryClient } from '@tanstack/react-query';
import { afterEach, describe, expect, it, test, vi } from 'vitest';
import { snake } from '../../web/api/names.ts';
import { ApiError } from '../../web/api/problem.ts';
import { type Routine, routineKeys } from '../../web/api/routines.ts';
import { taskKeys } from '../../web/api/tasks.ts';
import { refusedFields } from '../../web/forms/refusal.ts';
import { dropRoutine, putRoutine, useNewRoutine } from '../../web/recurrence/routine-acts.ts';
import { ruleFrom } from '../../web/recurrence/rule.ts';
import {
  bodyOf,
  changesFrom,
  changesOf,
  fieldOf,
  newDraft,
  type RoutineDraft,
  typedRoutine,
  typedRoutineFrom,
} from '../../web/routines/routine-draft.ts';
import { readsBegun, renderHook } from './examples.ts';

const TODAY = '2026-11-19';
const ROUTINE: Routine = {
  id: 'r1',
  title: 'Stand-up notes',
  description: '',
  rrule: 'RRULE:FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR',
  startDate: '2026-10-01',
  dueTime: '09:00',
  mode: 'due',
  verificationType: 'none',
  proofRequirement: null,
  priority: 'none',
  tags: ['work'],
  estimateMinutes: 15,
  paused: false,
  nextDates: [],
  streak: { current: 0, longest: 0 },
  createdAt: '2026-10-01T08:00:00Z',
};

/** What is wrong with a routine as it was typed, by field. */
const faultsOf = (draft: RoutineDraft): Record<string, string> =>
  Object.fromEntries(typedRoutine.safeParse(draft).error?.issues.map(({ path, message }) => [String(path[0]), message]) ?? []);

describe('a routine as a form', () => {
  it('is sent unchanged if nothing was edited', () => {
    expect(changesOf(typedRoutineFrom(ROUTINE), typedRoutineFrom(ROUTINE))).toEqual({});
    expect(bodyOf(typedRoutineFrom(ROUTINE))).toEqual({
      title: 'Stand-up notes',
      description: '',
      rrule: 'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR',
      startDate: '2026-10-01',
      dueTime: '09:00',
      mode: 'due',
      verificationType: 'none',
      proofRequirement: null,
      priority: 'none',
      tags: ['work'],
      estimateMinutes: 15,
    });
  });

  it('sends only what differs', () => {
    const draft = typedRoutineFrom(ROUTINE);
    expect(changesOf(draft, { ...draft, mode: 'completion', dueTime: null })).toEqual({
      mode: 'completion',
      dueTime: null,
    });
  });

  it('keeps a rule that has no plain words', () => {
    const own = typedRoutineFrom({ ...ROUTINE, rrule: 'RRULE:FREQ=YEARLY;BYWEEKNO=20' });
    expect(own.rule).toBeNull();
    expect(bodyOf(own).rrule).toBe('FREQ=YEARLY;BYWEEKNO=20');
    expect(faultsOf({ ...own, rrule: ' ' }).rule).toBe('A recurrence rule is required.');
  });

  it('reports what is missing', () => {
    const draft = newDraft(TODAY);
    expect(faultsOf(draft)).toEqual({ title: 'Title is required.' });
    const with_ = (rule: Partial<Parameters<typeof ruleFrom>[1]> & { unit: 'day' | 'week' | 'month' | 'year' }) =>
      faultsOf({ ...draft, title: 'x', rule: ruleFrom(TODAY, rule) });
    expect(with_({ unit: 'week', weekdays: [] }).rule).toBe('Choose at least one day.');
    expect(with_({ unit: 'day', every: Number.NaN }).rule).toMatch(/^Every how many/);
    expect(with_({ unit: 'month', on: { kind: 'day', day: 32 } }).rule).toBe('A day of the month, 1 to 31.');
    expect(with_({ unit: 'day', ends: { kind: 'count', count: 0 } }).rule).toMatch(/^How many times/);
    expect(with_({ unit: 'day', ends: { kind: 'until', date: '2026-11-18' } }).rule).toBe('It would end before it begins.');
    expect(with_({ unit: 'day' })).toEqual({});
    expect(faultsOf({ ...draft, title: 'x', dueDate: null }).dueDate).toBe('A day to count from is required.');
  });

  it("shows the server's faults at their fields", () => {
    const errors = { rrule: ['This rule yields no date.'], startDate: ['To 2100.'], title: ['Too long.'] };
    const error = new ApiError('No.', { status: 422, code: 'validation_failed', errors });
    expect(Object.fromEntries(refusedFields<RoutineDraft>(error, fieldOf).fields)).toEqual({
      rule: 'This rule yields no date.',
      dueDate: 'To 2100.',
      title: 'Too long.',
    });
  });
});

it("the choice 'this and later' sends the day, from which a new rule counts unless another day is chosen", () => {
  const before = typedRoutineFrom(ROUTINE);
  const from = '2026-11-25';
  const renamed = { ...before, title: 'Sit down' };
  expect(changesFrom(before, renamed, from)).toEqual({ title: 'Sit down', from });
  const other = { ...before, rule: null, rrule: 'FREQ=DAILY;INTERVAL=3' };
  expect(changesFrom(before, other, from)).toEqual({ rrule: 'FREQ=DAILY;INTERVAL=3', startDate: from, from });
  const moved = { ...other, dueDate: '2026-11-28' };
  expect(changesFrom(before, moved, from)).toMatchObject({ startDate: '2026-11-28', from });
});

afterEach(() => vi.unstubAllGlobals());

const routine = (id: string, title = 'Run'): Routine => ({
  id,
  title,
  description: null,
  rrule: 'FREQ=DAILY',
  startDate: '2026-11-19',
  dueTime: null,
  mode: 'due',
  verificationType: 'none',
  proofRequirement: null,
  priority: 'none',
  tags: [],
  estimateMinutes: null,
  paused: false,
  nextDates: [],
  streak: { current: 0, longest: 0 },
  createdAt: '2026-11-19T08:00:00Z',
});
const titles = (client: QueryClient) => client.getQueryData<Routine[]>(routineKeys.list())?.map(({ title }) => title);

test('a saved routine keeps its place in the list, and its ETag in the single entry; a new one comes last', () => {
  const client = new QueryClient();
  putRoutine(client, { routine: routine('a'), etag: '"1"' });
  expect(titles(client)).toBeUndefined();
  client.setQueryData(routineKeys.list(), [routine('a', 'A'), routine('b', 'B')]);
  client.setQueryData(routineKeys.one('a'), { routine: routine('a', 'A'), etag: '"1"' });
  putRoutine(client, { routine: routine('a', 'Renamed'), etag: '"2"' });
  putRoutine(client, { routine: routine('c', 'C'), etag: '"1"' });
  expect(titles(client)).toEqual(['Renamed', 'B', 'C']);
  expect(client.getQueryData(routineKeys.one('a'))).toMatchObject({ routine: { title: 'Renamed' }, etag: '"2"' });
  dropRoutine(client, 'b');
  expect(titles(client)).toEqual(['Renamed', 'C']);
});

test('a created routine is in the list, and only its new tasks are read', async () => {
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json(snake(routine('new', 'New')), { status: 201, headers: { etag: '"1"' } })));
  const client = new QueryClient();
  client.setQueryData(routineKeys.list(), []);
  for (const key of [taskKeys.list(), taskKeys.missed()]) client.setQueryData(key, []);
  const made: string[] = [];
  const { create } = renderHook(client, () => useNewRoutine(({ title }) => made.push(title)));
  await create({ title: 'New', rrule: 'FREQ=DAILY' });
  await readsBegun();
  expect([titles(client), made]).toEqual([['New'], ['New']]);
  const stale = [routineKeys.list(), taskKeys.list(), taskKeys.missed()].map((key) => client.getQueryState(key)?.isInvalidated);
  expect(stale).toEqual([false, true, false]);
});
