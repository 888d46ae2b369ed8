import { hash } from 'node:crypto';
import { type EventPlace, type LogAnchor, NO_EVENTS } from '../../ports/log-anchor.ts';

/** The number of events of a block. With larger blocks a start reads more, with smaller ones the whole log costs more hashes. */
const BLOCK = 1024;
const HASH_BYTES = 32;

/** An event as a link of the global chain. */
export interface ChainLink extends EventPlace {
  /** Its hash in the chain of its stream; a damaged event may have anything here. */
  readonly hash: string;
}

/**
 * The chain over all events in the order of the log. The head after n events is the SHA-256 of the head of the last full block and the
 * hashes of the events since then. At the end of a block it is the head of that block, and for an empty log it is zeros.
 */
export class GlobalChain {
  #events: number;
  #blockEnd: EventPlace | null;
  /** The head of the last full block, and behind it the hashes since. */
  readonly #bytes = Buffer.alloc(HASH_BYTES * (1 + BLOCK));

  /** Begins at the last full block of an anchor. */
  constructor(from: LogAnchor = NO_EVENTS) {
    this.#events = from.events - (from.events % BLOCK);
    this.#blockEnd = from.block_end;
    this.#bytes.write(from.block, 'hex');
  }

  get events(): number {
    return this.#events;
  }

  get #since(): number {
    return this.#events % BLOCK;
  }

  /** The head after all events so far, SHA-256 in lower-case hex. */
  get head(): string {
    if (this.#since === 0) return this.#block;
    return hash('sha256', this.#bytes.subarray(0, HASH_BYTES * (1 + this.#since)), 'hex');
  }

  get #block(): string {
    return this.#bytes.toString('hex', 0, HASH_BYTES);
  }

  add({ stream, revision, hash: link }: ChainLink): void {
    const at = HASH_BYTES * (1 + this.#since);
    const written = this.#bytes.write(link, at, HASH_BYTES, 'hex');
    // What is no hash in hexadecimal ends with zeros, and gives another head.
    if (written < HASH_BYTES) this.#bytes.fill(0, at + written, at + HASH_BYTES);
    this.#events += 1;
    if (this.#since > 0) return;
    this.#bytes.write(hash('sha256', this.#bytes, 'hex'), 'hex');
    this.#blockEnd = { stream, revision };
  }

  anchor({ closed, accepted }: Pick<LogAnchor, 'closed' | 'accepted'>): LogAnchor {
    return { events: this.#events, head: this.head, block: this.#block, block_end: this.#blockEnd, closed, accepted };
  }
}
