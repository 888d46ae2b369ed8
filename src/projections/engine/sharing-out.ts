import type { Presence } from '../../ports/coordination.ts';

export interface Shares {
  /** Names that this worker must release. */
  readonly give: readonly string[];
  /** Free names that this worker must take. */
  readonly take: readonly string[];
  /** Names that other workers have beyond their share. This worker must ask for them. */
  readonly ask: readonly string[];
  /** Names are moving from one worker to another, so the leases must be read again soon. */
  readonly isMoving: boolean;
}

export interface Look {
  readonly held: readonly string[];
  readonly leased: ReadonlyMap<string, string>;
  readonly presence: Presence;
}

interface Asking extends Pick<Look, 'held' | 'leased'> {
  readonly lack: number;
  readonly isOneTaken: boolean;
  readonly share: number;
}

/** For how many reads a released name is left to others. */
const REST = 5;
/** After so many reads without a change nothing moves any more: another worker may be of a version that takes none of these names. */
const MOVING = 20;

/**
 * Decides after each read of the leases what one worker takes and releases. It takes a fair share of all names. It also takes names that
 * stay free from one read to the next, because a process that counts as a worker may take none (it has just died, or it is an older
 * version). A worker that was too slow to take its share asks the others for it. Names beyond the share are released one at a time, the
 * next one when another worker has taken the last one, so that at most one of a worker's names has no holder.
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
  /** It has asked others since it last had its share. */
  #isAsking = false;
  /** For how many more reads names count as moving. */
  #moving = 0;

  constructor(names: readonly string[]) {
    this.#names = names;
  }

  look({ held, leased, presence: { workers, handoverRequested } }: Look): Shares {
    if (workers !== this.#workers) {
      this.#orphans = new Set();
      this.#moving = MOVING;
    }
    this.#workers = workers;
    const share = Math.ceil(this.#names.length / workers);
    const asked = held.filter((name) => handoverRequested.includes(name));
    const kept = held.filter((name) => !asked.includes(name) && !this.#orphans.has(name));
    const isOneFree = this.#names.some((name) => !leased.has(name) && !held.includes(name));
    // What nobody took when it was free, nobody takes.
    const mayGive = !isOneFree && this.#orphans.size === 0;
    const give = [...asked, ...(mayGive ? kept.slice(share, share + 1) : [])];
    this.#rest(give);
    const free = this.#names.filter((name) => !held.includes(name) && !leased.has(name) && !this.#resting.has(name));
    const fair = free.slice(0, Math.max(0, share - kept.length));
    const orphans = free.slice(fair.length).filter((name) => this.#free.has(name));
    for (const name of orphans) this.#orphans.add(name);
    this.#free = new Set(free);
    const take = [...fair, ...orphans];
    if (give.length + take.length > 0) this.#moving = MOVING;
    else this.#moving = Math.max(0, this.#moving - 1);
    const lack = share - (held.length - give.length + take.length);
    const ask = free.length > take.length ? [] : this.#asks({ lack, isOneTaken: take.length > 0, share, held, leased });
    const isUneven = workers > 1 && (kept.length > share || lack > 0);
    return { give, take, ask, isMoving: isUneven && this.#moving > 0 };
  }

  /**
   * Asks for a name if this worker lacks some, from workers that have more than their share. It asks rarely, because a handover takes some
   * reads; and for the next one as soon as it has got the last one.
   */
  #asks({ lack, isOneTaken, share, held, leased }: Asking): readonly string[] {
    this.#isAsking &&= lack > 0;
    if (lack <= 0 || (isOneTaken && !this.#isAsking)) this.#patience = REST;
    else this.#patience = isOneTaken ? 0 : this.#patience - 1;
    if (lack <= 0 || this.#patience > 0) return [];
    this.#patience = REST;
    this.#isAsking = true;
    const others = Map.groupBy(
      this.#names.filter((name) => !held.includes(name) && leased.has(name)),
      (name) => leased.get(name),
    );
    return [...others.values()].flatMap((names) => names.slice(share)).slice(0, 1);
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
