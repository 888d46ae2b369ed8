import type { Json, JsonObject, Sealed } from '../domain/kernel/event.ts';
import type { Opener } from '../ports/secrets.ts';
import { isList, isSealed } from './values.ts';

/**
 * The object with its sealed texts opened. A field that holds the sealed object with its own value gets this value; any other field gets
 * the whole object. Null: the key was destroyed.
 * @param owners whose keys may open them
 */
export async function opened(object: JsonObject, owners: readonly string[], opener: Opener): Promise<JsonObject> {
  const fields: Record<string, Json> = {};
  for (const [name, value] of Object.entries(object)) fields[name] = await openedValue(name, value, owners, opener);
  return fields;
}

async function openedValue(name: string, value: Json, owners: readonly string[], opener: Opener): Promise<Json> {
  if (typeof value === 'string') {
    if (!isSealed(value)) return value;
    const texts = await openedWith(value, owners, opener);
    return texts !== null && name in texts ? (texts[name] ?? null) : texts;
  }
  if (typeof value !== 'object' || value === null) return value;
  if (!isList(value)) return opened(value, owners, opener);
  return Promise.all(value.map((each) => openedValue(name, each, owners, opener)));
}

export async function openedWith(sealed: Sealed<JsonObject>, owners: readonly string[], opener: Opener): Promise<JsonObject | null> {
  for (const owner of owners) {
    const texts = await opener.open(owner, sealed);
    if (texts !== null) return texts;
  }
  return null;
}
