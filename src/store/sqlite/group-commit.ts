import type { DatabaseSync } from 'node:sqlite';
import { StoreUnavailable } from '../../domain/kernel/event-store.ts';
import { asStoreError, sqliteCode, type Transact, transactions } from './database.ts';

interface QueuedWork {
  /** Runs the work. Gives a function that resolves its promise once the group is committed. */
  readonly work: () => () => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Hooks that are called once for each group: after a failure before its callers are rejected, after a commit when its
 * callers are resolved.
 */
export interface CommitHooks {
  readonly onCommitted?: () => void;
  readonly onFailed?: () => void;
}

/** The most pieces of work in one commit, so that a commit stays short. The rest waits for the next one. */
const LARGEST = 1000;

/**
 * Groups all work that is queued within one turn of the event loop into one transaction with one fsync. Each piece of
 * work has its own result. Work that throws an error other than an SQLite error must have written nothing, and only
 * that piece is rejected. An SQLite error or a failed commit rejects the whole group; the next group starts afresh.
 */
export class GroupCommit {
  readonly #transact: Transact;
  readonly #outcomes: CommitHooks;
  #queue: QueuedWork[] = [];
  #scheduled = false;
  #closed = false;

  constructor(database: DatabaseSync, outcomes: CommitHooks = {}) {
    this.#transact = transactions(database);
    this.#outcomes = outcomes;
  }

  run<T>(work: () => T): Promise<T> {
    if (this.#closed) return Promise.reject(new StoreUnavailable('The store is closed.'));
    return new Promise<T>((resolve, reject) => {
      const resolving = () => {
        const value = work();
        return () => resolve(value);
      };
      this.#queue.push({ work: resolving, reject });
      if (this.#scheduled) return;
      this.#scheduled = true;
      setImmediate(() => this.#drain());
    });
  }

  /** Commits the waiting work and refuses later work. */
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

  #commit(group: readonly QueuedWork[]): void {
    const settle: (() => void)[] = [];
    try {
      this.#transact(() => {
        for (const { work, reject } of group) {
          try {
            settle.push(work());
          } catch (error) {
            if (sqliteCode(error) !== null) throw error;
            settle.push(() => reject(error));
          }
        }
      });
    } catch (error) {
      this.#outcomes.onFailed?.();
      const failure = asStoreError(error);
      for (const { reject } of group) reject(failure);
      return;
    }
    for (const one of settle) one();
    this.#outcomes.onCommitted?.();
  }
}
