import { describe, expect, test } from 'vitest';
import type { Caller } from '../../../src/app/caller.ts';
import { removeFile, removeUnused } from '../../../src/app/file/files.ts';
import { followTask } from '../../../src/app/file/follow-task.ts';
import { giveProof as proveBy } from '../../../src/app/proof/proof.ts';
import { deleteTask, undoTask } from '../../../src/app/task/tasks.ts';
import type { Recorded } from '../../../src/domain/kernel/event.ts';
import { taskStream } from '../../../src/domain/task/events.ts';
import { appForFile } from '../../support/app.ts';
import { text, uploadsOf } from '../../support/uploads.ts';

let me: Caller;
const app = await appForFile((user) => {
  me = user;
});
const { send, newTask, docOf, giveProof } = uploadsOf(app, () => me);

describe('a file that is given as proof', () => {
  const give = (task: string, file: string) => proveBy(app, me, task, { files: [file] });

  test('is removed before that or not at all, if both happen at once', async () => {
    for (let round = 0; round < 8; round += 1) {
      const task = await newTask('general');
      const id = await send(text(), { taskId: task });
      const [given, removed] = await Promise.allSettled([give(task, id), removeFile(app, me, id)]);
      await app.upToDate();
      expect([given.status, removed.status].toSorted()).toEqual(['fulfilled', 'rejected']);
      expect((await docOf(id))?.given ?? false).toBe(given.status === 'fulfilled');
    }
  });
});

describe('the files of a task that is deleted', () => {
  const react = async (task: string, type: string): Promise<void> => {
    const event = (await app.store.readStream(taskStream(task))).findLast((one) => one.type === type);
    await app.done(followTask(app, event as Recorded));
  };
  const nextOf = async (id: string) => (await docOf(id))?.next_key;

  test('are removed 24 hours later, including those of an undecided proof', async () => {
    const task = await newTask('general');
    const [given, loose] = [await send(text(), { taskId: task }), await send(text(), { taskId: task })];
    await giveProof(task, given);
    app.clock.set('2026-11-21T10:00:00.000Z');
    await app.done(deleteTask(app, me, task));
    for (const _ of ['first', 'again']) await react(task, 'TaskDeleted');
    expect([await nextOf(given), await nextOf(loose)]).toEqual(['2026-11-22T10:00:00.000Z', '2026-11-22T10:00:00.000Z']);
    app.clock.set('2026-11-22T10:00:00.000Z');
    for (const id of [given, loose]) await app.done(removeUnused(app, me.owner, id));
    expect([await docOf(given), await docOf(loose)]).toEqual([null, null]);
    expect(await app.files.list(me.owner)).toEqual([]);
  });

  test('are kept if the proof was decided', async () => {
    const task = await newTask('general');
    const [given, loose] = [await send(text(), { taskId: task }), await send(text(), { taskId: task })];
    // Nobody else judges it: the owner's own word decides at once.
    await app.done(proveBy(app, me, task, { files: [given] }));
    await app.done(deleteTask(app, me, task));
    await react(task, 'TaskDeleted');
    expect([await nextOf(given), await nextOf(loose)]).toEqual([null, '2026-11-21T16:00:00.000Z']);
  });

  test('are kept if the deletion is undone, even if the undo is processed first', async () => {
    const task = await newTask();
    const id = await send(text(), { taskId: task });
    await app.done(deleteTask(app, me, task));
    await react(task, 'TaskDeleted');
    await app.done(undoTask(app, me, task));
    await react(task, 'TaskUndone');
    expect(await nextOf(id)).toBeNull();
    await react(task, 'TaskDeleted');
    expect(await nextOf(id)).toBeNull();
  });
});
