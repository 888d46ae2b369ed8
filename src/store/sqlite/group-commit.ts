import type { DatabaseSync } from 'node:sqlite';
import { StoreUnavailable } from '../../domain/kernel/event-store.ts';
import { asStoreError, sqliteCode, type Transact, transactions } from './database.ts';

interface Waiting {
  readonly work: () => unknown;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
}

/** Told once a group, before its callers go on after a failure, and as they do after a commit. */
export interface Outcomes {
  readonly committed?: () => void;
  readonly failed?: () => void;
}

/** More than this many pieces of work wait for the next commit, so that one commit stays short. */
const LARGEST = 1000;

/**
 * Work queued while the event loop goes round once shares one transaction and one fsync, each piece with
 * its own outcome. Work that throws anything but an SQLite error must have written nothing: it alone is
 * rejected. An SQLite error, or a failed commit, rejects all of the group; the next group starts afresh.
 */
export class GroupCommit {
  readonly #transact: Transact;
  readonly #outcomes: Outcomes;
  #queue: Waiting[] = [];
  #scheduled = false;
  #closed = false;

  constructor(database: DatabaseSync, outcomes: Outcomes = {}) {
    this.#transact = transactions(database);
    this.#outcomes = outcomes;
  }

  run<T>(work: () => T): Promise<T> {
    if (this.#closed) return Promise.reject(new StoreUnavailable('The store is closed.'));
    return new Promise<T>((resolve, reject) => {
      this.#queue.push({ work, resolve: resolve as (value: unknown) => void, reject });
      if (this.#scheduled) return;
      this.#scheduled = true;
      setImmediate(() => this.#drain());
    });
  }

  /** Commits what waits; refuses what comes later. */
  close(): void {
    this.#closed = true;
    while (this.#queue.length > 0) this.#commit(this.#queue.splice(0, LARGEST));
  }

  #drain(): void {
    this.#scheduled = false;
    if (this.#queue.length === 0) return;
    const group = this.#queue.splice(0, LARGEST);
    if (this.#queue.length > 0) {
      this.#scheduled = true;
      setImmediate(() => this.#drain());
    }
    this.#commit(group);
  }

  #commit(group: readonly Waiting[]): void {
    const settle: (() => void)[] = [];
    try {
      this.#transact(() => {
        for (const { work, resolve, reject } of group) {
          try {
            const value = work();
            settle.push(() => resolve(value));
          } catch (error) {
            if (sqliteCode(error) !== null) throw error;
            settle.push(() => reject(error));
          }
        }
      });
    } catch (error) {
      this.#outcomes.failed?.();
      const failure = asStoreError(error);
      for (const { reject } of group) reject(failure);
      return;
    }
    for (const one of settle) one();
    this.#outcomes.committed?.();
  }
}
