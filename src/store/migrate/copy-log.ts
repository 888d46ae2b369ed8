import { type Position, START } from '../../domain/kernel/event.ts';
import { itemAt } from '../../domain/kernel/records.ts';
import type { Checkpoint, HeldEvent, ReactorProgress } from '../../ports/coordination.ts';
import type { LogAnchors } from '../../ports/log-anchor.ts';
import { type AnchoredLog, checkAnchor, differenceOf } from '../anchor/check.ts';
import { hashOf } from '../event-log/prepare.ts';
import type { EventToStore, RawLog, StoredEvent } from '../event-log/raw-log.ts';

export type Source = Pick<RawLog, 'readAll' | 'readStream' | 'readLast'>;
export type Target = Pick<RawLog, 'readAll' | 'readLast' | 'append'>;

export interface CopyOptions {
  /** Called with the number of events done in this run, and the position of the newest of them in the source. */
  readonly onProgress?: (events: number, position: Position) => void;
  /** Stops the copying after the running append. Copied events stay, and the next copy continues from there. */
  readonly signal?: AbortSignal;
}

/** The two logs do not belong together; the message says what to do. */
export class MigrationRefused extends Error {
  override readonly name = 'MigrationRefused';
}

const BATCH = 500;
/** The largest run of events in one append, in UTF-16 units. It is far below the limit of an append in bytes. */
const LARGEST_RUN = 200_000;

/**
 * Appends to the target the events that it does not contain yet, in the order of the log, with their ids, metadata and
 * hashes. It is safe to repeat. Gives the number of copied events.
 * @throws MigrationRefused, StoreUnavailable, StoreFull
 */
export async function copyLog(from: Source, to: Target, { onProgress, signal }: CopyOptions = {}): Promise<number> {
  let after = await resumePosition(from, to);
  let copied = 0;
  while (!signal?.aborted) {
    const events = await from.readAll(after, BATCH);
    for (const run of runsOf(events)) {
      if (signal?.aborted) return copied;
      const [first, last] = [itemAt(run, 0), itemAt(run, -1)];
      await to.append(first.stream, first.revision - 1, run.map(asToStore));
      after = last.position;
      copied += run.length;
      onProgress?.(copied, after);
    }
    if (events.length === 0) break;
  }
  return copied;
}

/** The position in the source after which copying continues: that of the target's newest event. */
async function resumePosition(from: Source, to: Target): Promise<Position> {
  const [newest] = await to.readLast(1);
  if (!newest) return START;
  const [same] = await from.readStream(newest.stream, newest.revision, 1);
  if (same?.id === newest.id && same.metadata.hash === newest.metadata.hash) return same.position;
  throw new MigrationRefused(
    'The log to copy to holds events that the log to copy from does not hold: choose an empty one, or the one that an earlier copy was begun in.',
  );
}

export interface Compared {
  readonly events: number;
  /** The number of events in the source that are not yet in the target, because they were written since. */
  readonly missing: number;
  /** The first event that differs, or whose hash does not match its content; null if there is none. */
  readonly difference: { readonly stream: string; readonly revision: number; readonly event_id: string } | null;
}

/**
 * Compares both logs: the same events in the same order, each with the hash of what the target contains.
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
      if (!original || !isSame(original, copy)) return { events, missing: 0, difference: referenceTo(copy) };
      events += 1;
    }
    const [last, lastThere] = [ours[theirs.length - 1], theirs.at(-1)];
    if (last) onProgress?.(events, last.position);
    if (!last || !lastThere || theirs.length < BATCH)
      return { events, missing: await countAfter(from, last?.position ?? here), difference: null };
    [here, there] = [last.position, lastThere.position];
  }
}

const referenceTo = ({ stream, revision, id }: StoredEvent) => ({ stream, revision, event_id: id });

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
    after = itemAt(events, -1).position;
  }
}

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

/**
 * Replaces the target's anchor of the log by the source's. It counts events, so it holds for both logs.
 * @throws MigrationRefused if the source's log is not the one that its vault knows
 */
export async function copyAnchor(log: AnchoredLog, from: LogAnchors, to: Pick<LogAnchors, 'replaceLogAnchor'>): Promise<void> {
  const found = await checkAnchor(log, from);
  if (found.kind !== 'as_known') throw new MigrationRefused(`${differenceOf(found)} Run 'vouch verify' on the log to copy from.`);
  await to.replaceLogAnchor(found.anchor);
}

type TargetLog = Pick<RawLog, 'readStream' | 'readLast'>;

/**
 * Replaces the target's reactor progress by the source's. Positions become those of the same events in the target's
 * log, which must already contain them. A checkpoint at an event that the target does not contain becomes the target's
 * head. It can be repeated after an interruption. Gives the number of copied entries.
 */
export async function copyReactors(from: ReactorProgress, to: ReactorProgress, log: TargetLog): Promise<number> {
  await to.clear();
  const checkpoints = await from.checkpoints();
  const copied: Checkpoint[] = [];
  for (const { reactor, event } of checkpoints) {
    const place = event && (await positionOf(log, event));
    if (event === null) copied.push({ reactor, position: START, event });
    else if (place) copied.push({ reactor, position: place, event });
    else copied.push({ reactor, ...(await headOf(log)) });
  }
  await to.putCheckpoints(copied);
  const held = [...(await from.waiting()), ...(await from.aside())];
  let count = checkpoints.length;
  for (const event of held) {
    const position = await positionOf(log, event);
    if (position === null) continue;
    await to.hold({ ...event, position });
    count += 1;
  }
  return count;
}

async function positionOf(log: TargetLog, { stream, revision }: Pick<HeldEvent, 'stream' | 'revision'>): Promise<Position | null> {
  const [event] = await log.readStream(stream, revision, 1);
  return event?.revision === revision ? event.position : null;
}

async function headOf(log: TargetLog) {
  const [newest] = await log.readLast(1);
  if (!newest) return { position: START, event: null };
  const { position, stream, revision } = newest;
  return { position, event: { stream, revision } };
}
