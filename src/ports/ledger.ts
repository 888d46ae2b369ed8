import type { Head, SigningKey } from '../contracts/ledger/head.ts';

/** The ledger of an account, and the one that it goes on from if a log came back shorter than a signed head. */
export interface StoredLedger {
  /** 0 for the first ledger of an account, and one more for each that succeeds another. */
  readonly number: number;
  /** The id under which heads name it. */
  readonly ledger: string;
  readonly succeeds: Head['succeeds'] | null;
}

/** The place of a head among those of an account, newest first: by ledger, then by size. */
export interface HeadPlace {
  readonly number: number;
  readonly size: number;
}

export interface PlacedHead {
  readonly place: HeadPlace;
  readonly head: Head;
}

export interface HeadPage {
  readonly limit: number;
  readonly after?: HeadPlace;
}

/**
 * The ids of ledgers and their signed heads. Neither can be made again from the log, and others rely on them, so they are kept as long as
 * the account. What is stored never changes: of two processes that store the same, the first counts.
 * @throws StoreUnavailable, StoreFull
 */
export interface SignedHeads {
  /** Newest first; empty before the first head was asked for. */
  ledgersOf(owner: string): Promise<readonly StoredLedger[]>;
  /** Returns the ledger that is stored under this number. */
  keepLedger(owner: string, ledger: StoredLedger): Promise<StoredLedger>;
  /** The head of the greatest size. */
  newestHead(owner: string, number: number): Promise<Head | null>;
  headAt(owner: string, place: HeadPlace): Promise<Head | null>;
  /** Returns the head of this size that is stored. */
  keepHead(owner: string, number: number, head: Head): Promise<Head>;
  /** Heads of all ledgers of the account, newest first. */
  headsOf(owner: string, page: HeadPage): Promise<readonly PlacedHead[]>;
  /** How many heads were signed after this instant. */
  headsSince(owner: string, at: string): Promise<number>;
  /** Accounts that have a ledger, in the order of their ids, from the one after `after` on. */
  ledgerOwners(page: { readonly limit: number; readonly after?: string }): Promise<readonly string[]>;
}

export interface NewSigningKey extends Omit<SigningKey, 'until'> {
  /** How many signing keys there are before it. */
  readonly number: number;
  /** The secret key of RFC 8032, 32 bytes in base64. It is encrypted with the master key. */
  readonly secret: string;
}

/** The key pairs by which heads and papers are signed. All of them are kept, so that what they signed can be checked. @throws StoreUnavailable, StoreFull */
export interface SigningKeys {
  /** Oldest first. */
  signingKeys(): Promise<readonly SigningKey[]>;
  /** The secret of a key; null if there is no such key. @throws Error if it is damaged */
  signingSecret(keyId: string): Promise<string | null>;
  /** False: there is a key of this number, which another process has stored. */
  keepSigningKey(key: NewSigningKey): Promise<boolean>;
  /** Ends a key that has not ended yet. */
  endSigningKey(keyId: string, until: string): Promise<void>;
}
