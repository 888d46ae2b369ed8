import type { Json, JsonObject } from '../domain/kernel/event.ts';
import type { Pseudonyms } from './pseudonyms.ts';
import { isList, isSealed } from './values.ts';

/**
 * Fields whose values lead to a person through somebody else: the ids that the payment provider, the mail service or a push service gave.
 */
const IDS_OF_OTHERS: ReadonlySet<string> = new Set(['customer_id', 'subscription_id', 'message_id', 'provider_id', 'endpoint']);

const KEYED_HASH = /[0-9a-f]{64}/;
/** The shortest text that can be a sealed one: its beginning contains an id. */
const SHORTEST_SEALED = 39;
/** Email addresses, phone numbers and sentences contain one of these. */
const SUSPECT = /[@+\s]/;
const NUMBER_OF_PHONE = /^\+\d{6}/;
const SPACE = /\s/;
/** Parts of a composed key: ids, instants, dates, numbers. Only the first part may be a word. */
const COMPOSED = /^(?:[a-z_]+|[\d:.TZ-]+|[0-9a-f-]{36})(?: (?:[a-z]|[\d:.TZ-]+|[0-9a-f-]{36}))+$/;

/** Whether a text may be shown to somebody who is not to learn whose it is: it is a name of the program, an id, a number or an instant. */
function isNameless(text: string): boolean {
  // Most texts are too short for a sealed one or a hash.
  if (text.length >= SHORTEST_SEALED && (isSealed(text) || KEYED_HASH.test(text))) return false;
  // Most of the others have none of what the checks below look for.
  if (!SUSPECT.test(text)) return true;
  if (text.includes('@') || NUMBER_OF_PHONE.test(text)) return false;
  return !SPACE.test(text) || COMPOSED.test(text);
}

/**
 * The object without personal texts, addresses and keyed hashes, and with pseudonyms in place of the ids of accounts. What is left out is
 * missing in objects and in lists.
 */
export function nameless(object: JsonObject, pseudonyms: Pseudonyms): JsonObject {
  const kept: Record<string, Json> = {};
  // Data come from JSON, so all their properties are their own. A list of entries would take a third of the time.
  for (const name in object) {
    if (IDS_OF_OTHERS.has(name)) continue;
    const shown = namelessValue(object[name] as Json, pseudonyms);
    if (shown !== undefined) kept[pseudonyms.withinName(name)] = shown;
  }
  return kept;
}

function namelessValue(value: Json, pseudonyms: Pseudonyms): Json | undefined {
  if (typeof value === 'string') return isNameless(value) ? pseudonyms.within(value) : undefined;
  if (typeof value !== 'object' || value === null) return value;
  if (isList(value))
    return value.length === 0 ? value : value.map((each) => namelessValue(each, pseudonyms)).filter((each) => each !== undefined);
  return nameless(value, pseudonyms);
}
