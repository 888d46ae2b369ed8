import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays, localDate } from '../../src/domain/calendar/local.ts';
import { isOpen } from '../../src/domain/calendar/task-times.ts';
import type { NextCode, UnderWay } from '../../src/projections/task/next-tasks.ts';
import { nextTasks } from '../../src/projections/task/next-tasks.ts';
import { everyTask } from '../../src/projections/task/task-lists.ts';
import type { TaskDoc } from '../../src/projections/task/tasks.ts';
import { build } from './support/build.ts';
import { World } from './support/world.ts';

/** Monday 2 November 2026, 10:00 in Berlin. */
function begun(): World {
  const world = new World();
  world.register('u1');
  return world;
}

const NOTHING: UnderWay = { focused: null, boxed: [] };

/** The codes and ids of what is offered, as 'due_today a'. */
async function offered(world: World, { underWay = NOTHING, most = 100, owner = 'u1' } = {}): Promise<readonly string[]> {
  const { views } = await build(world.events);
  const found = await nextTasks(views, owner, { now: world.now, zone: world.zone }, underWay, most);
  return found.map(({ code, task }) => `${code} ${task.id}`);
}

type Fields = Parameters<World['promise']>[3];

function promise(world: World, tasks: Readonly<Record<string, Fields>>): void {
  for (const [id, fields] of Object.entries(tasks)) {
    world.later({ minutes: 1 });
    world.promise('u1', id, id, fields);
  }
}

describe('what to do next', () => {
  test('is nothing if nothing is open', async () => {
    const world = begun();
    expect(await offered(world)).toEqual([]);
    promise(world, { done: {}, gone: {}, away: {} });
    world.status('u1', 'done', 'completed');
    world.remove('u1', 'gone');
    world.task('u1', 'away', { type: 'Archive' });
    expect(await offered(world)).toEqual([]);
  });

  test('is in the order of its reasons, each task under the first that fits', async () => {
    const world = begun();
    promise(world, {
      far: { due_date: '2026-11-10' },
      undated: {},
      'later, last day': { due_date: '2026-11-09' },
      'later, tomorrow': { due_date: '2026-11-03' },
      today: { due_date: '2026-11-02' },
      soon: { due_date: '2026-11-02', due_time: '12:00' },
      proof: { due_date: '2026-11-02', due_time: '11:00', verification_type: 'general' },
    });
    world.status('u1', 'proof', 'completed');
    world.later({ hours: 1, minutes: 53 });
    const rest = ['due_today today', 'due_later later, tomorrow', 'due_later later, last day', 'undated undated', 'far far'];
    expect(await offered(world)).toEqual(['proof_ends proof', 'due_soon soon', ...rest]);
    world.later({ minutes: 1 });
    expect(await offered(world)).toEqual(['proof_ends proof', ...rest]);
  });

  test('has what is due within two hours, the last instant included, by its due instant', async () => {
    const world = begun();
    promise(world, {
      'at 12:05': { due_date: '2026-11-02', due_time: '12:05', priority: 'high' },
      'at 12:04': { due_date: '2026-11-02', due_time: '12:04' },
      'at 12:06': { due_date: '2026-11-02', due_time: '12:06', priority: 'high' },
    });
    world.later({ minutes: 2 });
    expect(await offered(world)).toEqual(['due_soon at 12:04', 'due_soon at 12:05', 'due_today at 12:06']);
  });

  test('leaves out what is overdue, even before the miss is recorded', async () => {
    const world = begun();
    promise(world, { over: { due_date: '2026-11-02', due_time: '11:00' } });
    world.later({ minutes: 59 });
    expect(await offered(world)).toEqual(['due_soon over']);
    world.later({ minutes: 1 });
    expect(await offered(world)).toEqual([]);
    world.task('u1', 'over', { type: 'Advance' });
    expect(await offered(world)).toEqual([]);
  });

  test('is ordered by priority, due instant, estimate and age within a day', async () => {
    const world = begun();
    const at = (due_time: string | null, more: Fields = {}): Fields => ({ due_date: '2026-11-02', due_time, ...more });
    promise(world, {
      'no estimate': at('18:00'),
      long: at('18:00', { estimate_minutes: 60 }),
      'short, younger': at('18:00', { estimate_minutes: 5 }),
      'low, evening': at('21:00', { priority: 'low' }),
      'low, afternoon': at('15:00', { priority: 'low' }),
      high: at(null, { priority: 'high' }),
      medium: at(null, { priority: 'medium' }),
      'short, youngest': at('18:00', { estimate_minutes: 5 }),
    });
    expect(await offered(world)).toEqual(
      ['high', 'medium', 'low, afternoon', 'low, evening', 'short, younger', 'short, youngest', 'long', 'no estimate'].map(
        (id) => `due_today ${id}`,
      ),
    );
  });

  test('has the oldest of equal priority first among the tasks without a due date, however many there are', async () => {
    const world = begun();
    for (let index = 0; index < 45; index += 1) promise(world, { [`t${index}`]: { priority: index % 2 === 1 ? 'low' : 'none' } });
    const low = Array.from({ length: 45 }, (_, index) => index).filter((index) => index % 2 === 1);
    const none = Array.from({ length: 45 }, (_, index) => index).filter((index) => index % 2 === 0);
    expect(await offered(world)).toEqual([...low, ...none].map((index) => `undated t${index}`));
    expect(await offered(world, { most: 2 })).toEqual(['undated t1', 'undated t3']);
  });

  test('has a proof to give within 24 hours, after a rejection too, but none in review and none archived', async () => {
    const world = begun();
    const due: Fields = { due_date: '2026-11-03', due_time: '12:00', verification_type: 'general' };
    promise(world, { waits: due, rejected: due, given: due, away: due, later: { ...due, due_time: '18:00' } });
    for (const id of ['waits', 'rejected', 'given', 'away', 'later']) world.status('u1', id, 'completed');
    const judges = { check: false, partner_id: 'p1', ai: false };
    const proof = { texts: { text: 'Look' }, file_ids: [], email_task_id: null, code_task_id: null, judges, checked: null, children: [] };
    for (const id of ['rejected', 'given']) world.task('u1', id, { type: 'SubmitProof', submission_id: id, ...proof });
    const verdict = { judge: 'partner', judge_id: 'p1', verdict: 'rejected', score: null, prompt_version: null, texts: {} } as const;
    world.task('u1', 'rejected', { type: 'ReviewProof', submission_id: 'rejected', review_id: 'r1', ...verdict });
    world.task('u1', 'away', { type: 'Archive' });
    world.now = '2026-11-03T10:59:59.999Z';
    expect(await offered(world)).toEqual([]);
    world.now = '2026-11-03T11:00:00.000Z';
    expect(await offered(world)).toEqual(['proof_ends rejected', 'proof_ends waits']);
  });

  test('offers the children of a task that has open ones, and the task once they are done', async () => {
    const world = begun();
    promise(world, {
      parent: { due_date: '2026-11-02', priority: 'high' },
      child: { parent_id: 'parent' },
      away: { parent_id: 'parent' },
    });
    world.task('u1', 'away', { type: 'Archive' });
    expect(await offered(world)).toEqual(['undated child']);
    world.status('u1', 'child', 'completed');
    expect(await offered(world)).toEqual(['due_today parent']);
  });

  test('begins with the focus session, then the time boxes in their order, missed tasks and parents too', async () => {
    const world = begun();
    promise(world, {
      parent: { due_date: '2026-11-20' },
      child: { parent_id: 'parent' },
      over: { due_date: '2026-11-02', due_time: '10:30' },
      other: {},
      done: {},
      gone: {},
    });
    world.status('u1', 'done', 'completed');
    world.remove('u1', 'gone');
    world.later({ hours: 1 });
    world.task('u1', 'over', { type: 'Advance' });
    const underWay = { focused: 'over', boxed: ['parent', 'over', 'done', 'gone', 'unknown', 'other'] };
    expect(await offered(world, { underWay })).toEqual(['focused over', 'boxed parent', 'boxed other', 'undated child']);
  });

  test('shows nothing of another owner', async () => {
    const world = begun();
    world.register('u2');
    promise(world, { mine: {} });
    expect(await offered(world, { owner: 'u2', underWay: { focused: 'mine', boxed: ['mine'] } })).toEqual([]);
  });
});

/** The rule, written for a whole list at once. */
function expected(all: readonly (TaskDoc & { readonly id: string })[], now: string, zone: string): readonly string[] {
  const today = localDate(now, zone);
  const open = all.filter((doc) => isOpen(doc.status) && !doc.deleted && !doc.archived);
  const offerable = open.filter(({ id }) => !open.some(({ parent_id }) => parent_id === id));
  const codeOf = ({ due_at }: TaskDoc): NextCode | null => {
    if (due_at === null) return 'undated';
    if (due_at < now) return null;
    if (Date.parse(due_at) - Date.parse(now) <= 7_200_000) return 'due_soon';
    const date = localDate(due_at, zone);
    return date === today ? 'due_today' : date <= addDays(today, 7) ? 'due_later' : 'far';
  };
  const codes: readonly NextCode[] = ['due_soon', 'due_today', 'due_later', 'undated', 'far'];
  const rank = { high: '0', medium: '1', low: '2', none: '3' };
  const keyOf = (code: NextCode, doc: TaskDoc): string => {
    const byDue = `${doc.due_at} ${doc.created_at} ${doc.id}`;
    const estimate = String(doc.estimate_minutes ?? 99_999).padStart(5, '0');
    if (code === 'due_soon' || code === 'far') return byDue;
    return `${rank[doc.priority]} ${doc.due_at} ${code === 'undated' ? '' : estimate} ${doc.created_at} ${doc.id}`;
  };
  return codes.flatMap((code) =>
    offerable
      .filter((doc) => codeOf(doc) === code)
      .map((doc) => [keyOf(code, doc), `${code} ${doc.id}`] as const)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([, shown]) => shown),
  );
}

test('over any tasks, what to do next is what the rule says of the whole list', () =>
  fc.assert(
    fc.asyncProperty(
      fc.array(
        fc.record({
          days: fc.option(fc.nat(10)),
          hour: fc.option(fc.integer({ min: 0, max: 23 })),
          priority: fc.constantFrom('high', 'medium', 'low', 'none'),
          estimate_minutes: fc.option(fc.constantFrom(5, 30)),
          parent: fc.option(fc.nat(20), { freq: 3 }),
          act: fc.constantFrom('leave', 'leave', 'start', 'complete', 'archive', 'delete'),
        }),
        { maxLength: 25 },
      ),
      fc.nat(30),
      fc.constantFrom('Europe/Berlin', 'Pacific/Kiritimati', 'America/Los_Angeles'),
      async (tasks, hours, zone) => {
        const world = new World();
        world.register('u1', zone);
        for (const [index, { days, hour, priority, estimate_minutes, parent, act }] of tasks.entries()) {
          world.later({ seconds: 1 });
          const due_date = days === null ? null : addDays(localDate(world.now, zone), days);
          const due_time = due_date === null || hour === null ? null : `${String(hour).padStart(2, '0')}:00`;
          const parent_id = parent !== null && parent < index && tasks[parent]?.parent === null ? `t${parent}` : null;
          world.promise('u1', `t${index}`, 'T', { due_date, due_time, priority, estimate_minutes, parent_id });
          if (act === 'start') world.status('u1', `t${index}`, 'in_progress');
          else if (act === 'complete') world.status('u1', `t${index}`, 'completed');
          else if (act === 'archive') world.task('u1', `t${index}`, { type: 'Archive' });
          else if (act === 'delete') world.remove('u1', `t${index}`);
        }
        world.later({ hours });
        const { views } = await build(world.events);
        const found = await nextTasks(views, 'u1', { now: world.now, zone }, NOTHING, 100);
        const all = (await Array.fromAsync(everyTask(views, 'u1'))).flat().map(({ doc }) => doc);
        expect(found.map(({ code, task }) => `${code} ${task.id}`)).toEqual(expected(all, world.now, zone));
      },
    ),
    { numRuns: 40 },
  ));
