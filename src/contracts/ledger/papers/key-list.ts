import { type KeyList, keyList } from '../head.ts';

/** The keys in the text of a vouch-keys.json; null if it is no list of keys. */
export function keyListIn(text: string): KeyList | null {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  const found = keyList.safeParse(value);
  // Papers are compared with the origin of their keys, so it has to be one.
  return found.success && URL.canParse(found.data.origin) ? found.data : null;
}
