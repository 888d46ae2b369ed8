import { type JSONEventData, jsonEvent, type RecordedEvent } from '@eventstore/db-client';
import { type Position, START } from '../../../domain/kernel/event.ts';
import type { EventToStore, StoredEvent } from '../raw-log.ts';

/** The data of an event in EventStoreDB. Its metadata are stored as they are. */
type Body = Pick<StoredEvent, 'id' | 'data' | 'private'>;

/**
 * EventStoreDB treats a known event id as a repetition and drops its content. So the id given to it is derived from
 * the hash of everything that is stored, and an event with other content is never mistaken for a stored one.
 */
const idFrom = (hash: string): string => {
  const variant = ((Number.parseInt(hash.charAt(16), 16) & 3) | 8).toString(16);
  return `${hash.slice(0, 8)}-${hash.slice(8, 12)}-8${hash.slice(13, 16)}-${variant}${hash.slice(17, 20)}-${hash.slice(20, 32)}`;
};

export function toWire({ json }: EventToStore): JSONEventData {
  const { id, type, data, private: sealed, metadata } = JSON.parse(json) as StoredEvent;
  const body: Body = { id, data, private: sealed };
  return jsonEvent({ id: idFrom(metadata.hash), type, data: { ...body }, metadata: { ...metadata } });
}

/** Reads an event; null if this program did not write it: it is an event of the server, or of another program with another prefix. */
export function fromWire(event: RecordedEvent | undefined, prefix: string): StoredEvent | null {
  if (!event || event.type.startsWith('$') || !event.streamId.startsWith(prefix)) return null;
  const body = event.data as Partial<Body> | null;
  const metadata = event.metadata as unknown as StoredEvent['metadata'] | undefined;
  if (typeof body?.id !== 'string' || typeof metadata?.hash !== 'string') return null;
  return {
    id: body.id,
    stream: event.streamId.slice(prefix.length),
    revision: Number(event.revision),
    position: positionOf(event),
    type: event.type,
    data: body.data as StoredEvent['data'],
    private: body.private ?? null,
    metadata,
  };
}

/** The commit position alone orders the log. For this program's events, commit and prepare positions are equal. */
export const asPosition = (commit: bigint): Position => String(commit).padStart(START.length, '0');

export function positionOf({ position }: Pick<RecordedEvent, 'position'>): Position {
  if (!position) throw new Error('EventStoreDB 22.6 or newer is needed: this one gives no positions.');
  return asPosition(position.commit);
}
