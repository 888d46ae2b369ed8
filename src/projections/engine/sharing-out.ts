import type { Presence } from '../../ports/coordination.ts';

export interface Shares {
  /** Names that this worker must release. */
  readonly give: readonly string[];
  /** Free names that this worker must take. */
  readonly take: readonly string[];
  /** Names that other workers have beyond their share. This worker must ask for them. */
  readonly ask: readonly string[];
}

export interface Look {
  readonly held: readonly string[];
  readonly leased: ReadonlyMap<string, string>;
  readonly presence: Presence;
}

/** For how many reads a released name is left to others. */
const REST = 5;

/**
 * Decides after each read of the leases what one worker takes and releases. It takes a fair share of all names. It also takes names that
 * stay free from one read to the next, because a process that counts as a worker may take none (it has just died, or it is an older
 * version). A worker that was too slow to take its share asks the others for it.
 */
export class SharingOut {
  readonly #names: readonly string[];
  #free: ReadonlySet<string> = new Set();
  readonly #resting = new Map<string, number>();
  /** Names beyond the share that nobody else took. They are released when the number of workers changes. */
  #orphans = new Set<string>();
  #workers = 0;
  /** How many reads it waits until it asks again. */
  #patience = REST;

  constructor(names: readonly string[]) {
    this.#names = names;
  }

  look({ held, leased, presence: { workers, handoverRequested } }: Look): Shares {
    if (workers !== this.#workers) this.#orphans = new Set();
    this.#workers = workers;
    const share = Math.ceil(this.#names.length / workers);
    const asked = held.filter((name) => handoverRequested.includes(name));
    const kept = held.filter((name) => !asked.includes(name) && !this.#orphans.has(name));
    const give = [...asked, ...kept.slice(share)];
    this.#rest(give);
    const free = this.#names.filter((name) => !held.includes(name) && !leased.has(name) && !this.#resting.has(name));
    const fair = free.slice(0, Math.max(0, share - kept.length));
    const orphans = free.slice(fair.length).filter((name) => this.#free.has(name));
    for (const name of orphans) this.#orphans.add(name);
    this.#free = new Set(free);
    const lack = free.length > 0 ? 0 : share - (held.length - give.length);
    return { give, take: [...fair, ...orphans], ask: this.#asks(lack, share, held, leased) };
  }

  /**
   * Asks for as many names as this worker lacks, from workers that have more than their share. It asks rarely, because a handover takes
   * some reads.
   */
  #asks(lack: number, share: number, held: readonly string[], leased: Look['leased']): readonly string[] {
    this.#patience = lack > 0 ? this.#patience - 1 : REST;
    if (this.#patience > 0) return [];
    this.#patience = REST;
    const others = Map.groupBy(
      this.#names.filter((name) => !held.includes(name) && leased.has(name)),
      (name) => leased.get(name),
    );
    return [...others.values()].flatMap((names) => names.slice(share)).slice(0, lack);
  }

  #rest(given: readonly string[]): void {
    for (const [name, looks] of this.#resting) {
      if (looks > 1) this.#resting.set(name, looks - 1);
      else this.#resting.delete(name);
    }
    for (const name of given) {
      this.#resting.set(name, REST);
      this.#orphans.delete(name);
    }
  }
}
