import { type Position, START } from '../../domain/kernel/event.ts';
import type { RawLog } from '../event-log/raw-log.ts';
import { type Break, type EventCheck, LogWalk, type Oddity, type WalkOptions } from './walk.ts';

export interface Verified {
  readonly events: number;
  readonly streams: number;
  /** Empty if every event is as it was written. */
  readonly breaks: readonly Break[];
  /** With a check: the number of events that fail it, and the first of them. */
  readonly faults?: { readonly count: number; readonly first: readonly Oddity[] };
}

const BATCH = 1000;

/** Reads a log in order and checks every event. `onProgress` gets the number of events done. */
export async function walkEvents(
  log: Pick<RawLog, 'readAll'>,
  options: WalkOptions,
  onProgress: (events: number) => void = () => undefined,
): Promise<LogWalk> {
  const walk = new LogWalk(options);
  try {
    for (let after: Position = START; ; ) {
      const batch = await log.readAll(after, BATCH);
      for (const event of batch) walk.addEvent(event);
      onProgress(walk.events);
      const last = batch.at(-1);
      if (!last) return walk;
      after = last.position;
    }
  } finally {
    walk.close();
  }
}

/**
 * Checks the hash chains of a log that is open. `check` is called for every event. If events were cut off from the end of a stream, nothing
 * in the stream shows it: this is seen by the anchor only.
 */
export async function verifyChains(
  log: Pick<RawLog, 'readAll'>,
  onProgress?: (events: number) => void,
  check?: EventCheck,
): Promise<Verified> {
  const { events, streams, breaks, oddities } = await walkEvents(log, { ...(check && { check }) }, onProgress);
  return { events, streams, breaks, ...(check && { faults: oddities }) };
}
