import { expect, test } from 'vitest';
import type { Caller } from '../../../src/app/caller.ts';
import { loadTask, repeatCascade, type TaskResult } from '../../../src/app/task/task-send.ts';
import {
  acknowledgeAlert,
  advanceTask,
  archiveTask,
  deleteChildren,
  deleteTask,
  editTask,
  promiseTask,
  setStatus,
  type TaskInput,
  undoTask,
} from '../../../src/app/task/tasks.ts';
import { RuleViolation } from '../../../src/domain/kernel/decider.ts';
import { withAppend } from '../../../src/domain/kernel/event-store.ts';
import { taskStream } from '../../../src/domain/task/events.ts';
import { activeAlerts } from '../../../src/projections/alert.ts';
import { appForFile, type TestApp } from '../../support/app.ts';

let me: Caller;
const app = await appForFile((user) => {
  me = user;
});

const { done } = app;
const promise = (input: Partial<TaskInput> = {}, caller = me) => done(promiseTask(app, caller, { title: 'A task', ...input }));
const complete = (id: string, ifMatch: number | null = null) => done(setStatus(app, me, id, { status: 'completed' }, ifMatch));
const statusOf = async (...ids: string[]) => Promise.all(ids.map(async (id) => (await loadTask(app, id)).fields.status));
const eventsOf = async (id: string) => (await app.store.readStream(taskStream(id))).length;

async function refused(work: Promise<unknown>, code: string): Promise<RuleViolation> {
  const error = await work.then(
    () => null,
    (fault: unknown) => fault,
  );
  expect(error).toBeInstanceOf(RuleViolation);
  expect((error as RuleViolation).code).toBe(code);
  return error as RuleViolation;
}

async function family(inputs: Partial<TaskInput>[]): Promise<{ parent: string; children: string[] }> {
  const parent = (await promise({ due_date: '2026-11-24' })).id;
  const children: TaskResult[] = [];
  for (const input of inputs) children.push(await promise({ parent_id: parent, ...input }));
  return { parent, children: children.map(({ id }) => id) };
}

test('a task is due in the owner’s zone, and only its owner can open its texts', async () => {
  const { state, position } = await promise({ title: 'Écrire', due_date: '2026-11-24', tags: ['a', 'b'] });
  expect(state.fields.due_at).toBe('2026-11-24T22:59:59.999Z');
  expect(position).not.toBeNull();
  expect(await app.opener.open(me.owner, state.texts.title)).toMatchObject({ title: 'Écrire', tags: ['a', 'b'] });
  const away = await app.user('America/Los_Angeles');
  expect((await promise({ due_date: '2026-11-24' }, away)).state.fields.due_at).toBe('2026-11-25T07:59:59.999Z');
});

test('reports all faults of a body at once', async () => {
  const error = await refused(promiseTask(app, me, { title: 'x', due_date: '2026-11-19', parent_id: 'nowhere' }), 'validation_failed');
  expect(Object.keys(error.fields ?? {}).sort()).toEqual(['due_date', 'parent_id']);
});

test('refuses a parent that is unknown, somebody else’s, deleted or itself a child; a completed one is a conflict', async () => {
  const { parent, children } = await family([{}]);
  const gone = (await promise()).id;
  await done(deleteTask(app, me, gone));
  const theirs = await app.user();
  for (const id of ['nowhere', gone, children[0] as string]) {
    const error = await refused(promiseTask(app, me, { title: 'x', parent_id: id }), 'validation_failed');
    expect(error.fields).toHaveProperty('parent_id');
  }
  await refused(promiseTask(app, theirs, { title: 'x', parent_id: parent }), 'validation_failed');
  await complete(parent);
  await refused(promiseTask(app, me, { title: 'x', parent_id: parent }), 'conflict');
});

test('refuses a child that has children or is its own parent', async () => {
  const { parent } = await family([{}]);
  const other = (await promise()).id;
  await refused(editTask(app, me, parent, { parent_id: other }), 'validation_failed');
  await refused(editTask(app, me, other, { parent_id: other }), 'validation_failed');
  expect((await done(editTask(app, me, other, { parent_id: parent }))).state.fields.parent_id).toBe(parent);
});

test('does not find a task of somebody else, for any command', async () => {
  const { id } = await promise();
  const theirs = await app.user();
  for (const work of [
    editTask(app, theirs, id, { title: 'x' }),
    setStatus(app, theirs, id, { completed: true }),
    undoTask(app, theirs, id),
    archiveTask(app, theirs, id),
    deleteTask(app, theirs, id),
    deleteChildren(app, theirs, id, ['x']),
  ])
    await refused(work, 'not_found');
  expect(await eventsOf(id)).toBe(1);
});

test('an edit records only what differs, texts included', async () => {
  const { id } = await promise({ title: 'Same', description: 'Long', tags: ['a'] });
  expect((await editTask(app, me, id, { title: 'Same', description: 'Long', tags: ['a'], priority: 'none' })).position).toBeNull();
  const { state } = await done(editTask(app, me, id, { title: 'Same', tags: ['a', 'b'] }));
  expect(await app.opener.open(me.owner, state.texts.tags)).toEqual({ tags: ['a', 'b'] });
  expect(await app.opener.open(me.owner, state.texts.title)).toMatchObject({ title: 'Same' });
  expect((await done(editTask(app, me, id, { description: '' }))).state.texts.description).toBeNull();
  expect((await editTask(app, me, id, { description: '' })).position).toBeNull();
});

test('the next write can use the version of a result', async () => {
  const made = await promise();
  const completed = await complete(made.id, made.state.version);
  await refused(setStatus(app, me, made.id, { status: 'pending' }, made.state.version), 'precondition_failed');
  await done(setStatus(app, me, made.id, { status: 'pending' }, completed.state.version));
});

test('parallel writes without a version are each decided on the newest state', async () => {
  const { id } = await promise();
  await Promise.all(Array.from({ length: 64 }, (_, n) => editTask(app, me, id, { estimate_minutes: n + 1 })));
  expect(await eventsOf(id)).toBe(65);
});

test('completing a parent completes its open children, and its undo reopens all of them', async () => {
  const { parent, children } = await family([{}, {}, {}]);
  const [first, second, third] = children as [string, string, string];
  await done(setStatus(app, me, second, { status: 'in_progress' }));
  await done(setStatus(app, me, third, { status: 'skipped', reason: 'ill' }));
  await complete(parent);
  expect(await statusOf(parent, first, second, third)).toEqual(['completed', 'completed', 'completed', 'skipped']);
  await done(undoTask(app, me, parent));
  expect(await statusOf(parent, first, second, third)).toEqual(['pending', 'pending', 'in_progress', 'skipped']);
  expect((await undoTask(app, me, parent)).position).toBeNull();
});

test('the parent’s undo leaves a child alone that was changed by hand since', async () => {
  const { parent, children } = await family([{}, {}]);
  const [first, second] = children as [string, string];
  await complete(parent);
  await done(editTask(app, me, first, { title: 'Changed' }));
  await done(undoTask(app, me, parent));
  expect(await statusOf(parent, first, second)).toEqual(['pending', 'completed', 'pending']);
});

test('a child that needs proof keeps the parent open', async () => {
  const { parent, children } = await family([{}, { verification_type: 'coding' }]);
  await refused(setStatus(app, me, parent, { completed: true }), 'children_open');
  expect(await statusOf(parent, ...children)).toEqual(['pending', 'pending', 'pending']);
});

test('deleting a parent deletes its children, and its undo brings them back', async () => {
  const { parent, children } = await family([{ due_date: '2026-11-23' }, {}]);
  await done(deleteTask(app, me, parent));
  await refused(setStatus(app, me, children[0] as string, { completed: true }), 'not_found');
  await refused(undoTask(app, me, children[0] as string), 'not_found');
  await done(undoTask(app, me, parent));
  expect(await statusOf(parent, ...children)).toEqual(['pending', 'pending', 'pending']);
});

test('repeating a command completes a cascade that a crash interrupted, and a second repetition changes nothing', async () => {
  const { parent, children } = await family([{ due_date: '2026-11-21' }, {}]);
  const cut = { ...app, store: withAppend(app.store, onlyTo(taskStream(parent))) };
  await expect(setStatus(cut, me, parent, { completed: true })).rejects.toThrow('cut off');
  expect(await statusOf(parent, ...children)).toEqual(['completed', 'pending', 'pending']);
  const event = (await app.store.readStream(taskStream(parent))).at(-1);
  app.clock.set('2026-11-23T16:00:00.000Z');
  await done(advanceTask(app, { owner: me.owner, id: children[0] as string }));
  expect(await done(repeatCascade(app, event as never))).not.toBeNull();
  expect(await statusOf(parent, ...children)).toEqual(['completed', 'completed', 'completed']);
  expect((await loadTask(app, children[0] as string)).fields).toMatchObject({ late: false, completed_at: '2026-11-20T16:00:00.000Z' });
  expect(await repeatCascade(app, event as never)).toBeNull();
});

test('the result shows what happened to the children, even if a reactor in another process was faster', async () => {
  const { parent, children } = await family([{}, {}]);
  const beside = {
    ...app,
    store: withAppend(app.store, async (to, ...rest) => {
      const appended = await app.store.append(to, ...rest);
      if (to === taskStream(parent)) await repeatCascade(app, appended.events[0] as never);
      return appended;
    }),
  };
  const { position } = await setStatus(beside, me, parent, { completed: true });
  const newest = await Promise.all(children.map(async (id) => (await app.store.readStream(taskStream(id))).at(-1)));
  expect(newest.map((event) => event?.type)).toEqual(['TaskCompleted', 'TaskCompleted']);
  for (const event of newest) expect(position && event && position >= event.position).toBe(true);
});

const onlyTo =
  (stream: string): TestApp['store']['append'] =>
  (to, ...rest) =>
    to === stream ? app.store.append(to, ...rest) : Promise.reject(new Error('cut off'));

test('the named children are deleted all together or not at all', async () => {
  const { parent, children } = await family([{}, {}, {}]);
  const stranger = (await promise()).id;
  await refused(deleteChildren(app, me, parent, [children[0] as string, stranger]), 'not_found');
  expect(await eventsOf(children[0] as string)).toBe(1);
  const { deleted } = await done(deleteChildren(app, me, parent, [children[0] as string, children[1] as string, children[0] as string]));
  expect(deleted).toEqual(children.slice(0, 2));
  await done(undoTask(app, me, children[0] as string));
  expect((await loadTask(app, children[0] as string)).fields.deleted).toBe(false);
});

test('the passing of time records a miss once, and only the owner can acknowledge its alert', async () => {
  const { id } = await promise({ due_date: '2026-11-20', due_time: '18:00' });
  app.clock.set('2026-11-20T17:00:00.001Z');
  await done(advanceTask(app, { owner: me.owner, id }));
  expect((await advanceTask(app, { owner: me.owner, id })).position).toBeNull();
  const [alert] = await activeAlerts(app.views, me.owner);
  await refused(acknowledgeAlert(app, await app.user(), alert?.id as string), 'not_found');
  await refused(acknowledgeAlert(app, me, 'nowhere'), 'not_found');
  await done(acknowledgeAlert(app, me, alert?.id as string));
  expect(await activeAlerts(app.views, me.owner)).toEqual([]);
  expect((await acknowledgeAlert(app, me, alert?.id as string)).position).toBeNull();
});

test('a move from Berlin to Los Angeles does not change a due instant at 23:59', async () => {
  app.clock.set('2026-11-20T19:00:00.000Z');
  const { id } = await promise({ due_date: '2026-11-20', due_time: '23:59' });
  await app.move(me, 'America/Los_Angeles');
  const later = await promise({ due_date: '2026-11-20', due_time: '23:59' });
  expect(later.state.fields.due_at).toBe('2026-11-21T07:59:00.000Z');
  app.clock.set('2026-11-20T22:59:00.000Z');
  const { state } = await complete(id);
  expect(state.fields).toMatchObject({
    late: false,
    due_at: '2026-11-20T22:59:00.000Z',
    completed_local: { date: '2026-11-20', hour: 14 },
  });
});
