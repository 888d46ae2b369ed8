import { expect, test } from 'vitest';
import type { Caller } from '../../../src/app/caller.ts';
import { startRoutine } from '../../../src/app/routine/routines.ts';
import { placeTask } from '../../../src/app/task/place.ts';
import { archiveTask, deleteTask, promiseTask, unarchiveTask, undoTask } from '../../../src/app/task/tasks.ts';
import { liveTasks } from '../../../src/projections/task/task-lists.ts';
import { numbers } from '../../projections/support/random-world.ts';
import { appForFile } from '../../support/app.ts';

let me: Caller;
const app = await appForFile((user) => {
  me = user;
});
const { done } = app;

const promise = async () => {
  app.clock.advance(1);
  return (await done(promiseTask(app, me, { title: 'A task' }))).id;
};
const tasks = async (count: number) => {
  const ids: string[] = [];
  for (let index = 0; index < count; index += 1) ids.push(await promise());
  return ids;
};
const place = (id: string, before: string | null) => {
  app.clock.advance(1);
  return done(placeTask(app, me, id, { before, ifMatch: null }));
};
const listed = async () => (await liveTasks(app.views, me.owner, { sort: 'place' }, { limit: 100 })).items;
const order = async () => (await listed()).map(({ id }) => id);

test('any moves give the order that the same moves give in a list', async () => {
  const pick = numbers(7);
  let expected = await tasks(9);
  expect(await order()).toEqual(expected);
  for (let move = 0; move < 80; move += 1) {
    const id = expected[pick(9)] as string;
    const others = expected.filter((one) => one !== id);
    const to = pick(9);
    expected = others.toSpliced(to, 0, id);
    await place(id, others[to] ?? null);
    expect(await order()).toEqual(expected);
  }
  expect(await order()).toEqual(expected);
  const next = await promise();
  expect(await order()).toEqual([...expected, next]);
});

test('a task that comes back from the archive or from its deletion has the place that it had, and no other has it', async () => {
  const [a, b, c, d] = (await tasks(4)) as [string, string, string, string];
  await done(archiveTask(app, me, b));
  await done(deleteTask(app, me, c));
  await place(d, a);
  await place(a, d);
  await place(d, null);
  expect(await order()).toEqual([a, d]);
  await done(unarchiveTask(app, me, b));
  await done(undoTask(app, me, c));
  expect(await order()).toEqual([a, b, c, d]);
  await place(d, c);
  await place(a, c);
  expect(await order()).toEqual([b, d, a, c]);
});

test('tasks that move to one place at the same time all get there', async () => {
  const ids = await tasks(6);
  const last = ids.at(-1) as string;
  await done(Promise.all(ids.slice(0, 5).map((id) => placeTask(app, me, id, { before: last, ifMatch: null }))));
  const places = (await listed()).map(({ doc }) => doc.place);
  expect(new Set(places).size).toBe(6);
  expect((await order()).at(-1)).toBe(last);
});

test('a move to where the task stands writes nothing', async () => {
  const [a, b, c] = (await tasks(3)) as [string, string, string];
  for (const [id, before] of [
    [a, b],
    [b, c],
    [c, null],
  ] as const)
    expect((await place(id, before)).position).toBeNull();
});

test('the occurrences of a routine, which are made at the same time, stand in the order of their dates', async () => {
  await done(startRoutine(app, me, { title: 'Stretch', rrule: 'FREQ=DAILY', start_date: '2026-11-20' }));
  const dates = (await listed()).map(({ doc }) => doc.due_date);
  expect(dates).toHaveLength(15);
  expect(dates).toEqual([...dates].sort());
});
