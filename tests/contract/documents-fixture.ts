import { onTestFinished } from 'vitest';
import type { Position } from '../../src/domain/kernel/event.ts';
import type { JsonObject } from '../../src/domain/kernel/json.ts';
import type { CollectionSpec, Documents, Query, Write } from '../../src/ports/documents.ts';

export const SPEC: CollectionSpec = {
  name: 'tasks.v1',
  indexes: [
    { name: 'by_due', fields: ['owner', 'due'] },
    { name: 'by_due_set', fields: ['owner', 'due'], sparse: true },
    { name: 'by_status', fields: ['owner', 'status', 'due', 'made'] },
    { name: 'by_made', fields: ['made'] },
  ],
};

export const at = (n: number): Position => String(n).padStart(20, '0');
export const put = (id: string, doc: JsonObject | null, n = 1): Write => ({ id, position: at(n), doc });

/** The data of both suites of documents. */
export function documentsFixture(openDocuments: () => Promise<Documents>) {
  const open = async () => {
    const documents = await openDocuments();
    onTestFinished(() => documents.close());
    await documents.ensure(SPEC);
    return documents;
  };
  const apply = (documents: Documents, ...writes: readonly Write[]) =>
    documents.apply({ writes: [{ collection: SPEC.name, writes }], checkpoints: [] });
  const ids = async (documents: Documents, query: Query) => (await documents.find(SPEC.name, query)).items.map((item) => item.id);
  return { open, apply, ids };
}
