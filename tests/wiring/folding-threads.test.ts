import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { expect, onTestFinished, test } from 'vitest';
import type { RunnerPorts } from '../../src/projections/engine/runner.ts';
import { PROJECTIONS } from '../../src/wiring/features.ts';
import { createFilesRunner } from '../../src/wiring/folding/runner.ts';
import { anEvent } from '../contract/events.ts';
import { openTestStores } from '../support/app.ts';

const PROGRAM = join(import.meta.dirname, '../../src/wiring/folding/thread.ts');

/** A runner whose two threads the test can end. */
function threaded() {
  const stores = openTestStores({ foldedInThreads: true });
  const workers: Worker[] = [];
  const logged: string[] = [];
  const note = (_: object, event: string): void => void logged.push(event);
  const runner = createFilesRunner({
    data: stores.dataDir,
    stores,
    log: { info: note, warn: note, error: note } as RunnerPorts['log'] & { warn: typeof note },
    threads: 2,
    startWorker: (workerData, transferList) => {
      const worker = new Worker(PROGRAM, { workerData, transferList });
      workers.push(worker);
      return worker;
    },
  });
  onTestFinished(async () => {
    await runner.stop();
    await stores.dispose();
  });
  const store = runner.noting(stores.store);
  let streams = 0;
  const append = async (): Promise<string> => {
    streams += 1;
    return (await store.append(`s-${streams}`, 'no_stream', [anEvent()])).position;
  };
  return { stores, runner, workers, logged, append };
}

test('threads that are killed are replaced, and fold what was appended meanwhile', async () => {
  const { stores, runner, workers, logged, append } = threaded();
  await append();
  await runner.start();
  await runner.waitForReadModels(await append());
  await Promise.all(workers.map((worker) => worker.terminate()));
  expect(logged).toEqual(['read_model.thread_failed', 'read_model.thread_failed']);
  await expect(stores.documents.list()).rejects.toThrow('The read models are not ready.');
  const position = await append();
  await runner.waitForReadModels(position, { timeoutMs: 60_000 });
  expect(workers).toHaveLength(4);
  expect(new Set((await runner.status()).map((status) => status.position))).toEqual(new Set([position]));
  expect(await stores.documents.list()).toHaveLength(PROJECTIONS.length);
});

test('a thread that rests at the end of the log is told of each append, and of those that it has not read', async () => {
  const { runner, append } = threaded();
  await runner.start();
  for (let round = 0; round < 20; round += 1) {
    await Promise.all([append(), append()]);
    await runner.waitForReadModels(await append(), { timeoutMs: 60_000 });
    if (round % 5 === 0) await new Promise((resolve) => setImmediate(resolve));
  }
});
