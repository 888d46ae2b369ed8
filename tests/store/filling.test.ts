import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { START } from '../../src/domain/kernel/event.ts';
import { openDocuments, type SqliteDocuments } from '../../src/store/documents/sqlite-documents.ts';

const SPEC = { name: 'notes.v1', indexes: [{ name: 'owner', fields: ['owner', 'at'] }] };
const OTHER = { name: 'others.v1', indexes: [{ name: 'owner', fields: ['owner'] }] };
const QUERY = { index: 'owner', equals: ['ann'], limit: 10 } as const;
const position = (n: number): string => String(n).padStart(START.length, '0');

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), 'vouch-'));
  onTestFinished(() => rmSync(made, { recursive: true, force: true }));
  return made;
}

async function open(path: string): Promise<SqliteDocuments> {
  const documents = openDocuments(path);
  onTestFinished(() => documents.close());
  await documents.ensure(SPEC);
  return documents;
}

const write = (documents: SqliteDocuments, ids: readonly number[], at = 0) =>
  documents.apply({
    writes: [
      { collection: SPEC.name, writes: ids.map((n) => ({ id: `n${n}`, position: position(at + n), doc: { owner: 'ann', at: n } })) },
    ],
    checkpoints: [{ name: SPEC.name, position: position(at + Math.max(...ids)) }],
  });

const found = async (documents: SqliteDocuments): Promise<readonly string[]> =>
  (await documents.find(SPEC.name, QUERY)).items.map(({ id }) => id);

it('a collection that was filled can be found by every index afterwards, and delivering again still changes nothing', async () => {
  const documents = await open(join(folder(), 'views.db'));
  const filled = await documents.filling?.([SPEC.name]);
  await write(documents, [3, 1, 2]);
  await write(documents, [2], 10);
  await write(documents, [1, 2, 3]);
  await filled?.();
  expect(await found(documents)).toEqual(['n1', 'n2', 'n3']);
  expect((await documents.get(SPEC.name, 'n2'))?.position).toBe(position(12));
  expect(documents.integrity()).toEqual([]);
});

it('a file whose filling was interrupted is deleted and filled again', async () => {
  const path = join(folder(), 'views.db');
  const first = await open(path);
  await first.filling?.([SPEC.name]);
  await write(first, [1]);
  await first.close();
  const second = await open(path);
  expect(await second.checkpoint(SPEC.name)).toBe(START);
  expect(await found(second)).toEqual([]);
});

it('a filling that has ended is kept', async () => {
  const path = join(folder(), 'views.db');
  const first = await open(path);
  const filled = await first.filling?.([SPEC.name]);
  await write(first, [1]);
  await filled?.();
  await first.close();
  expect(existsSync(`${path}.torn`)).toBe(false);
  expect(await found(await open(path))).toEqual(['n1']);
});

it('beside other collections, one whose filling was interrupted is kept and gets its indexes at the next start', async () => {
  const path = join(folder(), 'views.db');
  const first = await open(path);
  await write(first, [1]);
  await first.ensure(OTHER);
  await first.filling?.([SPEC.name, OTHER.name]);
  await first.apply({
    writes: [{ collection: OTHER.name, writes: [{ id: 'o', position: position(1), doc: { owner: 'ann' } }] }],
    checkpoints: [],
  });
  expect(await found(first)).toEqual(['n1']);
  await first.close();
  const second = await open(path);
  await second.ensure(OTHER);
  expect(await found(second)).toEqual(['n1']);
  expect((await second.find(OTHER.name, QUERY)).items.map(({ id }) => id)).toEqual(['o']);
});

it('a query during a filling is answered, and so is one after later writes', async () => {
  const documents = await open(join(folder(), 'views.db'));
  const filled = await documents.filling?.([SPEC.name]);
  await write(documents, [1, 2]);
  expect(await found(documents)).toEqual(['n1', 'n2']);
  expect(await documents.count(SPEC.name, { index: 'owner', equals: ['ann'] })).toBe(2);
  await write(documents, [3]);
  await filled?.();
  expect(await found(documents)).toEqual(['n1', 'n2', 'n3']);
});
