import type { App } from '../../../app/app.ts';
import type { Position, Recorded } from '../../../domain/kernel/event.ts';
import type { Subscription } from '../../../domain/kernel/event-store.ts';
import { ownerOfEntry } from '../../../projections/history/history.ts';
import { changedTask } from '../../../projections/task/tasks.ts';
import { type Changes, NOTHING, together } from './changes.ts';
import type { KindsOf } from './kinds.ts';
import { KnownChanges } from './known-changes.ts';

/** Shorter than the time after which a read model that keeps a reader waiting counts as late. */
const READABLE_MS = 2_000;

export interface LogFollowerPorts {
  readonly app: Pick<App, 'store' | 'waitForReadModels' | 'shared'>;
  readonly kindsOf: KindsOf;
  /** Called when changes of an owner can be read. */
  readonly changed: (owner: string, changes: Changes) => void;
}

export interface Following {
  /** Up to here all changes can be read. */
  readonly position: () => Position;
  readonly known: KnownChanges;
}

/** Follows the event log, from the first time that somebody wants to know. A program that nobody follows reads nothing twice. */
export class LogFollower {
  readonly #ports: LogFollowerPorts;
  #following: Promise<Following> | null = null;
  #begun: Following | null = null;
  #subscription: Subscription | null = null;

  constructor(ports: LogFollowerPorts) {
    this.#ports = ports;
  }

  /** @throws StoreUnavailable; the next call tries again */
  follow(): Promise<Following> {
    this.#following ??= this.#begin().catch((error: unknown) => {
      this.#following = null;
      throw error;
    });
    return this.#following;
  }

  /** Null: it does not follow the log yet. */
  get begun(): Following | null {
    return this.#begun;
  }

  async stop(): Promise<void> {
    await this.#following?.catch(() => undefined);
    await this.#subscription?.stop();
  }

  async #begin(): Promise<Following> {
    const { store } = this.#ports.app;
    const head = await store.head();
    await this.#untilReadable(head);
    const known = new KnownChanges(head);
    let position = head;
    // After an error the store delivers the same events again.
    this.#subscription = store.subscribe(head, async (events) => {
      const last = events.at(-1)?.position ?? position;
      await this.#untilReadable(last);
      position = last;
      this.#tell(events, known, last);
    });
    this.#begun = { position: () => position, known };
    return this.#begun;
  }

  /** In a program of one process each later read includes these events. Otherwise they are written by other processes. */
  async #untilReadable(position: Position): Promise<void> {
    const { waitForReadModels, shared } = this.#ports.app;
    await waitForReadModels(position, { readersWait: shared === undefined, timeoutMs: READABLE_MS });
  }

  #tell(events: readonly Recorded[], known: KnownChanges, position: Position): void {
    const byOwner = new Map<string, Changes>();
    for (const event of events) {
      const owner = ownerOfEntry(event);
      const changes = this.#changesBy(event);
      if (owner === null || changes.kinds.size === 0) continue;
      byOwner.set(owner, together(byOwner.get(owner) ?? NOTHING, changes));
    }
    for (const [owner, changes] of byOwner) {
      known.note(owner, changes.kinds, position);
      this.#ports.changed(owner, changes);
    }
  }

  #changesBy(event: Recorded): Changes {
    const kinds = this.#ports.kindsOf(event);
    const task = changedTask(event);
    return { kinds, tasks: !kinds.has('task') ? new Set() : task === null ? null : new Set([task]) };
  }
}
