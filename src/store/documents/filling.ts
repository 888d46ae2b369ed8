import type { DatabaseSync } from 'node:sqlite';
import type { CollectionSpec } from '../../ports/documents.ts';
import { CHECKPOINT_PAGES, transactions } from '../sqlite/database.ts';
import { markDamaged, markIntact } from './file.ts';
import { indexesOf, tableOf, withoutIndexes } from './table.ts';

/** The number of pages of the write-ahead log while filling, so that pages that change often are copied into the file only once. */
const FILLING_PAGES = 10_000;

/**
 * Fills empty collections. Their indexes are created at the end, so that each is written once in its order and not
 * page by page. A file that holds nothing else is also not synced to disk; if the filling is interrupted, the next
 * start deletes the file.
 */
export class Filling {
  readonly #database: DatabaseSync;
  readonly #path: string;
  #specs = new Map<string, CollectionSpec>();
  #alone = false;

  constructor(database: DatabaseSync, path: string) {
    this.#database = database;
    this.#path = path;
  }

  /** Whether the collection is being filled and so has no indexes yet. */
  has(collection: string): boolean {
    return this.#specs.has(collection);
  }

  begin(specs: readonly CollectionSpec[]): void {
    const empty = specs.filter(({ name }) => this.#isEmpty(name));
    if (empty.length === 0) return;
    transactions(this.#database)(() => {
      for (const spec of empty) this.#database.exec(withoutIndexes(spec));
    });
    this.#specs = new Map(empty.map((spec) => [spec.name, spec]));
    this.#alone = empty.length === this.#collections();
    if (!this.#alone) return;
    markDamaged(this.#path);
    this.#database.exec(`PRAGMA synchronous = OFF; PRAGMA wal_autocheckpoint = ${FILLING_PAGES}`);
  }

  /** Creates the indexes of this collection now, because a query needs them. */
  makeIndexes(collection: string): void {
    const spec = this.#specs.get(collection);
    if (!spec) return;
    transactions(this.#database)(() => this.#database.exec(indexesOf(spec)));
    this.#specs.delete(collection);
  }

  /** The finishing steps in order. Other work may run between them, because an index of a large collection takes time. */
  finishingSteps(): readonly (() => void)[] {
    return [...[...this.#specs.keys()].map((name) => () => this.makeIndexes(name)), () => this.#end()];
  }

  #end(): void {
    if (!this.#alone) return;
    this.#database.exec(`PRAGMA synchronous = NORMAL; PRAGMA wal_checkpoint(TRUNCATE); PRAGMA wal_autocheckpoint = ${CHECKPOINT_PAGES}`);
    markIntact(this.#path);
    this.#alone = false;
  }

  #isEmpty(name: string): boolean {
    return this.#database.prepare(`SELECT 1 FROM ${tableOf(name)} LIMIT 1`).get() === undefined;
  }

  #collections(): number {
    return (this.#database.prepare('SELECT count(*) AS count FROM collections').get() as { count: number }).count;
  }
}
