import { afterEach, beforeEach, expect, test } from 'vitest';
import { advanceDeletion, requestDeletion } from '../../src/app/account/account-deletion.ts';
import { advanceExport, loadExports, type MakeBundle, requestExport } from '../../src/app/export.ts';
import { listExports } from '../../src/app/export-list.ts';
import { exportStream } from '../../src/domain/export/events.ts';
import { StoreUnavailable } from '../../src/domain/kernel/event-store.ts';
import { startTestProgram, type TestProgram, typesIn } from '../support/program.ts';

let program: TestProgram;
let owner: string;
beforeEach(async () => {
  program = await startTestProgram({ at: '2026-11-16T09:00:00.000Z' });
  owner = await program.signUp('ada@example.org', 'Europe/Berlin');
});
afterEach(() => program.dispose());

const due = async (): Promise<void> => {
  await program.app.waitForReadModels(await program.app.store.head());
  await program.timekeeper.tick();
};
const ready = (): number => program.sent.filter(({ subject }) => subject.includes('data')).length;
const failing = (error: Error): MakeBundle =>
  async function* () {
    yield Buffer.from('half');
    throw error;
  };

test('an export is prepared once by two workers, and its mail is sent once', async () => {
  await requestExport(program.app, owner, program.app.newId());
  await program.app.waitForReadModels(await program.app.store.head());
  const bundle: MakeBundle = async function* () {
    yield Buffer.from('whole');
  };
  await Promise.all([advanceExport(program.app, bundle, owner), advanceExport(program.app, bundle, owner), due()]);
  await due();
  expect(await typesIn(program, exportStream(owner))).toEqual(['ExportRequested', 'ExportReady']);
  expect(ready()).toBe(1);
});

test('the list of exports says which one waits, how far it is, and how it ended', async () => {
  const { app } = program;
  const listed = async () => (await listExports(app, owner)).map(({ status, progress, size }) => [status, progress, size]);
  expect(await listed()).toEqual([]);
  await requestExport(app, owner, app.newId());
  expect(await listed()).toEqual([['waiting', 0, null]]);
  const seen: unknown[] = [];
  const bundle: MakeBundle = async function* (_, onShare) {
    onShare?.(0.5);
    yield Buffer.from('half');
    seen.push(...(await listed()));
    yield Buffer.from('whole');
  };
  await advanceExport(app, bundle, owner);
  expect(seen).toEqual([['making', 0.5, null]]);
  expect(await listed()).toEqual([['ready', 1, 9]]);
  await requestExport(app, owner, app.newId());
  await expect(advanceExport(app, failing(new Error('a fault')), owner)).rejects.toThrow('a fault');
  expect(await listed()).toEqual([
    ['failed', 0, null],
    ['ready', 1, 9],
  ]);
  await program.to('2026-11-18T09:00:00.000Z');
  expect(await listed()).toEqual([
    ['failed', 0, null],
    ['expired', 1, 9],
  ]);
});

test('an export that was interrupted is continued', async () => {
  await requestExport(program.app, owner, program.app.newId());
  await program.app.waitForReadModels(await program.app.store.head());
  await expect(advanceExport(program.app, failing(new StoreUnavailable('killed')), owner)).rejects.toThrow('killed');
  expect((await loadExports(program.app, owner)).under_way).not.toBeNull();
  expect(await requestExport(program.app, owner, program.app.newId())).toBeNull();
  await due();
  await due();
  expect(await typesIn(program, exportStream(owner))).toEqual(['ExportRequested', 'ExportReady']);
  expect(ready()).toBe(1);
});

test('an export that cannot be prepared is given up, and can be requested again', async () => {
  await requestExport(program.app, owner, program.app.newId());
  await expect(advanceExport(program.app, failing(new Error('a fault')), owner)).rejects.toThrow('a fault');
  expect(await typesIn(program, exportStream(owner))).toEqual(['ExportRequested', 'ExportFailed']);
  expect(await requestExport(program.app, owner, program.app.newId())).not.toBeNull();
  await due();
  await due();
  expect(ready()).toBe(1);
});

test('an export expires at its own instant, however late it is removed', async () => {
  await requestExport(program.app, owner, program.app.newId());
  await due();
  await due();
  const { ready: made } = await loadExports(program.app, owner);
  program.sleep('PT72H');
  await due();
  const last = (await program.app.store.readStream(exportStream(owner))).at(-1);
  expect([last?.type, last?.metadata.at]).toEqual(['ExportExpired', made?.expires_at]);
  expect(await program.app.files.read(owner, `export-${made?.id}.zip`)).toBeNull();
});

test('an export of an account that is deleted meanwhile is not prepared', async () => {
  await requestExport(program.app, owner, program.app.newId());
  await requestDeletion(program.app, owner, program.app.newId());
  await advanceDeletion(program.app, owner);
  await due();
  await due();
  expect(await typesIn(program, exportStream(owner))).toEqual(['ExportRequested']);
  expect(ready()).toBe(0);
  expect(program.errors).toEqual([]);
});
