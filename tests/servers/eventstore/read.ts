import { once } from 'node:events';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import type { ServerWritableStream } from '@grpc/grpc-js';
import type { Entry, Log } from './log.ts';
import type { Troubles } from './troubles.ts';
import { eventOf, identifierOf, isRefusal, nameOf, type Refusal, streamDeleted, tooSlow, unknown } from './wire.ts';

export type ReadReq = InstanceType<typeof streams.ReadReq>;
export type ReadResp = InstanceType<typeof streams.ReadResp>;
/** What a call of the protocol asks for. */
export type Options = NonNullable<ReturnType<ReadReq['getOptions']>>;
export type ReadCall = ServerWritableStream<ReadReq, ReadResp>;

/** Sends the messages of one read: no faster than the other side takes them, and nothing after its end. */
class Sender {
  readonly #call: ReadCall;
  readonly #troubles: Troubles;
  readonly #over = new AbortController();
  /** Since when nothing has been taken, in milliseconds; 0: the other side takes messages. */
  stuckSince = 0;

  constructor(call: ReadCall, troubles: Troubles) {
    this.#call = call;
    this.#troubles = troubles;
    call.on('cancelled', () => this.#over.abort());
    call.on('error', () => this.#over.abort());
  }

  get signal(): AbortSignal {
    return this.#over.signal;
  }

  /** Resolves when more can be sent; false: nobody receives any more. */
  async send(message: ReadResp): Promise<boolean> {
    if (message.hasEvent()) this.#troubles.countEvent();
    if (this.#troubles.hung) await this.#troubles.thawed();
    if (this.signal.aborted) return false;
    if (this.#call.write(message)) return true;
    this.stuckSince = Date.now();
    await once(this.#call, 'drain', { signal: this.signal }).catch(() => undefined);
    this.stuckSince = 0;
    return !this.signal.aborted;
  }

  end(): void {
    if (!this.signal.aborted) this.#call.end();
  }

  fail(refusal: Refusal): void {
    if (this.signal.aborted) return;
    this.#over.abort();
    this.#call.emit('error', refusal);
  }
}

const WINDOW = 32;
/** A live subscription may be so many events behind, */
const LIVE_BUFFER = 100;
/** and may take nothing for so many milliseconds; beyond both it is dropped. */
const STUCK_MS = 50;

interface Cursor {
  /** Null while the stream does not exist. */
  items(): readonly Entry[] | null;
  next: number;
  readonly matches: (entry: Entry) => boolean;
  /** Events between checkpoints; 0: none are sent. */
  readonly interval: number;
}

/** Sends existing and new events until nobody receives them. */
async function follow(log: Log, troubles: Troubles, options: Options, sender: Sender): Promise<void> {
  const cursor = options.hasStream() ? streamCursor(log, options) : allCursor(log, options);
  const following = { live: false, woken: new EventTarget(), considered: 0 };
  const unwatch = log.watch(() => {
    if (following.live && lags(cursor, sender)) sender.fail(tooSlow());
    following.woken.dispatchEvent(new Event('wake'));
  });
  const done = troubles.subscribed(() => following.live && sender.fail(tooSlow()));
  try {
    await sender.send(new streams.ReadResp().setConfirmation(confirmation()));
    while (!sender.signal.aborted) {
      await sendAll(cursor, following, sender);
      if (sender.signal.aborted) return;
      if (!following.live && cursor.items() !== null) {
        following.live = true;
        await sender.send(new streams.ReadResp().setCaughtUp(new streams.ReadResp.CaughtUp()));
      } else if (cursor.next >= (cursor.items()?.length ?? 0)) await woken(following.woken, sender.signal);
      await troubles.lag();
    }
  } finally {
    unwatch();
    done();
  }
}

const confirmation = () => new streams.ReadResp.SubscriptionConfirmation().setSubscriptionId(crypto.randomUUID());

const woken = (target: EventTarget, signal: AbortSignal) => once(target, 'wake', { signal }).catch(() => undefined);

const lags = (cursor: Cursor, { stuckSince }: Sender): boolean =>
  (cursor.items()?.length ?? 0) - cursor.next > LIVE_BUFFER && stuckSince > 0 && Date.now() - stuckSince > STUCK_MS;

async function sendAll(cursor: Cursor, state: { considered: number; readonly live: boolean }, sender: Sender): Promise<void> {
  for (let entry = cursor.items()?.[cursor.next]; entry; entry = cursor.items()?.[cursor.next]) {
    cursor.next += 1;
    if (cursor.matches(entry) && !(await sender.send(eventOf(entry)))) return;
    state.considered += 1;
    if (cursor.interval > 0 && state.considered >= cursor.interval) {
      state.considered = 0;
      if (!(await sender.send(checkpoint(entry, state.live)))) return;
    }
  }
}

/** As measured, its prepare position can be 0. */
const checkpoint = ({ position }: Entry, live: boolean) => {
  const reached = new streams.ReadResp.Checkpoint().setCommitPosition(String(position)).setPreparePosition(live ? '0' : String(position));
  return new streams.ReadResp().setCheckpoint(reached);
};

/** @throws Refusal for a position that does not exist */
function allCursor(log: Log, options: Options): Cursor {
  const all = options.getAll();
  const position = all?.getPosition();
  const at = position ? log.indexOf(BigInt(position.getCommitPosition()), BigInt(position.getPreparePosition())) : null;
  if (position && at === null) throw unknown('Unexpected FilteredReadAllResult: Error');
  const length = log.entries.length;
  const next = at === null ? (all?.hasEnd() ? length : 0) : Math.min(at + 1, length);
  const filter = options.getFilter();
  const interval = filter ? (filter.hasMax() ? filter.getMax() : WINDOW) * filter.getCheckpointintervalmultiplier() : 0;
  return { items: () => log.entries, next, matches: matcher(filter), interval };
}

function matcher(filter: ReturnType<Options['getFilter']>): Cursor['matches'] {
  const expression = filter?.getEventType() ?? filter?.getStreamIdentifier();
  if (!filter || !expression) return () => true;
  const subject = filter.hasEventType() ? ({ type }: Entry) => type : ({ stream }: Entry) => stream;
  const prefixes = expression.getPrefixList();
  if (prefixes.length > 0) return (entry) => prefixes.some((prefix) => subject(entry).startsWith(prefix));
  const pattern = new RegExp(expression.getRegex());
  return (entry) => pattern.test(subject(entry));
}

function streamCursor(log: Log, options: Options): Cursor {
  const choice = options.getStream();
  const name = nameOf(choice?.getStreamIdentifier());
  const stream = log.stream(name);
  if (stream?.state === 'tombstoned') throw streamDeleted(name);
  const length = stream?.entries.length ?? 0;
  const next = choice?.hasRevision() ? Number(choice.getRevision()) + 1 : choice?.hasEnd() ? length : (stream?.from ?? 0);
  return { items: () => log.stream(name)?.entries ?? null, next, matches: () => true, interval: 0 };
}

/** Reads and subscriptions: one call of the protocol. */
export const readHandler = (log: Log, troubles: Troubles) => (call: ReadCall) => {
  const sender = new Sender(call, troubles);
  void serve(log, troubles, call.request.getOptions() as Options, sender).catch((error) =>
    sender.fail(isRefusal(error) ? error : unknown(String(error))),
  );
};

async function serve(log: Log, troubles: Troubles, options: Options, sender: Sender): Promise<void> {
  const refused = await troubles.arrive(options.hasSubscription() ? 'subscribe' : 'read');
  if (refused) throw refused;
  if (options.hasSubscription()) return follow(log, troubles, options, sender);
  const found = options.hasStream() ? ofStream(log, options) : ofAll(log, options);
  if (found === null) await sender.send(notFound(nameOf(options.getStream()?.getStreamIdentifier())));
  for (const entry of found ?? []) if (!(await sender.send(eventOf(entry)))) return;
  sender.end();
}

const notFound = (stream: string) =>
  new streams.ReadResp().setStreamNotFound(new streams.ReadResp.StreamNotFound().setStreamIdentifier(identifierOf(stream)));

const isBackwards = (options: Options): boolean => options.getReadDirection() === streams.ReadReq.Options.ReadDirection.BACKWARDS;

/** @throws Refusal for a position that does not exist */
function ofAll(log: Log, options: Options): Iterable<Entry> {
  const all = options.getAll();
  const length = log.entries.length;
  const position = all?.getPosition();
  const start = position
    ? log.indexOf(BigInt(position.getCommitPosition()), BigInt(position.getPreparePosition()))
    : all?.hasEnd()
      ? length
      : 0;
  if (start === null) throw unknown('Unexpected ReadAllResult: Error');
  // Backwards, a position is the end of what is read; forwards, its start.
  return isBackwards(options) ? walk(log.entries, start - 1, -1, 0, options) : walk(log.entries, start, 1, 0, options);
}

/** Null: the stream does not exist. @throws Refusal for a read forwards from the end, and for a stream with a tombstone */
function ofStream(log: Log, options: Options): Iterable<Entry> | null {
  const choice = options.getStream();
  const backwards = isBackwards(options);
  if (choice?.hasEnd() && !backwards) throw unknown();
  const name = nameOf(choice?.getStreamIdentifier());
  const stream = log.stream(name);
  if (stream?.state === 'tombstoned') throw streamDeleted(name);
  if (!stream || stream.state === 'deleted') return null;
  const last = stream.entries.length - 1;
  const start = choice?.hasRevision() ? Number(choice.getRevision()) : choice?.hasEnd() ? last : 0;
  return backwards
    ? walk(stream.entries, Math.min(start, last), -1, stream.from, options)
    : walk(stream.entries, Math.max(start, stream.from), 1, stream.from, options);
}

function* walk(entries: readonly Entry[], start: number, step: 1 | -1, lowest: number, options: Options): Iterable<Entry> {
  // What is appended during the read belongs to the next one.
  const end = entries.length;
  let left = BigInt(options.getCount());
  for (let index = start; index >= lowest && index < end && left > 0n; index += step, left -= 1n) yield entries[index] as Entry;
}
