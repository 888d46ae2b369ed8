import { v7 } from 'uuid';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Caller } from '../../src/app/caller.ts';
import { carryContent, checkRoom, notOfTask, removeFile, removeUnused, takeUpload } from '../../src/app/file/files.ts';
import { followTask } from '../../src/app/file/follow-task.ts';
import { fixedQuota } from '../../src/app/file/quota.ts';
import { beginUpload } from '../../src/app/file/resumable.ts';
import { giveProof as proveBy } from '../../src/app/proof/proof.ts';
import { deleteTask, undoTask } from '../../src/app/task/tasks.ts';
import { type Recorded, START } from '../../src/domain/kernel/event.ts';
import { taskStream } from '../../src/domain/task/events.ts';
import { contentOf } from '../contract/files.ts';
import { appForFile } from '../support/app.ts';
import { drawn } from '../support/file-samples.ts';
import { QUOTA, text, uploadsOf } from '../support/uploads.ts';

let me: Caller;
const app = await appForFile((user) => {
  me = user;
});
const { receive, send, newTask, docOf, giveProof } = uploadsOf(app, () => me);

describe('a file', () => {
  test('has its bytes stored by their content, which stays while another file has the same content', async () => {
    const content = text();
    const [one, other] = [await send(content), await send(content)];
    const address = (await docOf(one))?.content ?? '';
    expect((await docOf(other))?.content).toBe(address);
    expect(await app.files.list(me.owner)).toMatchObject([{ name: address, users: [one, other].toSorted() }]);
    await app.done(removeFile(app, me, one));
    expect([await docOf(one), (await contentOf(app.files, me.owner, address))?.length]).toEqual([null, content.length]);
    await app.done(removeFile(app, me, other));
    expect(await app.files.list(me.owner)).toEqual([]);
  });

  test('is recorded once if its upload is repeated', async () => {
    const id = await receive(text());
    const upload = { id, name: 'a.txt', taskId: null, quota: QUOTA };
    expect(await app.done(takeUpload(app, me, upload))).not.toBeNull();
    expect(await app.done(takeUpload(app, me, upload))).toBeNull();
    expect(await app.store.readStream(`file-${id}`)).toHaveLength(1);
  });

  test('is stored and removed by its events, however late these are processed', async () => {
    const id = await receive(text());
    // As if the program had ended between the event and the store.
    const files = { ...app.files, finish: () => Promise.reject(new Error('ended')) };
    await expect(takeUpload({ ...app, files }, me, { id, name: 'a.txt', taskId: null, quota: QUOTA })).rejects.toThrow('ended');
    const events = async () => (await app.store.readAll(START, 100_000)).filter(({ stream }: Recorded) => stream === `file-${id}`);
    expect(await app.files.list(me.owner)).toEqual([]);
    for (const _ of ['first', 'again']) for (const event of await events()) await carryContent(app, event);
    expect(await app.files.list(me.owner)).toMatchObject([{ users: [id] }]);
    await app.upToDate();
    await app.done(removeFile(app, me, id));
    for (const _ of ['first', 'again']) for (const event of await events()) await carryContent(app, event);
    expect(await app.files.list(me.owner)).toEqual([]);
  });

  test('is refused for a task of somebody else, and leaves the upload to be abandoned', async () => {
    const stranger = await app.user();
    const task = await newTask();
    await expect(send(text(), { taskId: task, caller: stranger })).rejects.toMatchObject({
      code: 'validation_failed',
      fields: { task_id: [expect.any(String)] },
    });
    expect(await app.files.list(stranger.owner)).toEqual([]);
  });

  test('is refused if it exceeds the account’s quota; equal bytes count once', async () => {
    const content = Buffer.alloc(600_000, 'a');
    await send(content, { quota: fixedQuota(1_000_000) });
    await send(content, { quota: fixedQuota(1_000_000), name: 'same.txt' });
    const refused = send(Buffer.alloc(600_000, 'b'), { quota: fixedQuota(1_000_000) });
    await expect(refused).rejects.toMatchObject({ code: 'quota_exceeded' });
    const [unfinished] = await app.files.uploads(me.owner);
    await app.files.abandon(me.owner, unfinished?.id ?? '');
    const room = (bytes: number) => ({ bytes, files: null });
    await checkRoom(app, me.owner, room(1_000_000), { least: 1_000_000, ask: () => Promise.reject(new Error('asked without need')) });
    await checkRoom(app, me.owner, room(1_000_000), { least: 1, ask: async () => 1_000_000 });
    await expect(checkRoom(app, me.owner, room(1_000_001), fixedQuota(1_000_000))).rejects.toMatchObject({ code: 'quota_exceeded' });
  });

  test('is refused beyond 20,000 files, which are counted where there may be so many', async () => {
    let counts = 0;
    const count = async (): Promise<number> => {
      counts += 1;
      return 20_000;
    };
    const full = { ...app, views: { ...app.views, documents: { ...app.views.documents, count } } };
    const check = (files: number | null) => checkRoom(full, me.owner, { bytes: 1, files }, QUOTA);
    for (const files of [null, 20_000, 19_001]) await expect(check(files)).rejects.toMatchObject({ code: 'limit_reached' });
    expect(counts).toBe(3);
    await check(18_999);
    expect(counts).toBe(3);
  });
});

describe('a file that belongs to no task', () => {
  beforeEach(() => void app.clock.set('2026-11-20T16:00:00.000Z'));

  test('is removed after 24 hours', async () => {
    const [loose, kept] = [await send(text()), await send(text(), { taskId: await newTask() })];
    expect([(await docOf(loose))?.next_key, (await docOf(kept))?.next_key]).toEqual(['2026-11-21T16:00:00.000Z', null]);
    app.clock.set('2026-11-21T15:59:59.999Z');
    expect(await removeUnused(app, me.owner, loose)).toBeNull();
    app.clock.set('2026-11-21T18:00:00.000Z');
    for (const id of [loose, kept]) await app.done(removeUnused(app, me.owner, id));
    expect([await docOf(loose), (await docOf(kept))?.next_key]).toEqual([null, null]);
    const [, removed] = await app.store.readStream(`file-${loose}`);
    expect(removed?.metadata).toMatchObject({ at: '2026-11-21T16:00:00.000Z', actor: { kind: 'system' } });
  });

  test('belongs to a task once it is given as its proof, and can no longer be removed', async () => {
    const [task, id] = [await newTask(), await send(text())];
    await giveProof(task, id);
    expect(await docOf(id)).toMatchObject({ given: true, task_id: task, next_key: null });
    app.clock.set('2026-11-22T16:00:00.000Z');
    expect(await removeUnused(app, me.owner, id)).toBeNull();
    await expect(removeFile(app, me, id)).rejects.toMatchObject({ code: 'conflict' });
    expect(await app.files.list(me.owner)).toHaveLength(1);
  });
});

test('only the owner’s files that belong to this task, or to no task, can be given for it', async () => {
  const [task, other, stranger] = [await newTask(), await newTask(), await app.user()];
  const [mine, loose, ofOther] = [await send(text(), { taskId: task }), await send(text()), await send(text(), { taskId: other })];
  const theirs = await send(text(), { caller: stranger });
  expect(await notOfTask(app, me.owner, task, [mine, loose, ofOther, theirs, 'none'])).toEqual([ofOther, theirs, 'none']);
});

describe('an earlier file', () => {
  const seen = async (id: string) => (await docOf(id))?.seen_before;

  test('is found by its bytes: first the oldest of another task, then one of the same task', async () => {
    const [first, second, third] = [await newTask(), await newTask(), await newTask()];
    const content = text();
    expect(await seen(await send(content))).toBeNull();
    expect(await seen(await send(content, { taskId: first }))).toBeNull();
    app.clock.set('2026-11-20T17:00:00.000Z');
    expect(await seen(await send(content, { taskId: first }))).toEqual({ task_id: first, at: '2026-11-20T16:00:00.000Z', how: 'same' });
    expect(await seen(await send(content, { taskId: second }))).toEqual({ task_id: first, at: '2026-11-20T16:00:00.000Z', how: 'same' });
    expect(await seen(await send(content, { taskId: first }))).toEqual({ task_id: second, at: '2026-11-20T17:00:00.000Z', how: 'same' });
    expect(await seen(await send(content, { taskId: third }))).toMatchObject({ task_id: first });
    expect(await seen(await send(content, { caller: await app.user() }))).toBeNull();
  });

  test('is found if its picture looks similar', async () => {
    const { default: sharp } = await import('sharp');
    const [first, second] = [await newTask(), await newTask()];
    const picture = await drawn(1, 800, 600);
    await send(picture, { taskId: first, name: 'a.png' });
    const smaller = await sharp(picture).resize(300).jpeg({ quality: 60 }).toBuffer();
    expect(await seen(await send(smaller, { taskId: second, name: 'b.jpg' }))).toMatchObject({ task_id: first, how: 'similar' });
    expect(await seen(await send(await drawn(2), { taskId: second, name: 'c.png' }))).toBeNull();
  });
});

test('a file is refused if its task is deleted during the inspection', async () => {
  const [task, id] = [await newTask(), await receive(text())];
  const inspect: typeof app.inspector.inspect = async (...args) => {
    await app.done(deleteTask(app, me, task));
    return app.inspector.inspect(...args);
  };
  const taken = takeUpload({ ...app, inspector: { ...app.inspector, inspect } }, me, { id, name: 'a.txt', taskId: task, quota: QUOTA });
  await expect(taken).rejects.toMatchObject({ code: 'validation_failed', fields: { task_id: [expect.any(String)] } });
});

test('storing the content of a file that was removed meanwhile causes no error; missing bytes cause one', async () => {
  const [removed, lost] = [await receive(text()), await receive(text())];
  const eventOf = async (id: string): Promise<Recorded> => (await app.store.readStream(`file-${id}`))[0] as Recorded;
  const files = { ...app.files, finish: async () => true };
  for (const id of [removed, lost]) await app.done(takeUpload({ ...app, files }, me, { id, name: 'a.txt', taskId: null, quota: QUOTA }));
  const removing = async (): Promise<boolean> => {
    await app.done(removeFile(app, me, removed));
    return false;
  };
  await carryContent({ ...app, files: { ...app.files, finish: removing } }, await eventOf(removed));
  await expect(carryContent({ ...app, files: { ...app.files, finish: async () => false } }, await eventOf(lost))).rejects.toThrow(/gone/);
});

test('unfinished uploads count against the quota with all announced bytes', async () => {
  const announced = { name: 'a.bin', task_id: null, size: 600_000 };
  const first = v7();
  await beginUpload(app, me.owner, first, announced, fixedQuota(1_000_000));
  await expect(beginUpload(app, me.owner, v7(), announced, fixedQuota(1_000_000))).rejects.toMatchObject({ code: 'quota_exceeded' });
  await app.files.abandon(me.owner, first);
  await beginUpload(app, me.owner, v7(), announced, fixedQuota(1_000_000));
});

describe('a file that is given as proof', () => {
  const give = (task: string, file: string) => proveBy(app, me, task, { files: [file] });

  test('is either removed before it is given, or not removed at all, if both happen at once', async () => {
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
