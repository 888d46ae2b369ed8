/** An event as the log holds it. */
export interface Entry {
  readonly id: string;
  readonly stream: string;
  readonly revision: number;
  /** Byte offset; commit and prepare are the same. */
  readonly position: bigint;
  readonly type: string;
  readonly contentType: string;
  readonly data: Uint8Array;
  readonly metadata: Uint8Array;
  /** Milliseconds. */
  readonly created: number;
}

export type NewEntry = Pick<Entry, 'id' | 'type' | 'contentType' | 'data' | 'metadata'>;

/** A revision, or a word that stands for one. */
export type Expected = number | 'any' | 'no_stream' | 'stream_exists';

export type Answer =
  | { readonly is: 'stored' | 'repeated'; readonly revision: number; readonly position: bigint | null }
  /** -1: the stream does not exist. */
  | { readonly is: 'wrong'; readonly current: number }
  | { readonly is: 'deleted' };

interface Stream {
  /** By revision. */
  readonly entries: Entry[];
  readonly revisions: Map<string, number>;
  /** Revisions below it cannot be read. */
  from: number;
  state: 'there' | 'deleted' | 'tombstoned';
}

const STATISTICS_EVERY = 16;
const STATISTICS = '$stats-127.0.0.1:2113';
const NOTHING = new Uint8Array();
const json = (value: unknown): Uint8Array => new TextEncoder().encode(JSON.stringify(value));

/** Roughly the size of a record on disk: positions have gaps that cannot be computed. */
const bytesOf = (stream: string, { type, data, metadata }: NewEntry): bigint =>
  BigInt(122 + stream.length + 2 * type.length + data.length + metadata.length);

/** The log in memory, with system events among those of users. */
export class Log {
  readonly entries: Entry[] = [];
  readonly #streams = new Map<string, Stream>();
  readonly #watchers = new Set<() => void>();
  #end = 0n;
  #sinceStatistics = 0;
  readonly #writesStatistics: boolean;

  /** `statistics`: it writes its own statistics into the log, as a server can be set to do. */
  constructor({ statistics = false }: { readonly statistics?: boolean } = {}) {
    this.#writesStatistics = statistics;
    this.system(`$$${STATISTICS}`, '$metadata', { $maxAge: 86_400 });
    this.system('$users', '$User', 'admin');
    if (statistics) this.statistics();
  }

  stream(name: string): Stream | undefined {
    return this.#streams.get(name);
  }

  /** Is called after every append. Gives a function that ends it. */
  watch(watcher: () => void): () => void {
    this.#watchers.add(watcher);
    return () => void this.#watchers.delete(watcher);
  }

  append(name: string, expected: Expected, events: readonly NewEntry[]): Answer {
    const stream = this.#streams.get(name);
    const answer = check(stream, expected, events);
    if (answer) return answer;
    const stored = this.#store(name, events);
    this.#sinceStatistics += 1;
    if (this.#writesStatistics && this.#sinceStatistics >= STATISTICS_EVERY) this.statistics();
    for (const watcher of this.#watchers) watcher();
    return { is: 'stored', revision: this.#end_of(name), position: stored?.position ?? null };
  }

  /** A soft delete: existing events can no longer be read, and the numbers continue. */
  remove(name: string, expected: Expected, kind: 'deleted' | 'tombstoned'): Answer {
    const current = this.#end_of(name);
    const stream = this.#streams.get(name);
    if (stream?.state === 'tombstoned') return { is: 'deleted' };
    if (typeof expected === 'number' && expected !== current) return { is: 'wrong', current };
    if (expected === 'stream_exists' && current < 0) return { is: 'wrong', current };
    if (expected === 'no_stream' && current >= 0) return { is: 'wrong', current };
    const position = this.system(`$$${name}`, '$metadata', { $tb: Number.MAX_SAFE_INTEGER });
    const removed = this.#open(name);
    removed.state = kind;
    removed.from = removed.entries.length;
    return { is: 'stored', revision: current, position };
  }

  /** One event of the server's own. */
  system(stream: string, type: string, data: unknown): bigint {
    const event = { id: crypto.randomUUID(), type, contentType: 'application/json', data: json(data), metadata: NOTHING };
    return (this.#store(stream, [event]) as Entry).position;
  }

  statistics(): void {
    this.#sinceStatistics = 0;
    this.system(STATISTICS, '$statsCollected', { 'proc-mem': this.entries.length });
    for (const watcher of this.#watchers) watcher();
  }

  /**
   * The index of the entry at a position. For a position that does not exist: null where events follow it, otherwise
   * the number of entries.
   */
  indexOf(commit: bigint, prepare: bigint): number | null {
    let low = 0;
    let high = this.entries.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.entries[middle] as Entry).position < commit) low = middle + 1;
      else high = middle;
    }
    const found = this.entries[low];
    if (found?.position === commit && (prepare === commit || prepare === 0n)) return low;
    const after = found?.position === commit ? low + 1 : low;
    return after === this.entries.length ? after : null;
  }

  #end_of(name: string): number {
    return (this.#streams.get(name)?.entries.length ?? 0) - 1;
  }

  #open(name: string): Stream {
    const found = this.#streams.get(name) ?? { entries: [], revisions: new Map(), from: 0, state: 'there' as const };
    this.#streams.set(name, found);
    return found;
  }

  #store(name: string, events: readonly NewEntry[]): Entry | undefined {
    const stream = this.#open(name);
    if (events.length > 0) stream.state = 'there';
    for (const event of events) {
      const entry = { ...event, stream: name, revision: stream.entries.length, position: this.#end, created: Date.now() };
      this.#end += bytesOf(name, event);
      stream.entries.push(entry);
      stream.revisions.set(entry.id, entry.revision);
      this.entries.push(entry);
    }
    return stream.entries.at(-1);
  }
}

/** The answer to an append that stores nothing; null for one that may be stored. */
function check(stream: Stream | undefined, expected: Expected, events: readonly NewEntry[]): Answer | null {
  const current = (stream?.entries.length ?? 0) - 1;
  const wrong: Answer = { is: 'wrong', current };
  if (stream?.state === 'tombstoned') return { is: 'deleted' };
  if (!stream || current < 0) return expected === 'any' || expected === 'no_stream' ? null : wrong;
  const gone = stream.state === 'deleted';
  if (expected === 'stream_exists' && gone) return { is: 'deleted' };
  if (expected === 'any' || expected === 'stream_exists') {
    const known = leading(events, ({ id }) => stream.revisions.has(id));
    if (known === 0) return null;
    return known === events.length ? repeated(stream, stream.revisions.get(events.at(-1)?.id ?? '') ?? current) : wrong;
  }
  const after = expected === 'no_stream' ? -1 : expected;
  if (after === current) return null;
  if (after > current) return wrong;
  const known = leading(events, ({ id }, index) => stream.entries[after + 1 + index]?.id === id);
  if (known === 0) return expected === 'no_stream' && gone ? null : wrong;
  return known === events.length ? repeated(stream, after + known) : wrong;
}

function leading(events: readonly NewEntry[], holds: (event: NewEntry, index: number) => boolean): number {
  const first = events.findIndex((event, index) => !holds(event, index));
  return first === -1 ? events.length : first;
}

const repeated = (stream: Stream, revision: number): Answer => ({
  is: 'repeated',
  revision,
  position: stream.entries[revision]?.position ?? null,
});
