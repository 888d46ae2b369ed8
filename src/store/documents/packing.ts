import type { Json, JsonObject } from '../../domain/kernel/event.ts';
import { storedJson } from '../stored-json.ts';

/**
 * The JSON of a document in which a long text stands once. Where another of the fields `alike` has the same text, it has the number of the
 * first of them instead.
 */
export function packed(doc: JsonObject, alike: readonly string[]): string {
  let copy: { [key: string]: Json } | null = null;
  for (const [index, name] of alike.entries()) {
    const text = doc[name];
    if (typeof text !== 'string') continue;
    const first = alike.findIndex((other) => doc[other] === text);
    if (first === index) continue;
    copy ??= { ...doc };
    copy[name] = first;
  }
  return JSON.stringify(copy ?? doc);
}

/** The document of such a JSON text. */
export function unpacked(text: string, alike: readonly string[]): JsonObject {
  const doc = storedJson<{ [key: string]: Json }>(text);
  for (const name of alike) {
    const first = doc[name];
    if (typeof first === 'number') doc[name] = doc[alike[first] ?? ''] ?? null;
  }
  return doc;
}
