import { expect, test } from 'vitest';
import type { Caller } from '../../../src/app/caller.ts';
import { send, sent } from '../../../src/app/task/task-send.ts';
import { editTask, promiseTask, setStatus } from '../../../src/app/task/tasks.ts';
import { withAppend } from '../../../src/domain/kernel/event-store.ts';
import { taskStream } from '../../../src/domain/task/events.ts';
import { appForFile } from '../../support/app.ts';

let me: Caller;
const app = await appForFile((user) => {
  me = user;
});

const TASK = { title: 'A task', due_date: '2026-11-24' };
const eventsOf = async (id: string) => (await app.store.readStream(taskStream(id))).length;

test('creating a task reads its stream first only if the id may be repeated', async () => {
  const reads: string[] = [];
  const store = {
    ...withAppend(app.store, (...args) => app.store.append(...args)),
    readStream: (...args: Parameters<typeof app.store.readStream>) => {
      reads.push(args[0]);
      return app.store.readStream(...args);
    },
  };
  const id = '01a20c5b-0000-7000-8000-000000000001';
  const { id: other } = await app.done(promiseTask({ ...app, store }, me, TASK));
  expect([reads, await eventsOf(other)]).toEqual([[], 1]);
  for (const _ of ['made', 'repeated']) await app.done(promiseTask({ ...app, store }, me, TASK, () => id));
  expect([reads, await eventsOf(id)]).toEqual([[taskStream(id), taskStream(id)], 1]);
});

test('if the stream of a new task exists already, it is read and the command is decided again', async () => {
  const { id } = await app.done(promiseTask(app, me, TASK));
  const command = { type: 'Promise', id, ...(await sent(app, me)), room: 1, fields: {}, texts: { title: 'Another' } } as const;
  const { state, position } = await send(app, me, id, command, { isNew: true });
  expect([state.fields.due_date, position, await eventsOf(id)]).toEqual([TASK.due_date, null, 1]);
});

test('a change of a task with many events reads only the last event, also through wrappers of the store', async () => {
  const { id } = await app.done(promiseTask(app, me, { title: 'A task' }));
  for (let edit = 0; edit < 30; edit += 1) await app.done(editTask(app, me, id, { description: `Edition ${edit}` }));
  const read: number[] = [];
  const store = {
    ...withAppend(app.store, (...args) => app.store.append(...args)),
    async readStream(...args: Parameters<typeof app.store.readStream>) {
      const events = await app.store.readStream(...args);
      read.push(events.length);
      return events;
    },
  };
  for (const status of ['in_progress', 'pending'] as const) {
    const { state } = await app.done(setStatus({ ...app, store }, me, id, { status }));
    expect(state.fields.status).toBe(status);
  }
  expect(read).toEqual([1, 1]);
});
