import { START } from '../../domain/kernel/event.ts';
import type { Documents } from '../../ports/documents.ts';
import type { Leases } from '../../ports/leases.ts';
import type { OwnTime } from './pauses.ts';
import { type AnyProjection, collectionName } from './projection.ts';
import type { RunnerLog } from './runner.ts';
import { forget } from './versions.ts';

export interface OlderVersionsPorts {
  readonly documents: Documents;
  readonly leases: Leases;
  readonly projections: readonly AnyProjection[];
  readonly log: RunnerLog;
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
    const all = projections.map((projection) => ({ own: collectionName(projection), older: olderOf(projection) }));
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
      log.info({ collection }, 'Dropped an older read model.');
    } finally {
      await lease.release();
    }
  }
}

const olderOf = ({ name, version }: AnyProjection): readonly string[] =>
  Array.from({ length: version - 1 }, (_, index) => collectionName({ name, version: index + 1 }));
