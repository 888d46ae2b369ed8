import type { JsonObject, Recorded } from '../domain/kernel/event.ts';
import type { KeyedHashes } from '../ports/secrets.ts';

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;
const HASH = /[0-9a-f]{64}/g;
/** 64 bits: among a billion people two with the same pseudonym are unlikely. */
const DIGITS = 16;

/** Partners have keys of their own, and no account. */
const isAccount = (owner: string): boolean => !owner.startsWith('partner:');

/** The account in whose ledger an event is; null: it is in nobody's. */
export function accountOf({ metadata: { owner }, data }: Pick<Recorded, 'data' | 'metadata'>): string | null {
  if (owner !== null && isAccount(owner)) return owner;
  const { user_id: user }: JsonObject = data;
  return typeof user === 'string' ? user : null;
}

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
    // Most texts are shorter than an id.
    return text.length < 36 ? text : text.replace(UUID, (id) => this.#known.get(id) ?? id);
  }

  /** The same for names of streams and documents, in which keyed hashes get other hashes, so that different names stay different. */
  withinName(name: string): string {
    return this.within(name).replace(HASH, (hash) => this.#hashes.keyed('pseudonym of a hash', hash).slice(0, DIGITS));
  }
}
