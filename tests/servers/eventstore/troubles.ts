import { setTimeout as delay } from 'node:timers/promises';
import { notReady, type Refusal } from './wire.ts';

export type Call = 'append' | 'batch' | 'read' | 'subscribe' | 'delete';

/** A group of answers that is not complete by then is sent anyway. */
const GROUP_MS = 1_000;
/** Milliseconds between answers that must arrive in their order. */
const GAP_MS = 5;

/** Faults of the server while its connections work. */
export class Troubles {
  readonly calls: Record<Call, number> = { append: 0, batch: 0, read: 0, subscribe: 0, delete: 0 };
  /** Milliseconds before each answer. */
  slowness = 0;
  /** Number of answers to lose. */
  losing = 0;
  /** Number of answers that are sent together, the last one first; below 2: as they come. */
  group = 0;
  unready = false;
  readonly #cutLine: (peer: string) => void;
  readonly #live = new Set<() => void>();
  #group: (() => void)[] = [];
  #flush: NodeJS.Timeout | undefined;
  /** Number of events that are still sent before it stops. */
  #eventsLeft = Number.POSITIVE_INFINITY;
  #thaw: PromiseWithResolvers<void> | null = null;

  constructor(cutLine: (peer: string) => void) {
    this.#cutLine = cutLine;
  }

  get subscriptions(): number {
    return this.#live.size;
  }

  get hung(): boolean {
    return this.#thaw !== null;
  }

  /** Is called before a call is handled. Gives the error to refuse it with. */
  async arrive(call: Call): Promise<Refusal | null> {
    this.calls[call] += 1;
    if (this.hung) await this.thawed();
    await this.lag();
    return this.unready ? notReady() : null;
  }

  async lag(): Promise<void> {
    if (this.slowness > 0) await delay(this.slowness, undefined, { ref: false });
  }

  /** After so many events nothing is answered any more. */
  hangAfter(events: number): void {
    this.#eventsLeft = events;
  }

  countEvent(): void {
    if (this.#eventsLeft <= 0) this.#thaw ??= Promise.withResolvers();
    this.#eventsLeft -= 1;
  }

  async thawed(): Promise<void> {
    await this.#thaw?.promise;
  }

  /** Cuts the connection of a finished call if its answer is to be lost. */
  loses(call: { getPeer(): string }): boolean {
    if (this.losing === 0) return false;
    this.losing -= 1;
    this.#cutLine(call.getPeer());
    return true;
  }

  /** Resolves when it is this answer's turn. */
  async inOrder(): Promise<void> {
    if (this.group < 2) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#group.push(resolve);
    this.#flush ??= setTimeout(() => void this.#answerGroup(), GROUP_MS);
    if (this.#group.length >= this.group) void this.#answerGroup();
    await promise;
  }

  /** One after the other in separate turns of the event loop; otherwise they are sent in the order of their calls. */
  async #answerGroup(): Promise<void> {
    clearTimeout(this.#flush);
    this.#flush = undefined;
    for (const answer of this.#group.splice(0).reverse()) {
      answer();
      await delay(GAP_MS, undefined, { ref: false });
    }
  }

  /** Gives a function that ends it. */
  subscribed(drop: () => void): () => void {
    this.#live.add(drop);
    return () => void this.#live.delete(drop);
  }

  dropSubscriptions(): number {
    const all = [...this.#live];
    for (const drop of all) drop();
    return all.length;
  }

  /** Everything works again, and waiting calls continue. */
  heal(): void {
    this.slowness = 0;
    this.losing = 0;
    this.group = 0;
    this.unready = false;
    this.#eventsLeft = Number.POSITIVE_INFINITY;
    this.#thaw?.resolve();
    this.#thaw = null;
    void this.#answerGroup();
  }
}
