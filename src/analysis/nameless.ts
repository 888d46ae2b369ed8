import type { Json, JsonObject } from '../domain/kernel/event.ts';
import type { Pseudonyms } from './pseudonyms.ts';
import { isList, isSealed } from './values.ts';

/**
 * Fields whose values lead to a person through somebody else: the ids that the payment provider, the mail service or a push service gave.
 */
const IDS_OF_OTHERS: ReadonlySet<string> = new Set(['customer_id', 'subscription_id', 'message_id', 'provider_id', 'endpoint']);

const KEYED_HASH = /[0-9a-f]{64}/;
const ADDRESS = /@|^\+\d{6}/;
const SPACE = /\s/;
/** Parts of a composed key: ids, instants, dates, numbers. Only the first part may be a word. */
const COMPOSED = /^(?:[a-z_]+|[\d:.TZ-]+|[0-9a-f-]{36})(?: (?:[a-z]|[\d:.TZ-]+|[0-9a-f-]{36}))+$/;

/** Whether a text may be shown to somebody who is not to learn whose it is: it is a name of the program, an id, a number or an instant. */
function isNameless(text: string): boolean {
  if (isSealed(text) || KEYED_HASH.test(text) || ADDRESS.test(text)) return false;
  return !SPACE.test(text) || COMPOSED.test(text);
}

/**
 * The object without personal texts, addresses and keyed hashes, and with pseudonyms in place of the ids of accounts. What is left out is
 * missing in objects and in lists.
 */
export function nameless(object: JsonObject, pseudonyms: Pseudonyms): JsonObject {
  const kept = Object.entries(object).flatMap(([name, value]) => {
    const shown = IDS_OF_OTHERS.has(name) ? undefined : namelessValue(value, pseudonyms);
    return shown === undefined ? [] : [[pseudonyms.withinName(name), shown] as const];
  });
  return Object.fromEntries(kept);
}

function namelessValue(value: Json, pseudonyms: Pseudonyms): Json | undefined {
  if (typeof value === 'string') return isNameless(value) ? pseudonyms.within(value) : undefined;
  if (typeof value !== 'object' || value === null) return value;
  if (isList(value)) return value.map((each) => namelessValue(each, pseudonyms)).filter((each) => each !== undefined);
  return nameless(value, pseudonyms);
}
