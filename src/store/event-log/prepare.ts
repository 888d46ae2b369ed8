import { hash } from 'node:crypto';
import { canonical } from '../../contracts/ledger/canonical-json.ts';
import type { Json, NewEvent, Sealed } from '../../domain/kernel/event.ts';
import { seal } from '../seal.ts';
import { storedJson } from '../stored-json.ts';
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
const LONGEST_NAME = 255;

/**
 * Names that were checked before. Types come again and again, and so do streams that are written; the set is bounded because there are
 * always new streams.
 */
const checked = new Set<string>();
const MOST_CHECKED = 2_000;

function isName(name: string): boolean {
  if (checked.has(name)) return true;
  if (name === '' || name.length > LONGEST_NAME || CONTROL.test(name)) return false;
  if (checked.size >= MOST_CHECKED) checked.clear();
  checked.add(name);
  return true;
}

export function checkAppend(stream: string, revision: number, previousHash: string | null, events: readonly NewEvent[]): void {
  if (!isName(stream)) throw new InvalidEvent('A stream needs a name of 1 to 255 characters.');
  if (!Number.isSafeInteger(revision) || revision < -1) throw new InvalidEvent(`No stream is at revision ${revision}.`);
  if (previousHash !== null && !HASH.test(previousHash)) throw new InvalidEvent('The expected hash is no SHA-256 in lower-case hex.');
  if (events.length === 0) throw new InvalidEvent('There is nothing to append.');
  const ids = new Set<string>();
  for (const event of events) {
    if (!ID.test(event.id)) throw new InvalidEvent(`The event id ${event.id} is no UUID in lower case.`);
    if (ids.has(event.id)) throw new InvalidEvent(`The event id ${event.id} comes twice.`);
    if (!isName(event.type)) throw new InvalidEvent('An event needs a type of 1 to 255 characters.');
    if (event.private !== null && event.metadata.owner === null)
      throw new InvalidEvent(`A ${event.type} with a personal part needs an owner.`);
    if (events.length > 1) ids.add(event.id);
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
  /** What a reader of the log will be given, except for its position. */
  readonly stored: Omit<StoredEvent, 'position'>;
}

/**
 * Encrypts, chains and serializes one event. The members are in RFC 8785 order, so the text is hashed as it is.
 * @throws InvalidEvent
 */
export function prepare(event: NewEvent, place: WriteContext): Prepared {
  const sealed = event.private === null ? null : sealPrivate(event, place.key);
  const start = `{"data":${canonical(event.data)},"id":"${event.id}","metadata":`;
  const metadata = metadataOf(event, place);
  const end = `,"private":${sealed === null ? 'null' : `"${sealed}"`},"revision":${place.revision},"stream":${canonical(place.stream)},"type":${canonical(event.type)}}`;
  const digest = hash('sha256', start + metadata + end, 'hex');
  const json = `${start}${metadata.slice(0, -1)},"hash":"${digest}"}${end}`;
  const { id, type } = event;
  const { stream, revision } = place;
  return { event: { id, stream, revision, type, json }, hash: digest, stored: storedOf(event, place, sealed, digest, json) };
}

/** The event in memory, so that its text is not parsed again. Members that are undefined are not stored, so one that has any is parsed. */
function storedOf(event: NewEvent, place: WriteContext, sealed: Sealed | null, digest: string, json: string): Prepared['stored'] {
  if (hasUndefined(event.data)) return storedJson(json);
  const { owner, actor, at, causation_id, correlation_id } = event.metadata;
  return {
    data: event.data,
    id: event.id,
    metadata: {
      actor: { id: actor.id, kind: actor.kind },
      at,
      causation_id,
      correlation_id,
      owner,
      previous_hash: place.previousHash,
      recorded_at: place.recordedAt,
      schema_version: place.schemaVersion,
      hash: digest,
    },
    // Every driver stores the sealed part of an event as this text.
    private: sealed as StoredEvent['private'],
    revision: place.revision,
    stream: place.stream,
    type: event.type,
  };
}

function hasUndefined(value: Json | undefined): boolean {
  if (typeof value !== 'object' || value === null) return value === undefined;
  for (const member of Array.isArray(value) ? value : Object.values(value)) if (hasUndefined(member)) return true;
  return false;
}

/** The metadata without their hash. Their members are always the same, so they are written in their order without sorting them. */
function metadataOf({ metadata }: NewEvent, { previousHash, recordedAt, schemaVersion }: WriteContext): string {
  const { owner, actor, at, causation_id, correlation_id } = metadata;
  const who = `{"id":${canonical(actor.id)},"kind":${canonical(actor.kind)}}`;
  const why = `"causation_id":${canonical(causation_id)},"correlation_id":${canonical(correlation_id)}`;
  const when = `"recorded_at":"${recordedAt}","schema_version":${schemaVersion}`;
  const previous = previousHash === null ? 'null' : `"${previousHash}"`;
  return `{"actor":${who},"at":${canonical(at)},${why},"owner":${canonical(owner)},"previous_hash":${previous},${when}}`;
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
