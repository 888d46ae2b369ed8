import { once } from 'node:events';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import type { Entry, Log } from './log.ts';
import type { Options, Sender } from './sender.ts';
import type { Troubles } from './troubles.ts';
import { eventOf, nameOf, streamDeleted, tooSlow, unknown } from './wire.ts';

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
export async function follow(log: Log, troubles: Troubles, options: Options, sender: Sender): Promise<void> {
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
