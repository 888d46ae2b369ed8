const BEFORE = ',"hash":"';
const HASH_LENGTH = 64;

/**
 * Where the hash is in the stored text of an event: it is the last member of its metadata, and after them come only texts without
 * members of their own. -1 if the text has none.
 */
const placeOfHash = (json: string): number => json.lastIndexOf(BEFORE);

/** The hash in the stored text of an event, without parsing it. A damaged text may give anything. */
export function storedHash(json: string): string {
  const at = placeOfHash(json);
  return at === -1 ? '' : json.slice(at + BEFORE.length, at + BEFORE.length + HASH_LENGTH);
}
