import type { Piece } from './seal.ts';

/** So many entries of a list are sealed together. Then other work of the page gets its turn. */
export const ENTRIES_AT_ONCE = 200;
/** The bounds of a piece that ends where the next one has begun before. */
const [LEAST, MOST] = [100, 300];
const breath = () => new Promise<void>((resolve) => setTimeout(resolve));

interface Known {
  readonly entries: readonly unknown[];
  readonly piece: Piece;
}

const isAt = (list: readonly unknown[], from: number, { entries }: Known): boolean =>
  entries.every((entry, at) => entry === list[from + at]);

/**
 * The sealed pieces of one list. A change of one task makes a new list, in which all other tasks are the same objects. So only the piece
 * with this task is sealed anew. To seal thousands of tasks takes longer than everything else that follows a change.
 */
export class EntryPieces {
  readonly #seal: (text: string) => Promise<Piece>;
  /** By the first entry of each. */
  #known: ReadonlyMap<unknown, Known> = new Map();

  constructor(seal: (text: string) => Promise<Piece>) {
    this.#seal = seal;
  }

  /** Each piece holds the JSON of an array. */
  async of(list: readonly unknown[]): Promise<readonly Piece[]> {
    const made: Known[] = [];
    for (let from = 0; from < list.length; ) {
      const before = this.#known.get(list[from]);
      const known = before && isAt(list, from, before) ? before : await this.#sealed(this.#next(list, from));
      made.push(known);
      from += known.entries.length;
    }
    this.#known = new Map(made.map((known) => [known.entries[0], known]));
    return made.map(({ piece }) => piece);
  }

  /** A new entry does not move the borders of all pieces after it. */
  #next(list: readonly unknown[], from: number): readonly unknown[] {
    const entries = list.slice(from, from + MOST + 1);
    const border = entries.findIndex((entry, at) => at >= LEAST && this.#known.has(entry));
    return entries.slice(0, border === -1 ? ENTRIES_AT_ONCE : border);
  }

  async #sealed(entries: readonly unknown[]): Promise<Known> {
    const piece = await this.#seal(JSON.stringify(entries));
    await breath();
    return { entries, piece };
  }
}
