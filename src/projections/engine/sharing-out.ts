import type { Presence } from '../../ports/leases.ts';

export interface Shares {
  /** Held, to be let go of. */
  readonly give: readonly string[];
  /** Held by nobody, to be taken. */
  readonly take: readonly string[];
  /** Held by others beyond their share, to be asked for. */
  readonly ask: readonly string[];
}

export interface Look {
  readonly held: readonly string[];
  /** Names that are leased now, and by whom. */
  readonly leased: ReadonlyMap<string, string>;
  readonly presence: Presence;
}

/** Looks for which what was let go of is left to others. */
const REST = 5;

/**
 * What one worker takes and lets go of, look by look: a fair share of all names; and what stays free from one look to
 * the next, since those who are counted as workers need not be (one that just died, one of an older version). Who was
 * too slow to take its share asks those for it who took it instead.
 */
export class SharingOut {
  readonly #names: readonly string[];
  /** Free at the last look, too. */
  #free: ReadonlySet<string> = new Set();
  readonly #resting = new Map<string, number>();
  /** Beyond the share, since nobody else took them; let go of when the number of workers changes. */
  #orphans = new Set<string>();
  #workers = 0;
  /** Looks until it asks again. */
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

  /** So many of what others hold beyond the share; seldom, since a hand-over takes them some looks. */
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
