import { expect, test } from 'vitest';
import { START } from '../../../src/domain/kernel/event.ts';
import { Folding } from '../../../src/projections/engine/folding.ts';
import { collectionName } from '../../../src/projections/engine/projection.ts';
import { openDocuments } from '../../../src/store/documents/sqlite-documents.ts';
import { end, promises } from '../support/runners.ts';
import { FOUR } from '../support/workers.ts';

test('a collection that turns out to be lost when it is written is removed, and the others are written', async () => {
  const documents = openDocuments(':memory:');
  const folding = new Folding(documents, { hot: 10 });
  for (const [index, projection] of FOUR.entries()) {
    await documents.ensure({ name: collectionName(projection), indexes: projection.indexes });
    const lease = new AbortController();
    // Like a worker that was suspended: the lease turns out to be lost, and the worker then drops the collection.
    lease.signal.addEventListener('abort', () => folding.remove([collectionName(projection)]));
    const lost = new Proxy(lease.signal, {
      get(signal, name) {
        if (index === 0) lease.abort();
        return Reflect.get(signal, name, signal);
      },
    });
    folding.add(projection, { checkpoint: START, hold: { token: 1, lost } });
  }
  const events = promises(2);
  await folding.fold(events);
  await folding.write();
  const found = await documents.checkpoints(FOUR.map(collectionName));
  expect([...found].map(([name, { position }]) => [name, position])).toEqual(['b.v1', 'c.v1', 'd.v1'].map((name) => [name, end(events)]));
  await documents.close();
});
