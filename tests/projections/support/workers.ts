import { afterEach, expect } from 'vitest';
import type { Recorded } from '../../../src/domain/kernel/event.ts';
import type { Lease, Leases } from '../../../src/ports/coordination.ts';
import type { Batch, Documents } from '../../../src/ports/documents.ts';
import type { Demanded } from '../../../src/projections/engine/demanded.ts';
import { LeasedRunner } from '../../../src/projections/engine/leased-runner.ts';
import type { AnyProjection, Projection } from '../../../src/projections/engine/projection.ts';
import { SharedViews } from '../../../src/projections/engine/shared-views.ts';
import { onEach } from '../../../src/projections/task/tasks.ts';
import { openDocuments } from '../../../src/store/documents/sqlite-documents.ts';
import { type LeaseWorld, type LeasingProcess, leaseWorld } from '../../support/leases.ts';
import { type FakeLog, fakeLog } from './fake-log.ts';
import { counting, type Tally } from './runners.ts';

export interface Written {
  readonly by: string;
  readonly collection: string;
  readonly token: number;
}

export interface Worker {
  readonly runner: LeasedRunner;
  readonly process: LeasingProcess;
  readonly logged: readonly { readonly event: string; readonly fields: object }[];
  /** Stops its batches, as if the process were stopped between two of its instructions. */
  block(): void;
  unblock(): void;
  /** Names of the read models that it holds. */
  names(): readonly string[];
}

export interface Cluster {
  readonly log: FakeLog;
  readonly documents: Documents;
  readonly leases: LeaseWorld;
  /** The writes that the stores accepted, oldest first. */
  readonly writes: readonly Written[];
  worker(name: string, projections: readonly AnyProjection[], options?: WorkerOptions): Worker;
  web(projections: readonly AnyProjection[], options?: WebOptions): SharedViews;
  /** Lets time pass by one interval of lookups, and waits until the work that this starts is done. */
  pass(ms: number): Promise<void>;
}

export interface WebOptions {
  readonly demanded?: () => Demanded | null;
}

export interface WorkerOptions {
  /** How long the lease of an older version must have been free. */
  readonly olderMs?: number;
  readonly lookMs?: number;
  /** Replaces the acquiring of leases. */
  readonly take?: (name: string, leases: Leases) => Promise<Lease | null>;
}

const LOOK_MS = 500;
const cleanups: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const one of cleanups.splice(0).toReversed()) await one();
});

const calm = async (): Promise<void> => {
  for (let round = 0; round < 20; round += 1) await new Promise((resolve) => setImmediate(resolve));
};

/** Processes over one log and one set of documents, with leases in simulated time. */
export function cluster(events: readonly Recorded[] = [], given?: Documents): Cluster {
  const log = fakeLog(events);
  const documents = given ?? openDocuments(':memory:');
  const leases = leaseWorld();
  const writes: Written[] = [];

  function gated(by: string, gate: () => Promise<void>): Documents {
    const apply = async (batch: Batch): Promise<void> => {
      await gate();
      await documents.apply(batch);
      for (const { name: collection, token = 0 } of batch.checkpoints) writes.push({ by, collection, token });
    };
    return { ...documents, apply };
  }

  function worker(
    name: string,
    projections: readonly AnyProjection[],
    { olderMs = 60_000, lookMs = LOOK_MS, take }: WorkerOptions = {},
  ): Worker {
    const process = leases.process(name);
    const logged: { event: string; fields: object }[] = [];
    const note = (fields: object, event: string): void => void logged.push({ event, fields });
    let blocked = Promise.resolve();
    let unblock = (): void => undefined;
    const runner = new LeasedRunner({
      store: log,
      documents: gated(name, () => blocked),
      projections,
      leases: take ? { ...process.leases, acquire: (lease) => take(lease, process.leases) } : process.leases,
      log: { info: note, error: note },
      pause: () => new Promise((resolve) => setImmediate(resolve)),
      time: process.time,
      lookMs,
      olderMs,
    });
    cleanups.push(async () => {
      unblock();
      void runner.stop();
      await calm();
    });
    return {
      runner,
      process,
      logged,
      block: () => {
        const gate = Promise.withResolvers<void>();
        blocked = gate.promise;
        unblock = gate.resolve;
      },
      unblock: () => unblock(),
      names: () => runner.held().map((held) => held.name),
    };
  }

  function web(projections: readonly AnyProjection[], options: WebOptions = {}): SharedViews {
    const quiet = { info: () => undefined, error: () => undefined };
    const views = new SharedViews({ store: log, documents, projections, log: quiet, lookMs: 20, timeoutMs: 300, ...options });
    cleanups.push(() => views.stop());
    return views;
  }

  async function pass(ms: number): Promise<void> {
    for (let left = ms; left > 0; left -= LOOK_MS) {
      await leases.pass(Math.min(left, LOOK_MS));
      await calm();
    }
  }

  return { log, documents, leases, writes, worker, web, pass };
}

/** A projection with a name of its own that counts like `counting`. */
export const named = (name: string, version = 1): Projection<Tally> => ({ ...counting(version), name });
/** A projection that handles none of the events of these tests. */
export const quiet: Projection<Tally> = { ...named('quiet'), on: onEach<Tally>([], () => null) };
export const FOUR = ['a', 'b', 'c', 'd'].map((name) => named(name));
export const sumIn = async ({ documents }: Cluster, collection: string) => (await documents.get<Tally>(collection, 'u1'))?.doc.sum ?? 0;

/** Checks that no write was accepted under an older lease than one that had written before. */
export function expectTokensNeverFall({ writes }: Cluster): void {
  const newest = new Map<string, number>();
  for (const { collection, token } of writes) {
    expect(token, collection).toBeGreaterThanOrEqual(newest.get(collection) ?? 1);
    newest.set(collection, token);
  }
  expect(newest.size).toBeGreaterThan(0);
}

export async function startWorkers(world: Cluster, names: readonly string[], projections: readonly AnyProjection[]): Promise<Worker[]> {
  const all = names.map((name) => world.worker(name, projections));
  for (const { runner } of all) await runner.start();
  await world.pass(3_000);
  return all;
}
