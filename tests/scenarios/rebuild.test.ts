import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { userCaller } from '../../src/app/caller.ts';
import { undoTask } from '../../src/app/task/tasks.ts';
import { collectionName } from '../../src/projections/engine/projection.ts';
import { history } from '../../src/projections/history/history.ts';
import { startTestProgram, type TestProgram } from '../support/program.ts';
import { dumpViews } from '../support/views.ts';

const VIEWS = ['views.db', 'views.db-wal', 'views.db-shm'];

describe('read models', () => {
  let folder = '';
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'vouch-rebuild-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  /** A week with everything that can happen to a task. */
  async function live(program: TestProgram): Promise<void> {
    const owner = await program.signUp('ann@example.com', 'Europe/Berlin');
    for (const day of [20, 21, 22, 23, 24]) {
      const date = `2026-11-${day}`;
      const parent = await program.promise(owner, { title: `Parent of ${date}`, due_date: date, due_time: '17:00', tags: ['a', 'b'] });
      await program.promise(owner, { title: 'A step', due_date: date, parent_id: parent });
      const skipped = await program.promise(owner, { title: 'Called off', due_date: date });
      const undone = await program.promise(owner, { title: 'Too early', due_date: date });
      await program.to(`${date}T14:00:00Z`);
      if (day !== 22) await program.complete(owner, parent);
      await program.skip(owner, skipped, 'Called off.');
      await program.complete(owner, undone);
      const { position } = await undoTask(program.app, userCaller(owner, 'c'), undone);
      if (position !== null) await program.app.waitForReadModels(position);
      await program.to(`2026-11-${day + 1}T07:00:00Z`);
    }
    await program.moveZone(owner, 'America/Los_Angeles');
    await program.to('2026-12-30T00:00:00Z');
  }

  test('are the same after views.db was deleted and the program started again', async () => {
    const first = await startTestProgram({ at: '2026-11-20T07:00:00Z', folder });
    await live(first);
    await first.close();
    const before = dumpViews(folder);
    expect(Object.keys(before).length).toBeGreaterThan(7);
    expect(before[`c.${collectionName(history)}`]?.length).toBeGreaterThan(50);
    for (const file of VIEWS) rmSync(join(folder, file), { force: true });

    const again = await startTestProgram({ at: '2026-12-30T00:00:00Z', folder });
    await again.close();
    expect(dumpViews(folder)).toEqual(before);
  });

  test('are the same after a rebuild, and the hash chains verify', async () => {
    const program = await startTestProgram({ at: '2026-11-20T07:00:00Z', folder });
    await live(program);
    const before = dumpViews(folder);
    await program.runner.rebuild();
    expect(dumpViews(folder)).toEqual(before);
    expect((await program.stores.verify()).breaks).toEqual([]);
    await program.close();
  });
});
