import { type Position, START } from '../../domain/kernel/event.ts';
import type { Leases } from '../../ports/coordination.ts';
import type { Documents } from '../../ports/documents.ts';
import type { Log } from '../../ports/log.ts';
import { type AnyProjection, collectionName, specOf } from './projection.ts';
import type { OwnTime } from './views.ts';

export interface Versions {
  readonly projection: AnyProjection;
  readonly checkpoint: Position;
  /** Collections of older versions, newest first. They stay and serve until this version has caught up. */
  readonly older: readonly string[];
}

/**
 * Creates the collections and reads their checkpoints. A collection that is ahead of the log belongs to another log and starts again from
 * nothing. Collections of newer versions belong to a newer program and do not change.
 */
export async function versionsOf(
  documents: Documents,
  projections: readonly AnyProjection[],
  head: Position,
): Promise<readonly Versions[]> {
  const versions: Versions[] = [];
  for (const projection of projections) {
    const spec = specOf(projection);
    await documents.ensure(spec);
    if ((await documents.checkpoint(spec.name)) > head) {
      await forget(documents, spec.name);
      await documents.ensure(spec);
    }
    versions.push({ projection, checkpoint: await documents.checkpoint(spec.name), older: await storedOlder(documents, projection) });
  }
  return versions;
}

export async function forget(documents: Documents, collection: string): Promise<void> {
  await documents.drop(collection);
  await documents.apply({ writes: [], checkpoints: [{ name: collection, position: START }] });
}

/**
 * The collections of older versions. They are looked up one by one, because `list` counts documents and the start must not read them all.
 */
async function storedOlder(documents: Documents, { name, version }: AnyProjection): Promise<readonly string[]> {
  const older: string[] = [];
  for (let one = version - 1; one > 0; one -= 1) {
    const collection = collectionName({ name, version: one });
    if ((await documents.checkpoint(collection)) > START) older.push(collection);
  }
  return older;
}

export interface OlderVersionsPorts {
  readonly documents: Documents;
  readonly leases: Leases;
  readonly projections: readonly AnyProjection[];
  readonly log: Pick<Log, 'info' | 'error'>;
  /** How long the lease of an older version must have been free, in milliseconds of real time. */
  readonly olderMs: number;
  readonly time: Pick<OwnTime, 'monotonic'>;
}

const LOOKS = 6;

/**
 * Drops collections of older versions once the newer one serves and nobody has folded the older one for a while: as long as older workers
 * fold it, older web processes may read it. Only a process that can take its lease drops it.
 */
export class OlderVersions {
  readonly #ports: OlderVersionsPorts;
  readonly #freeSince = new Map<string, number>();
  #looked = Number.NEGATIVE_INFINITY;

  constructor(ports: OlderVersionsPorts) {
    this.#ports = ports;
  }

  async look(leased: Pick<ReadonlySet<string>, 'has'>): Promise<void> {
    const { documents, projections, olderMs, time } = this.#ports;
    const now = time.monotonic();
    if (now - this.#looked < olderMs / LOOKS) return;
    this.#looked = now;
    const all = projections.map((projection) => ({ own: collectionName(projection), older: everyOlder(projection) }));
    const found = await documents.checkpoints(all.flatMap(({ own, older }) => [own, ...older]));
    for (const { own, older } of all) {
      const serves = found.get(own)?.live === true;
      for (const collection of older.filter((each) => (found.get(each)?.position ?? START) > START)) {
        const since = leased.has(collection) ? now : (this.#freeSince.get(collection) ?? now);
        this.#freeSince.set(collection, since);
        if (serves && now - since >= olderMs) await this.#drop(collection);
      }
    }
  }

  async #drop(collection: string): Promise<void> {
    const { documents, leases, log } = this.#ports;
    const lease = await leases.acquire(collection);
    if (lease === null) return;
    try {
      await forget(documents, collection);
      log.info({ collection }, 'read_model.dropped');
    } finally {
      await lease.release();
    }
  }
}

const everyOlder = ({ name, version }: AnyProjection): readonly string[] =>
  Array.from({ length: version - 1 }, (_, index) => collectionName({ name, version: index + 1 }));
