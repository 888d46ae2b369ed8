import { hash } from 'node:crypto';
import type { NewEvent, Sealed } from '../../domain/kernel/event.ts';
import { seal } from '../seal.ts';
import type { EventToStore, StoredEvent } from './raw-log.ts';

/**
 * The RFC 8785 form of plain JSON. Undefined object members are left out, as in JSON.
 * @throws InvalidJson for a value that JSON cannot represent, with its path
 */
export function canonical(value: unknown): string {
  return write(value, 0);
}

export class InvalidJson extends TypeError {
  override readonly name = 'InvalidJson';
  readonly reason: string;
  readonly path: readonly (string | number)[];
  constructor(reason: string, path: readonly (string | number)[] = []) {
    super(`This cannot be stored as JSON at ${path.length > 0 ? path.join('.') : 'the top'}: ${reason}.`);
    this.reason = reason;
    this.path = path;
  }
}

const DEEPEST = 100;

function write(value: unknown, depth: number): string {
  switch (typeof value) {
    case 'string':
      return text(value);
    case 'number':
      if (!Number.isFinite(value)) throw new InvalidJson(`${value} is no JSON number`);
      return value === 0 ? '0' : `${value}`;
    case 'boolean':
      return value ? 'true' : 'false';
    case 'object':
      if (value === null) return 'null';
      if (depth === DEEPEST) throw new InvalidJson('it is nested too deeply, or in itself');
      return Array.isArray(value) ? list(value, depth) : members(value, depth);
    default:
      throw new InvalidJson(`a ${typeof value} is no JSON value`);
  }
}

/** Text that needs no escape: no control character, quote, backslash or surrogate. */
const PLAIN = /^[\x20\x21\x23-\x5b\x5d-\ud7ff\ue000-\uffff]*$/;

function text(value: string): string {
  if (value.length < 64 && PLAIN.test(value)) return `"${value}"`;
  if (!value.isWellFormed()) throw new InvalidJson('the text holds half of a surrogate pair');
  return JSON.stringify(value);
}

function list(values: readonly unknown[], depth: number): string {
  if (values.length === 0) return '[]';
  let index = 0;
  try {
    let out = `[${write(values[0], depth + 1)}`;
    for (index = 1; index < values.length; index += 1) out += `,${write(values[index], depth + 1)}`;
    return `${out}]`;
  } catch (error) {
    throw withPath(index, error);
  }
}

function members(value: object, depth: number): string {
  const prototype = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) throw new InvalidJson('only plain objects are JSON');
  let out = '';
  let at = '';
  try {
    for (at of inOrder(Object.keys(value))) {
      // `at` is one of the object's own keys. Reflect.get would be slower, and every stored event comes through here.
      const member = (value as Record<string, unknown>)[at];
      if (member === undefined) continue;
      out += out === '' ? '{' : ',';
      out += name(at);
      out += write(member, depth + 1);
    }
  } catch (error) {
    throw withPath(at, error);
  }
  return out === '' ? '{}' : `${out}}`;
}

/** Sorts by UTF-16 code units, as the RFC requires and as strings compare. */
function inOrder(keys: string[]): string[] {
  for (let index = 1; index < keys.length; index += 1) {
    if ((keys[index - 1] ?? '') > (keys[index] ?? '')) return keys.sort();
  }
  return keys;
}

/**
 * Cached member names in their JSON form, because most occur again and again. The cache is bounded, because some names
 * come from outside.
 */
const names = new Map<string, string>();
const MOST_NAMES = 2000;

function name(key: string): string {
  const known = names.get(key);
  if (known !== undefined) return known;
  const written = `${text(key)}:`;
  if (names.size < MOST_NAMES) names.set(key, written);
  return written;
}

function withPath(key: string | number, error: unknown): unknown {
  return error instanceof InvalidJson ? new InvalidJson(error.reason, [key, ...error.path]) : error;
}

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
