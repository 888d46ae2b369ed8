import type { Recorded } from '../domain/kernel/event.ts';
import type { KeyedHashes } from '../ports/secrets.ts';
import { accountsOf } from '../projections/ledger/ledgers.ts';

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;
const ID_LENGTH = 36;
/** The number of digits before the first hyphen of an id. */
const FIRST_GROUP = 8;
const HASH = /[0-9a-f]{64}/g;
const HASH_DIGITS = 64;
/** 64 bits: among a billion people two with the same pseudonym are unlikely. */
const DIGITS = 16;

/**
 * Whether the only place where an id can be is the end, after a word and a hyphen. Most names of streams are of this form, and the regular
 * expression takes several times as long as this.
 */
function isWordAndId(text: string): boolean {
  const start = text.length - ID_LENGTH;
  return text.indexOf('-') === start - 1 && text.indexOf('-', start) === start + FIRST_GROUP;
}

/** The account in whose ledger an event is, the owner before somebody whom it names; null: it is in nobody's. */
export const accountOf = (event: Pick<Recorded, 'data' | 'metadata'>): string | null => accountsOf(event)[0] ?? null;

/**
 * Pseudonyms of accounts. They are made with a key of the installation, so they are the same in each of its exports, and nobody else can
 * compute them.
 */
export class Pseudonyms {
  readonly #hashes: KeyedHashes;
  /** By account id. It grows with the number of people, not with the number of events. */
  readonly #known = new Map<string, string>();

  constructor(hashes: KeyedHashes) {
    this.#hashes = hashes;
  }

  /** The pseudonym of an account. From now on `within` replaces the id of this account. */
  of(account: string): string {
    const known = this.#known.get(account);
    if (known !== undefined) return known;
    const made = `person_${this.#hashes.keyed('pseudonym of an account', account).slice(0, DIGITS)}`;
    this.#known.set(account, made);
    return made;
  }

  /** The text with a pseudonym in place of each known account id. */
  within(text: string): string {
    // Most texts are shorter than an id, and most others are one.
    if (text.length < ID_LENGTH) return text;
    if (text.length === ID_LENGTH) return this.#known.get(text) ?? text;
    if (isWordAndId(text)) return this.#withinWordAndId(text);
    return text.replace(UUID, (id) => this.#known.get(id) ?? id);
  }

  #withinWordAndId(text: string): string {
    const start = text.length - ID_LENGTH;
    const shown = this.#known.get(text.slice(start));
    return shown === undefined ? text : text.slice(0, start) + shown;
  }

  /** The same for names of streams and documents, in which keyed hashes get other hashes, so that different names stay different. */
  withinName(name: string): string {
    // Most names are shorter than a hash.
    if (name.length < HASH_DIGITS) return this.within(name);
    return this.within(name).replace(HASH, (hash) => this.#hashes.keyed('pseudonym of a hash', hash).slice(0, DIGITS));
  }
}
