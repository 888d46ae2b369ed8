import { type Position, type Recorded, START } from '../../domain/kernel/event.ts';
import type { EventStore } from '../../domain/kernel/event-store.ts';
import type { Stored } from '../../ports/documents.ts';
import type { StreamDoc } from '../../projections/account/accounts.ts';
import { yieldToEventLoop } from '../../projections/engine/views.ts';

export interface EventsThen {
  readonly store: Pick<EventStore, 'readStream'>;
  /** The position of each of these documents is that of the first event of its stream. */
  readonly streams: readonly Stored<StreamDoc>[];
  /** Only what was recorded at this instant or before. */
  readonly asOf: string;
  /** The stored types of the events that are wanted. */
  readonly types: ReadonlySet<string>;
  readonly signal: AbortSignal;
}

/** So many streams are read at the same time. */
const TOGETHER = 16;
/** So many events of a stream are read at a time. */
const PAGE = 100;
/** Batches with fewer events would cost more than what they hold. */
const BATCH = 500;
const BEYOND: Position = '9'.repeat(START.length);

/** A stream of which more events may follow. */
interface Open {
  readonly stream: string;
  next: number;
  /** The position up to which it was read. */
  reached: Position;
}

/**
 * The events of some streams in the order of the log, in batches. A stream is begun only shortly before its first event is needed, and
 * dropped after its last one, so the events of streams that lie apart in time are never in memory together.
 * @throws the signal's reason if it aborts
 */
export async function* eventsThen(asked: EventsThen): AsyncGenerator<readonly Recorded[]> {
  const streams = asked.streams.toSorted((a, b) => (a.position < b.position ? -1 : 1));
  const reading = new Reading(asked);
  let batch: Recorded[] = [];
  // So many events were still waiting when the due ones were last taken.
  let taken = 0;
  for (let begun = 0; begun < streams.length || reading.isOpen; ) {
    asked.signal.throwIfAborted();
    const before = streams[begun]?.position ?? BEYOND;
    if (!(await reading.readOn(before))) {
      await reading.begin(streams.slice(begun, begun + TOGETHER));
      begun += TOGETHER;
    }
    // Each time the due events are taken, all that wait are looked at.
    if (reading.waiting < taken + BATCH && begun < streams.length) continue;
    batch.push(...reading.take(streams[begun]?.position ?? BEYOND));
    taken = reading.waiting;
    if (batch.length < BATCH) continue;
    yield batch;
    batch = [];
    await yieldToEventLoop();
  }
  if (batch.length > 0) yield batch;
}

/** Streams that are read side by side. */
class Reading {
  readonly #asked: EventsThen;
  #open: Open[] = [];
  #waiting: Recorded[] = [];

  constructor(asked: EventsThen) {
    this.#asked = asked;
  }

  get isOpen(): boolean {
    return this.#open.length > 0;
  }

  /** The number of events that were read and not taken. */
  get waiting(): number {
    return this.#waiting.length;
  }

  async begin(streams: readonly Stored<StreamDoc>[]): Promise<void> {
    const begun = streams.map(({ id, position }) => ({ stream: id, next: 0, reached: position }));
    this.#open.push(...begun);
    await this.#read(begun);
  }

  /** Reads a page more of the streams that were not read up to the position. False: there is none. */
  async readOn(before: Position): Promise<boolean> {
    const behind = this.#open.filter(({ reached }) => reached < before).slice(0, TOGETHER);
    await this.#read(behind);
    return behind.length > 0;
  }

  /** The events before the position that no event can precede any more, in their order. */
  take(before: Position): readonly Recorded[] {
    // A stream that goes on may have its next event right behind the last one that was read.
    let through = before;
    for (const { reached } of this.#open) if (reached < through) through = reached;
    const isDue = ({ position }: Recorded): boolean => position < before && position <= through;
    const due = this.#waiting.filter(isDue);
    if (due.length === 0) return due;
    this.#waiting = this.#waiting.filter((event) => !isDue(event));
    return due.sort((a, b) => (a.position < b.position ? -1 : 1));
  }

  async #read(streams: readonly Open[]): Promise<void> {
    const pages = await Promise.all(streams.map(({ stream, next }) => this.#asked.store.readStream(stream, next, PAGE)));
    const ended = new Set<Open>();
    for (const [index, open] of streams.entries()) if (!this.#keep(open, pages[index] ?? [])) ended.add(open);
    this.#open = this.#open.filter((open) => !ended.has(open));
  }

  /** True: the stream goes on. It ends before the first event that was recorded later, because what follows rests on that. */
  #keep(open: Open, page: readonly Recorded[]): boolean {
    const { asOf, types } = this.#asked;
    for (const event of page) {
      if (event.metadata.recorded_at > asOf) return false;
      if (types.has(event.type)) this.#waiting.push(event);
      open.reached = event.position;
    }
    open.next += page.length;
    return page.length === PAGE;
  }
}
