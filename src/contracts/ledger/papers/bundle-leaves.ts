/** Ids and names are spread over the parts by a simple sum of their characters. */
function partOf(text: string, parts: number): number {
  let sum = 0;
  for (let at = 0; at < text.length; at += 1) sum = (Math.imul(sum, 31) + text.charCodeAt(at)) >>> 0;
  return sum % parts;
}

/**
 * Whether the events of an export are the leaves of its ledger, each once, although the two files have them in another order. All leaves
 * together can be larger than memory, so this is asked in several parts, each about some of the leaves. A leaf takes about 150 bytes.
 */
export class Leaves {
  readonly #part: number;
  readonly #parts: number;
  /** Each leaf as its event's id and hash. Those of which the event was found are taken out. */
  readonly #left = new Set<string>();
  readonly #streams = new Set<string>();

  constructor(part: number, parts: number) {
    this.#part = part;
    this.#parts = parts;
  }

  #isMine(text: string): boolean {
    return this.#parts === 1 || partOf(text, this.#parts) === this.#part;
  }

  /** Adds a leaf. Returns whether it is another one than those before it. */
  add(id: string, hash: string): boolean {
    const leaf = `${id} ${hash}`;
    if (!this.#isMine(leaf)) return true;
    const before = this.#left.size;
    return this.#left.add(leaf).size > before;
  }

  /** Returns whether an event is a leaf and was not found before. */
  find(id: string, hash: string): boolean {
    const leaf = `${id} ${hash}`;
    return !this.#isMine(leaf) || this.#left.delete(leaf);
  }

  /** Returns whether a stream begins for the first time. */
  begin(stream: string): boolean {
    if (!this.#isMine(stream)) return true;
    const before = this.#streams.size;
    return this.#streams.add(stream).size > before;
  }

  /** The ids of the leaves of which no event was found. */
  *missing(): Generator<string> {
    for (const leaf of this.#left) yield leaf.slice(0, leaf.lastIndexOf(' '));
  }
}
