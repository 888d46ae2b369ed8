import { hash } from 'node:crypto';

/** A row of the log as it is stored, as an array, because this is faster to read. `place`: its position by the index of streams. */
export type StoredRow = readonly [position: number, stream: string, revision: number, id: string, json: string, place: number | null];

const QUOTE = 34;
const NULL = 'null';
const PRIVATE = '},"private":';
const HASH = ',"hash":"';
const HASH_DIGITS = 64;
/** The length of the member with the hash. */
const HASH_MEMBER = HASH.length + HASH_DIGITS + 1;
const PREVIOUS = ',"previous_hash":';
/** The metadata between the previous hash and the hash, with an instant of 24 characters. */
const BETWEEN = ',"recorded_at":"2026-11-20T16:00:00.000Z","schema_version":1'.length;
const BEFORE_ID = ',"id":"';
const ID_LENGTH = 36;
const AFTER_ID = '","metadata":{';
/** The metadata before the previous hash are at least this long. */
const LEAST_METADATA = 80;

/** Texts are copied here without their hash, because joining two parts of a text would cost more. */
const BYTES = Buffer.allocUnsafe(64 * 1024);
const MOST = BYTES.length / 3;

/**
 * The hash of an event whose text is exactly as the program writes it, with the hash that it says, behind the event with the hash
 * `previous`. Its other columns say the same as the text. Null: something is different, and the text has to be parsed to say what. It looks
 * at the text from its end, where the places of the members are known, and so takes little more than computing the hash.
 */
export function intactHash([, stream, revision, id, json]: StoredRow, previous: string | null): string | null {
  const type = json.lastIndexOf('"', json.length - 3);
  const place = `,"revision":${revision},"stream":"${stream}","type":`;
  const endOfPrivate = type - place.length;
  if (!json.startsWith(place, endOfPrivate)) return null;
  const isSealed = json.charCodeAt(endOfPrivate - 1) === QUOTE;
  const startOfPrivate = isSealed ? json.lastIndexOf('"', endOfPrivate - 2) : endOfPrivate - NULL.length;
  const end = startOfPrivate - PRIVATE.length;
  const at = end - HASH_MEMBER;
  if (!json.startsWith(PRIVATE, end) || !json.startsWith(HASH, at)) return null;
  const said = previous === null ? `${PREVIOUS}null` : `${PREVIOUS}"${previous}"`;
  const startOfPrevious = at - BETWEEN - said.length;
  if (!json.startsWith(said, startOfPrevious)) return null;
  const endOfId = json.lastIndexOf(AFTER_ID, startOfPrevious - LEAST_METADATA);
  if (id.length !== ID_LENGTH || !json.startsWith(id, endOfId - ID_LENGTH)) return null;
  if (!json.startsWith(BEFORE_ID, endOfId - ID_LENGTH - BEFORE_ID.length)) return null;
  // A part of the text would keep the whole text in memory, so the computed hash is given.
  const computed = hashWithout(json, at);
  // The member with the hash is not hashed, so all of it has to be compared.
  return json.startsWith(`${computed}"`, at + HASH.length) ? computed : null;
}

/** The hash of a text without the member at this place. */
function hashWithout(json: string, at: number): string {
  const length = json.length > MOST ? 0 : BYTES.write(json);
  // Bytes and characters have the same places if there are as many of them.
  if (length !== json.length) return hash('sha256', json.slice(0, at) + json.slice(at + HASH_MEMBER), 'hex');
  BYTES.copyWithin(at, at + HASH_MEMBER, length);
  return hash('sha256', BYTES.subarray(0, length - HASH_MEMBER), 'hex');
}
