import { publicNameOf } from '../domain/kernel/define-event.ts';
import type { JsonObject, Recorded, Sealed } from '../domain/kernel/event.ts';
import type { EventCatalogue } from '../domain/kernel/event-catalogue.ts';
import type { Stored } from '../ports/documents.ts';
import type { KeyedHashes, Opener } from '../ports/secrets.ts';
import { nameless } from './nameless.ts';
import { opened, openedWith } from './opened.ts';
import { accountOf, Pseudonyms } from './pseudonyms.ts';

/** An event as it is exported. */
export interface ExportedEvent {
  readonly id: string;
  /** The public name, as `action` in the audit. */
  readonly type: string;
  readonly at: string;
  readonly recorded_at: string;
  /** The pseudonym of the account in whose ledger it is, or its id in the identified form; null: it is in nobody's. */
  readonly person: string | null;
  readonly stream: string;
  readonly data: JsonObject;
}

/** What says which event it is. */
export type EventHead = Omit<ExportedEvent, 'data'>;

/** What an analyst gets to see of events and documents. Every export, replay and comparison goes through it. */
export interface Disclosure {
  /** Once the head of an event was asked for, the id of its account is replaced in everything that is shown later. */
  head(event: Recorded): EventHead;
  /** A promise only if texts have to be opened: a wait for each of a million events would take long. */
  event(event: Recorded): ExportedEvent | Promise<ExportedEvent>;
  /** The document with its id as the first field. */
  document(stored: Stored): Promise<JsonObject>;
}

export interface DisclosureParts {
  readonly catalogue: EventCatalogue;
  readonly hashes: KeyedHashes;
  readonly opener: Opener;
}

/** Shows events and documents without texts, addresses and keyed hashes, and with pseudonyms in place of the ids of accounts. */
export function namelessDisclosure({ catalogue, hashes }: DisclosureParts): Disclosure {
  const pseudonyms = new Pseudonyms(hashes);
  const head = (event: Recorded): EventHead => {
    const account = accountOf(event);
    const person = account === null ? null : pseudonyms.of(account);
    return { ...namesOf(catalogue, event), person, stream: pseudonyms.withinName(event.stream) };
  };
  return {
    head,
    event: (event) => ({ ...head(event), data: nameless(event.data, pseudonyms) }),
    document: async ({ id, doc }) => ({ id: pseudonyms.withinName(id), ...nameless(doc, pseudonyms) }),
  };
}

/** Shows events and documents with their texts opened, and with the ids of accounts. */
export function identifiedDisclosure({ catalogue, opener }: DisclosureParts): Disclosure {
  const head = (event: Recorded): EventHead => ({ ...namesOf(catalogue, event), person: accountOf(event), stream: event.stream });
  return {
    head,
    async event(event) {
      const { owner } = event.metadata;
      const owners = owner === null ? [] : [owner];
      // The type of the event says what was sealed, which does not matter here.
      const sealed = event.private as Sealed<JsonObject> | null;
      const data = await opened(event.data, owners, opener);
      return { ...head(event), data: sealed === null ? data : { ...data, private: await openedWith(sealed, owners, opener) } };
    },
    document: async ({ id, doc }) => ({ id, ...(await opened(doc, ownersOf(id, doc), opener)) }),
  };
}

/** An event of a type that this program does not know keeps its stored name. */
function namesOf(catalogue: EventCatalogue, { id, type, data, metadata }: Recorded): Omit<EventHead, 'person' | 'stream'> {
  const definition = catalogue.get(type);
  const name = definition === undefined ? type : publicNameOf(definition, data);
  return { id, type: name, at: metadata.at, recorded_at: metadata.recorded_at };
}

/** Whose keys may open the texts of a document: its owner's, and those of the partner whom it is about. */
function ownersOf(id: string, { owner, partner_id: partner }: JsonObject): readonly string[] {
  const partners = [id, partner].filter((each) => typeof each === 'string').map((each) => `partner:${each}`);
  return [typeof owner === 'string' ? owner : id, ...partners];
}
