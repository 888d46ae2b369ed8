import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { AccountRegistered, SignupAnswered } from '../../src/domain/account/events.ts';
import { isEvent } from '../../src/domain/kernel/define-event.ts';
import { START } from '../../src/domain/kernel/event.ts';
import type { EventStore } from '../../src/domain/kernel/event-store.ts';
import { collectionName } from '../../src/projections/engine/projection.ts';
import { createRunner } from '../../src/projections/engine/projection-runner.ts';
import { openDocuments } from '../../src/store/documents/sqlite-documents.ts';
import { viewsFilesIn } from '../../src/store/documents/views-names.ts';
import type { StoredDocument } from '../../src/store/mongo/documents/writing.ts';
import type { ServerStores } from '../../src/store/server-stores.ts';
import { PROJECTIONS } from '../../src/wiring/features.ts';
import { eventsOf } from './year-story.ts';

interface Row {
  readonly id: string;
  readonly position: number;
  readonly doc: string;
}

/** A row whose document is made from its event: it has only the indexed fields. */
type BareRow = Omit<Row, 'id' | 'doc'> & { readonly id: number };

/** Every document of every read model as the files hold it, by table, to compare before and after. */
export const dumpViews = (folder: string): Readonly<Record<string, readonly unknown[]>> =>
  Object.assign({}, ...viewsFilesIn(folder).map((name) => dumpFile(join(folder, name))));

function dumpFile(path: string): Readonly<Record<string, readonly unknown[]>> {
  const database = new DatabaseSync(path, { readOnly: true });
  try {
    const tables = database.prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name LIKE 'c.%' ORDER BY name").all() as {
      name: string;
    }[];
    const rows = (name: string): readonly unknown[] =>
      (database.prepare(`SELECT * FROM "${name}" ORDER BY id`).all() as (Row | BareRow)[]).map((row) => {
        const position = String(row.position).padStart(START.length, '0');
        return 'doc' in row ? { id: row.id, position, doc: sorted(JSON.parse(row.doc)) } : { ...row, position };
      });
    return Object.fromEntries(tables.map(({ name }) => [name, rows(name)]));
  } finally {
    database.close();
  }
}

/** The order of names in an object does not matter. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, inner]) => [name, sorted(inner)]),
  );
}

interface Lying {
  readonly id: string;
  readonly position: string;
  readonly doc: unknown;
}

/** Each look costs the servers and this process several milliseconds of processor time. */
const LOOK_MS = 150;

const silent = { info: () => undefined, error: (fields: object, message: string) => console.error(message, fields) };

/** Every document by its collection, as MongoDB holds them. Waits until the whole log is folded. */
export async function standing({ mongo, store, documents }: ServerStores, patienceMs = 30_000): Promise<Record<string, readonly Lying[]>> {
  const names = PROJECTIONS.map(collectionName);
  const head = await store.head();
  const until = performance.now() + patienceMs;
  for (;;) {
    const found = await documents.checkpoints(names);
    const behind = names.filter((name) => (found.get(name)?.position ?? '') < head);
    if (behind.length === 0) break;
    if (performance.now() > until) throw new Error(`Not folded up to ${head} in ${patienceMs} ms: ${behind.join(', ')}.`);
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
  const lying = names.map(async (name) => {
    const rows = await mongo.db.collection<StoredDocument>(name).find({}).sort({ _id: 1 }).toArray();
    const there = rows.flatMap(({ _id: id, position, doc }) =>
      doc === undefined ? [] : [{ id, position, doc: JSON.parse(doc) as unknown }],
    );
    return [name, there] as const;
  });
  return Object.fromEntries(await Promise.all(lying));
}

/** The same documents, from a fold of the whole log by one program alone, into a database of its own. */
async function rebuilt({ store }: ServerStores): Promise<Record<string, readonly Lying[]>> {
  const folder = mkdtempSync(join(tmpdir(), 'vouch-rebuilt-'));
  const documents = openDocuments(join(folder, 'views.db'));
  try {
    const runner = createRunner({ store, documents, projections: PROJECTIONS, log: silent });
    await runner.start();
    await runner.waitForReadModels(await store.head());
    await runner.stop();
    await documents.close();
    const found = dumpViews(folder) as Record<string, readonly Lying[]>;
    return Object.fromEntries(
      PROJECTIONS.map(collectionName).map((name) => [name, (found[`c.${name}`] ?? []).filter(({ doc }) => doc !== null)]),
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The present documents and those of a rebuild, as of the same event. */
export async function compared(stores: ServerStores): Promise<Readonly<Record<'stands' | 'rebuilt', Record<string, readonly Lying[]>>>> {
  for (;;) {
    const head = await stores.store.head();
    const both = { stands: await standing(stores), rebuilt: await rebuilt(stores) };
    if (head === (await stores.store.head())) return both;
  }
}

/** Whether everything that should be sent was sent and recorded. */
export async function delivered(store: EventStore): Promise<boolean> {
  const awaited = new Set<string>();
  for await (const event of eventsOf(store)) {
    const { type, stream } = event;
    if (/^Delivery(Requested|Failed|Cancelled)$/.test(type)) awaited.add(stream);
    if (isEvent(event, AccountRegistered) && event.data.source !== undefined) awaited.add(stream);
    if (type === 'DeliverySent' || isEvent(event, SignupAnswered)) awaited.delete(stream);
  }
  return awaited.size === 0;
}
