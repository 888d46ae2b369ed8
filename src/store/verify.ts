import { type Position, START } from '../domain/kernel/event.ts';
import { hashOf } from './event-log/prepare.ts';
import type { RawLog, StoredEvent } from './event-log/raw-log.ts';

/** The first break in the hash chain of a stream. */
export interface Break {
  readonly stream: string;
  readonly revision: number;
  readonly event_id: string;
  readonly reason: 'hash' | 'chain' | 'revision';
}

export interface Verified {
  readonly events: number;
  readonly streams: number;
  /** Empty if every event is as it was written. */
  readonly breaks: readonly Break[];
  /** With a check: the number of events that fail it, and the first of them. */
  readonly faults?: { readonly count: number; readonly first: readonly Fault[] };
}

/** An event that is unaltered but does not match the definition of its type. */
export interface Fault {
  readonly stream: string;
  readonly event_id: string;
  readonly reason: string;
}

/** Says why a stored event does not match its definition; null if it does. */
export type EventCheck = (event: StoredEvent) => string | null;

const FIRST = 20;
const BATCH = 1000;

/**
 * Reads the whole log in order and computes every hash again. `onProgress` gets the number of events done; `check` is called for every
 * event. If events were cut off from the end of a stream, nothing in the stream shows it, so this check cannot find that.
 */
export async function verifyChains(
  log: Pick<RawLog, 'readAll'>,
  onProgress?: (events: number) => void,
  check?: EventCheck,
): Promise<Verified> {
  const ends = new Map<string, { revision: number; hash: string }>();
  const breaks = new Map<string, Break>();
  const first: Fault[] = [];
  let events = 0;
  let count = 0;
  let after: Position = START;
  for (;;) {
    const batch = await log.readAll(after, BATCH);
    for (const event of batch) {
      const wrong = check?.(event) ?? null;
      if (wrong !== null) count += 1;
      if (wrong !== null && first.length < FIRST) first.push({ stream: event.stream, event_id: event.id, reason: wrong });
      const end = ends.get(event.stream);
      const reason = breaks.has(event.stream) ? null : breakReason(event, end);
      if (reason) breaks.set(event.stream, { stream: event.stream, revision: event.revision, event_id: event.id, reason });
      ends.set(event.stream, { revision: event.revision, hash: event.metadata.hash });
    }
    events += batch.length;
    onProgress?.(events);
    const last = batch.at(-1);
    if (!last) return { events, streams: ends.size, breaks: [...breaks.values()], ...(check && { faults: { count, first } }) };
    after = last.position;
  }
}

function breakReason(event: StoredEvent, end: { revision: number; hash: string } | undefined): Break['reason'] | null {
  if (event.revision !== (end?.revision ?? -1) + 1) return 'revision';
  if (event.metadata.previous_hash !== (end?.hash ?? null)) return 'chain';
  return hashOf(event) === event.metadata.hash ? null : 'hash';
}
