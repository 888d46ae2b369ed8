import { expect, test } from 'vitest';
import type { Recorded } from '../../../src/domain/kernel/event.ts';
import { StoreUnavailable } from '../../../src/domain/kernel/event-store.ts';
import type { Projection } from '../../../src/projections/engine/projection.ts';
import { onEach } from '../../../src/projections/task/task-changes.ts';
import { openDocuments } from '../../../src/store/documents/sqlite-documents.ts';
import { counting, end, gate, promises, setUp, type Tally, troubled } from '../support/runners.ts';

const days: Projection<Tally> = { name: 'days', version: 1, indexes: [], ids: () => [], on: { DayClosed: () => null } };
const settled = () => new Promise<void>((resolve) => setImmediate(resolve));

/** A runner whose documents are written only while the gate is open. */
async function held() {
  const { open, opened } = gate();
  let closed = false;
  const documents = troubled(() => (closed ? opened : Promise.resolve()));
  const { runner, log } = setUp({ documents, projections: [counting(1), days] });
  await runner.start();
  closed = true;
  const store = runner.noting({
    ...log,
    append: async (_stream, _expected, events) => {
      const recorded = events as unknown as readonly Recorded[];
      log.add(...recorded);
      return { revision: 0, position: end(recorded), events: recorded };
    },
  });
  const write = async (count: number) => (await store.append('any', 'no_stream', promises(count) as never)).position;
  const read = () => runner.views.documents.get<Tally>(runner.views.current('counting'), 'u1');
  return { runner, write, read, open };
}

test('a read after an answer waits for the events of that answer; the answer itself does not wait', async () => {
  const { runner, write, read, open } = await held();
  await runner.waitForReadModels(await write(3), { readersWait: true });
  let seen: number | undefined;
  const reading = read().then((found) => {
    seen = found?.doc.sum;
  });
  await settled();
  expect(seen).toBeUndefined();
  open();
  await reading;
  expect(seen).toBe(3);
});

test('a read model that handles none of the written events is read at once', async () => {
  const { runner, write, open } = await held();
  await runner.waitForReadModels(await write(1), { readersWait: true });
  await expect(runner.views.documents.get(runner.views.current('days'), 'u1')).resolves.toBeNull();
  open();
});

test('a read waits for every durable event, even before its writer waits', async () => {
  const { write, read, open } = await held();
  await write(2);
  const reading = read();
  open();
  expect((await reading)?.doc.sum).toBe(2);
});

test('if read models cannot catch up, readers do not wait and the writer gets the error', async () => {
  const broken: Projection<Tally> = {
    ...counting(1),
    on: onEach<Tally>(['TaskPromised'], () => {
      throw new Error('This fold is broken.');
    }),
  };
  const { runner, log } = setUp({ documents: openDocuments(':memory:'), projections: [broken] });
  await runner.start();
  const events = promises(1);
  log.add(...events);
  await expect(runner.waitForReadModels(end(events), { timeoutMs: 20 })).rejects.toThrow(StoreUnavailable);
  const answering = runner.waitForReadModels(end(events), { readersWait: true });
  await expect(runner.views.documents.get(runner.views.current('counting'), 'u1')).resolves.toBeNull();
  await Promise.all([runner.stop(), expect(answering).rejects.toThrow(StoreUnavailable)]);
});
