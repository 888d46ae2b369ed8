import { expect, test } from 'vitest';
import type { Caller } from '../../../src/app/caller.ts';
import { editTask, promiseTask, setStatus } from '../../../src/app/task/tasks.ts';
import { withAppend } from '../../../src/domain/kernel/event-store.ts';
import { appForFile } from '../../support/app.ts';

let me: Caller;
const app = await appForFile((user) => {
  me = user;
});

test('a change of a task with many events reads the last of them alone, through whatever wraps the store', async () => {
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
