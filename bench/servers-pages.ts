import type { Db } from 'mongodb';
import type { JsonObject } from '../src/domain/kernel/json.ts';
import type { Cursor, Page } from '../src/ports/documents.ts';
import { pathOf, rangeOf } from '../src/store/mongo/documents/keys.ts';
import { type MongoDocuments, openMongoDocuments } from '../src/store/mongo/documents.ts';
import { type Bench, interleaved } from './support/measure.ts';
import { overBare, paced } from './support/paced.ts';
import { onMongo } from './support/servers.ts';
import { SPEC, taskDoc } from './support/task-docs.ts';

const DOCUMENTS = 5_000;
const A_BATCH = 500;
const LIMIT = 50;
/** How many pages of one owner are read, one after the other; there are 10. */
const PAGES = 3;
const RUNS = 61;
const OWNER = 'owner3';

async function fill(documents: MongoDocuments): Promise<void> {
  await documents.ensure(SPEC);
  const position = '1'.padStart(20, '0');
  for (let at = 0; at < DOCUMENTS; at += A_BATCH) {
    const writes = Array.from({ length: A_BATCH }, (_, index) => ({ id: `t${at + index}`, position, doc: taskDoc(at, at + index) }));
    await documents.apply({ writes: [{ collection: SPEC.name, writes }], checkpoints: [] });
  }
}

const QUERY = { index: 'live', equals: [OWNER], limit: LIMIT } as const;

/** Reads page after page of parsed documents, each from the end of the last. */
async function read(documents: MongoDocuments): Promise<void> {
  let after: Cursor | null = null;
  for (let page = 0; page < PAGES; page += 1) {
    const { items, next }: Page<JsonObject> = await documents.find(SPEC.name, after ? { ...QUERY, after } : QUERY);
    if (items.length !== LIMIT) throw new Error(`A page of ours holds ${items.length}.`);
    after = next;
  }
}

interface Keyed {
  readonly _id: string;
  readonly keys: Readonly<Record<string, string>>;
}

/** Reads the same ranges of the same index, with the documents as the client gives them. */
async function readBare(db: Db): Promise<void> {
  const path = pathOf(QUERY.index);
  const range = rangeOf(SPEC, QUERY);
  let after: string | null = null;
  for (let page = 0; page < PAGES; page += 1) {
    const rows: readonly Keyed[] = await db
      .collection<Keyed>(SPEC.name)
      .find({ [path]: after === null ? range : { $gt: after, $lt: range.$lt } }, { projection: { position: 1, doc: 1, [path]: 1 } })
      .sort({ [path]: 1 })
      .limit(LIMIT)
      .toArray();
    if (rows.length !== LIMIT) throw new Error(`A bare page holds ${rows.length}.`);
    after = rows.at(-1)?.keys[QUERY.index] ?? null;
  }
}

/** Pages a second: keyset pages of 50 through our driver, compared with a bare find, sort and limit on the same collection. */
export const serverPagesOverBare: Bench = () =>
  onMongo(async ({ server, mongo, bare }) => {
    const documents = openMongoDocuments(mongo);
    await fill(documents);
    const taken = await interleaved(
      RUNS,
      () => paced(PAGES, () => read(documents)),
      () => paced(PAGES, () => readBare(bare)),
    );
    return [overBare({ name: 'server_page_over_bare', unit: 'pages a second', server }, taken)];
  });
