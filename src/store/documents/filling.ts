import type { DatabaseSync } from 'node:sqlite';
import type { CollectionSpec } from '../../projections/engine/documents.ts';
import { CHECKPOINT_PAGES, transactions } from '../sqlite/database.ts';
import { markSound, markTorn } from './file.ts';
import { indexesOf, tableOf, withoutIndexes } from './table.ts';

/** Of the write-ahead log: pages that change often go into the file once. */
const FILLING_PAGES = 20_000;

/**
 * Collections that are filled from nothing. Their indexes are made at the end: each is then written once, in
 * its order, and not page by page as documents come. A file that holds nothing else does not wait for the
 * disk either; if it is cut off before the end, the next start throws it away.
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

  /** No index is there that a change could leave alone. */
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
    markTorn(this.#path);
    this.#database.exec(`PRAGMA synchronous = OFF; PRAGMA wal_autocheckpoint = ${FILLING_PAGES}`);
  }

  /** A query in the middle of it: this collection's indexes are made now. */
  indexed(collection: string): void {
    const spec = this.#specs.get(collection);
    if (!spec) return;
    transactions(this.#database)(() => this.#database.exec(indexesOf(spec)));
    this.#specs.delete(collection);
  }

  /** The steps of the end, in their order. Between them other things may be done: an index of a large collection takes its time. */
  ending(): readonly (() => void)[] {
    return [...[...this.#specs.keys()].map((name) => () => this.indexed(name)), () => this.#end()];
  }

  #end(): void {
    if (!this.#alone) return;
    this.#database.exec(`PRAGMA synchronous = NORMAL; PRAGMA wal_checkpoint(TRUNCATE); PRAGMA wal_autocheckpoint = ${CHECKPOINT_PAGES}`);
    markSound(this.#path);
    this.#alone = false;
  }

  #isEmpty(name: string): boolean {
    return this.#database.prepare(`SELECT 1 FROM ${tableOf(name)} LIMIT 1`).get() === undefined;
  }

  #collections(): number {
    return (this.#database.prepare('SELECT count(*) AS count FROM collections').get() as { count: number }).count;
  }
}
