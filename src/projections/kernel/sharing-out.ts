import type { Presence } from '../../domain/kernel/leases.ts';

export interface Shares {
  /** Held, to be let go of. */
  readonly give: readonly string[];
  /** Held by nobody, to be taken. */
  readonly take: readonly string[];
}

export interface Look {
  readonly held: readonly string[];
  /** Names that are leased now, by whomever. */
  readonly leased: ReadonlySet<string>;
  readonly presence: Presence;
}

/** Looks for which what was let go of is left to others. */
const REST = 5;

/**
 * What one worker takes and lets go of, look by look: a fair share of all names; and what stays free from one look to
 * the next, since those who are counted as workers need not be (one that just died, one of an older version).
 */
export class SharingOut {
  readonly #names: readonly string[];
  /** Free at the last look, too. */
  #free: ReadonlySet<string> = new Set();
  readonly #resting = new Map<string, number>();
  /** Beyond the share, since nobody else took them; let go of when the number of workers changes. */
  #orphans = new Set<string>();
  #workers = 0;

  constructor(names: readonly string[]) {
    this.#names = names;
  }

  look({ held, leased, presence: { workers, wanted } }: Look): Shares {
    if (workers !== this.#workers) this.#orphans = new Set();
    this.#workers = workers;
    const share = Math.ceil(this.#names.length / workers);
    const asked = held.filter((name) => wanted.includes(name));
    const kept = held.filter((name) => !asked.includes(name) && !this.#orphans.has(name));
    const give = [...asked, ...kept.slice(share)];
    this.#rest(give);
    const free = this.#names.filter((name) => !held.includes(name) && !leased.has(name) && !this.#resting.has(name));
    const fair = free.slice(0, Math.max(0, share - kept.length));
    const orphans = free.slice(fair.length).filter((name) => this.#free.has(name));
    for (const name of orphans) this.#orphans.add(name);
    this.#free = new Set(free);
    return { give, take: [...fair, ...orphans] };
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
