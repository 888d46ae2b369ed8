import { type ChangeStreamDocument, type Document, MongoClient, type ResumeToken } from 'mongodb';
import { withTimeout } from '../../src/concurrency/with-timeout.ts';

/** What the database's log of writes shows about tokens and leases. */
export interface Fences {
  /** Faults in sentences; empty if no token ever became smaller, and no lease was given away while it was valid. */
  readonly faults: readonly string[];
  /** How often each lease was given. */
  readonly given: ReadonlyMap<string, number>;
  /** Number of writes that were checked. */
  readonly writes: number;
  /** Resolves once everything written before is checked. */
  stop(): Promise<Fences>;
}

type Row = Record<string, unknown>;

const LOOKED_AT = { $match: { operationType: { $in: ['insert', 'update', 'replace', 'delete', 'drop', 'rename'] } } };
const PAUSE_MS = 100;
const PATIENCE_MS = 60_000;
const END = '_fences';

/** Follows the log of writes of a database, also when its server is killed. It must begin before anything is written. */
export async function watchFences(url: string): Promise<Fences> {
  const client = new MongoClient(url, { serverSelectionTimeoutMS: 20_000 });
  await client.connect();
  const db = client.db();
  const faults: string[] = [];
  const rows = new Map<string, Row>();
  const given = new Map<string, number>();
  const ended = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<void>();
  let writes = 0;
  let after: ResumeToken | undefined;
  let going = true;

  function seen(collection: string, id: string, before: Row | undefined, now: Row): void {
    const [was, is] = [before?.token, now.token];
    if (typeof was === 'number' && typeof is === 'number' && is < was) faults.push(`${collection} ${id}: token ${was}, then ${is}`);
    if (collection !== '_leases' || before?.grant === now.grant) return;
    given.set(id, (given.get(id) ?? 0) + 1);
    if (before && !((is as number) > (was as number))) faults.push(`The lease of ${id} was given with ${is} after ${was}.`);
  }

  function look(change: ChangeStreamDocument): void {
    const { ns, documentKey, updateDescription: update, fullDocument, operationType, wallTime } = change as Document;
    const collection: string = ns.coll;
    if (operationType === 'drop' || operationType === 'rename') {
      for (const key of rows.keys()) if (key.startsWith(`${collection} `)) rows.delete(key);
      return;
    }
    const id = String(documentKey._id);
    if (collection === END) ended.resolve();
    writes += 1;
    const key = `${collection} ${id}`;
    if (operationType === 'delete') return void rows.delete(key);
    const before = rows.get(key);
    const { doc: _, keys: __, ...now } = (fullDocument ?? { ...before, ...update.updatedFields }) as Row;
    rows.set(key, now);
    seen(collection, id, before, now);
    if (collection === '_leases' && tookEarly(before, now, wallTime)) faults.push(`The lease of ${id} went to ${now.holder} while it ran.`);
  }

  async function follow(): Promise<void> {
    while (going) {
      const stream = db.watch([LOOKED_AT], after ? { resumeAfter: after } : {});
      try {
        for (let change = await stream.tryNext(); going; change = await stream.tryNext()) {
          begun.resolve();
          after = stream.resumeToken;
          if (change) look(change);
        }
      } catch {
        await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
      }
      await stream.close().catch(() => undefined);
    }
  }
  const following = follow();
  await begun.promise;

  const fences: Fences = {
    faults,
    given,
    get writes() {
      return writes;
    },
    async stop() {
      await db.collection(END).insertOne({ at: new Date() });
      await withTimeout(PATIENCE_MS, ended.promise, () => new Error('The end of the log of writes was not seen.'));
      going = false;
      await following;
      await client.close();
      return fences;
    },
  };
  return fences;
}

/** The lease was given to another before it had ended, and was not released. */
function tookEarly(before: Row | undefined, now: Row, at: Date): boolean {
  if (!before || before.grant === now.grant || before.holder === now.holder || before.holder === null) return false;
  return (before.until as number) > at.getTime();
}
