import { hash } from 'node:crypto';
import { canonical } from '../../contracts/ledger/canonical-json.ts';
import type { NewEvent, Sealed } from '../../domain/kernel/event.ts';
import { seal } from '../seal.ts';
import type { EventToStore, StoredEvent } from './raw-log.ts';

/** The program passed an invalid event to the store. This is a fault of the program, not of a user. */
export class InvalidEvent extends TypeError {
  override readonly name = 'InvalidEvent';
}

/** The most bytes that the events of one append may have together. */
export const LARGEST_APPEND = 1024 * 1024;

const ID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const HASH = /^[0-9a-f]{64}$/;
const CONTROL = /[\p{Cc}\p{Cs}]/u;

export function checkAppend(stream: string, revision: number, previousHash: string | null, events: readonly NewEvent[]): void {
  if (stream === '' || stream.length > 255 || CONTROL.test(stream)) throw new InvalidEvent('A stream needs a name of 1 to 255 characters.');
  if (!Number.isSafeInteger(revision) || revision < -1) throw new InvalidEvent(`No stream is at revision ${revision}.`);
  if (previousHash !== null && !HASH.test(previousHash)) throw new InvalidEvent('The expected hash is no SHA-256 in lower-case hex.');
  if (events.length === 0) throw new InvalidEvent('There is nothing to append.');
  const ids = new Set<string>();
  for (const event of events) {
    if (!ID.test(event.id)) throw new InvalidEvent(`The event id ${event.id} is no UUID in lower case.`);
    if (ids.has(event.id)) throw new InvalidEvent(`The event id ${event.id} comes twice.`);
    if (event.type === '' || event.type.length > 255 || CONTROL.test(event.type))
      throw new InvalidEvent('An event needs a type of 1 to 255 characters.');
    if (event.private !== null && event.metadata.owner === null)
      throw new InvalidEvent(`A ${event.type} with a personal part needs an owner.`);
    ids.add(event.id);
  }
}

export interface WriteContext {
  readonly stream: string;
  readonly revision: number;
  readonly previousHash: string | null;
  readonly recordedAt: string;
  readonly schemaVersion: number;
  /** The owner's key; null if there is no personal part. */
  readonly key: Uint8Array | null;
}

export interface Prepared {
  readonly event: EventToStore;
  readonly hash: string;
}

/**
 * Encrypts, chains and serializes one event. The members are in RFC 8785 order, so the text is hashed as it is.
 * @throws InvalidEvent
 */
export function prepare(event: NewEvent, place: WriteContext): Prepared {
  const { owner, actor, at, causation_id, correlation_id } = event.metadata;
  const sealed = event.private === null ? null : sealPrivate(event, place.key);
  const start = `{"data":${canonical(event.data)},"id":"${event.id}","metadata":`;
  const metadata = canonical({
    actor: { kind: actor.kind, id: actor.id },
    at,
    causation_id,
    correlation_id,
    owner,
    previous_hash: place.previousHash,
    recorded_at: place.recordedAt,
    schema_version: place.schemaVersion,
  });
  const end = `,"private":${sealed === null ? 'null' : `"${sealed}"`},"revision":${place.revision},"stream":${canonical(place.stream)},"type":${canonical(event.type)}}`;
  const digest = hash('sha256', start + metadata + end, 'hex');
  const json = `${start}${metadata.slice(0, -1)},"hash":"${digest}"}${end}`;
  return { event: { id: event.id, stream: place.stream, revision: place.revision, type: event.type, json }, hash: digest };
}

function sealPrivate(event: NewEvent, key: Uint8Array | null): Sealed {
  const { owner } = event.metadata;
  if (owner === null || key === null) throw new InvalidEvent(`The key of ${owner ?? 'nobody'} is gone: nothing personal can be written.`);
  return seal(key, owner, event.id, canonical(event.private));
}

/** The hash that a stored event must have. */
export function hashOf({ id, stream, revision, type, data, private: sealed, metadata }: StoredEvent): string {
  const { hash: _, ...rest } = metadata;
  return hash('sha256', canonical({ id, stream, revision, type, data, private: sealed, metadata: rest }), 'hex');
}
