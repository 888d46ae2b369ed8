import { type Position, START } from '../../domain/kernel/event.ts';
import { hashOf } from '../event-log/prepare.ts';
import type { EventToStore, RawLog, StoredEvent } from '../event-log/raw-log.ts';

export type Source = Pick<RawLog, 'readAll' | 'readStream' | 'readLast'>;
export type Target = Pick<RawLog, 'readAll' | 'readLast' | 'append'>;

export interface CopyOptions {
  /** Events done in this run, and where the newest of them lies in the source. */
  readonly onProgress?: (events: number, position: Position) => void;
  /** Copying stops behind the append under way; what is copied stays, and the next copy goes on from there. */
  readonly signal?: AbortSignal;
}

/** The two logs do not belong together; the message says what to do. */
export class MigrationRefused extends Error {
  override readonly name = 'MigrationRefused';
}

const BATCH = 500;
/** In UTF-16 units, far below what an append may hold in bytes. */
const LARGEST_RUN = 200_000;

/**
 * Appends to the target what it does not hold yet, in the log's order, with ids, metadata and hashes as they are.
 * Harmless to repeat. Gives how many events it copied. @throws MigrationRefused, StoreUnavailable, StoreFull
 */
export async function copyLog(from: Source, to: Target, { onProgress, signal }: CopyOptions = {}): Promise<number> {
  let after = await goingOnAfter(from, to);
  let copied = 0;
  while (!signal?.aborted) {
    const events = await from.readAll(after, BATCH);
    for (const run of runsOf(events)) {
      if (signal?.aborted) return copied;
      const [first, last] = [run[0] as StoredEvent, run.at(-1) as StoredEvent];
      await to.append(first.stream, first.revision - 1, run.map(asToStore));
      after = last.position;
      copied += run.length;
      onProgress?.(copied, after);
    }
    if (events.length === 0) break;
  }
  return copied;
}

/** Where the source's copy ends in it: behind the event that is the target's newest. */
async function goingOnAfter(from: Source, to: Target): Promise<Position> {
  const [newest] = await to.readLast(1);
  if (!newest) return START;
  const [same] = await from.readStream(newest.stream, newest.revision);
  if (same?.id === newest.id && same.metadata.hash === newest.metadata.hash) return same.position;
  throw new MigrationRefused(
    'The log to copy to holds events that the log to copy from does not hold: choose an empty one, or the one that an earlier copy was begun in.',
  );
}

export interface Compared {
  readonly events: number;
  /** Of the source, behind what the target holds: written since. */
  readonly missing: number;
  /** The first event in which they differ, or whose hash is not that of what is stored; null: none. */
  readonly difference: { readonly stream: string; readonly revision: number; readonly event_id: string } | null;
}

/**
 * Walks both logs side by side: the same events in the same order, each with the hash of what the target holds.
 * @throws the signal's reason
 */
export async function compareLogs(from: Source, to: Target, { onProgress, signal }: CopyOptions = {}): Promise<Compared> {
  let [here, there] = [START, START];
  let events = 0;
  for (;;) {
    signal?.throwIfAborted();
    const [ours, theirs] = await Promise.all([from.readAll(here, BATCH), to.readAll(there, BATCH)]);
    for (const [index, copy] of theirs.entries()) {
      const original = ours[index];
      if (!original || !isSame(original, copy)) return { events, missing: 0, difference: placeOf(copy) };
      events += 1;
    }
    const [last, lastThere] = [ours[theirs.length - 1], theirs.at(-1)];
    if (last) onProgress?.(events, last.position);
    if (!last || !lastThere || theirs.length < BATCH)
      return { events, missing: await countAfter(from, last?.position ?? here), difference: null };
    [here, there] = [last.position, lastThere.position];
  }
}

const placeOf = ({ stream, revision, id }: StoredEvent) => ({ stream, revision, event_id: id });

const isSame = (original: StoredEvent, copy: StoredEvent): boolean =>
  original.stream === copy.stream &&
  original.revision === copy.revision &&
  original.id === copy.id &&
  original.metadata.hash === copy.metadata.hash &&
  hashOf(copy) === copy.metadata.hash;

async function countAfter(from: Source, position: Position): Promise<number> {
  let [count, after] = [0, position];
  for (;;) {
    const events = await from.readAll(after, BATCH);
    if (events.length === 0) return count;
    count += events.length;
    after = (events.at(-1) as StoredEvent).position;
  }
}

/** Neighbours of one stream go in one append. */
function runsOf(events: readonly StoredEvent[]): readonly (readonly StoredEvent[])[] {
  const runs: StoredEvent[][] = [];
  let size = 0;
  for (const event of events) {
    const length = JSON.stringify(event).length;
    const run = runs.at(-1);
    if (run && run.at(-1)?.stream === event.stream && size + length <= LARGEST_RUN) {
      run.push(event);
      size += length;
    } else {
      runs.push([event]);
      size = length;
    }
  }
  return runs;
}

function asToStore({ position: _, ...event }: StoredEvent): EventToStore {
  const { id, stream, revision, type } = event;
  return { id, stream, revision, type, json: JSON.stringify(event) };
}
