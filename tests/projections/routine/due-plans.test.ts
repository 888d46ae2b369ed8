import { describe, expect, onTestFinished, test } from 'vitest';
import { dueBefore } from '../../../src/projections/engine/due-work.ts';
import { collectionName } from '../../../src/projections/engine/projection.ts';
import { currentViews } from '../../../src/projections/engine/views.ts';
import { type RemindersDoc, reminders } from '../../../src/projections/reminders.ts';
import { DUE_WORK, PROJECTIONS } from '../../../src/wiring/features.ts';
import { openTestStores } from '../../support/stores.ts';

const NOW = '2026-11-24T07:00:00.000Z';
const ACCOUNTS = 100_000;
const DUE = 100;

async function opened() {
  const stores = openTestStores();
  onTestFinished(() => stores.dispose());
  for (const projection of PROJECTIONS) await stores.documents.ensure({ name: collectionName(projection), indexes: projection.indexes });
  return stores;
}

describe('due work', () => {
  test('is looked up in a declared index in every read model that holds some', async () => {
    const { documents } = await opened();
    const holders = PROJECTIONS.filter(({ indexes }) => indexes.some(({ name }) => name === 'next'));
    expect(holders.map(({ name }) => name)).toContain('rhythm');
    for (const projection of holders) {
      const name = collectionName(projection);
      const plan = documents.explain(name, { index: 'next', equals: [], to: NOW, order: 'asc', limit: 500 });
      expect(plan).toEqual([expect.stringMatching(new RegExp(`^SEARCH c.${name} USING INDEX i.${name}.next`))]);
    }
  });

  test('is found among 100,000 accounts: 100 of them and no other', async () => {
    const { documents } = await opened();
    const views = currentViews(documents, PROJECTIONS);
    const writes = Array.from({ length: ACCOUNTS }, (_, index) => {
      const due = index % (ACCOUNTS / DUE) === 0;
      const next_key = due ? NOW : `2026-11-25T${String(index % 24).padStart(2, '0')}:00:00.000Z`;
      const doc = { owner: `u${index}`, next_key } as unknown as RemindersDoc;
      return { id: `u${index}`, position: String(index + 1).padStart(20, '0'), doc };
    });
    await documents.apply({ writes: [{ collection: collectionName(reminders), writes }], checkpoints: [] });
    const found = await dueBefore(views, DUE_WORK, NOW, 500);
    expect(found).toHaveLength(DUE);
    expect(new Set(found.map(({ kind, next_at }) => `${kind} ${next_at}`))).toEqual(new Set([`rhythm ${NOW}`]));
  });
});
