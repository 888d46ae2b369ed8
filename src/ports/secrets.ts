import type { Sealed } from '../domain/kernel/event.ts';
import type { AiKeys } from './ai-help.ts';
import type { SignedHeads, SigningKeys } from './ledger.ts';
import type { ProgramKeys, PushTargets } from './push.ts';
import type { LinkTokens, PersonalTokens, ProviderTokens, SessionStore } from './tokens.ts';

/** Deletes secrets that are no longer needed. @throws StoreUnavailable, StoreFull */
export interface SecretsUpkeep {
  /** Deletes the sessions, tokens, answers, places and revocations that have expired by `now`. */
  sweep(now: string): Promise<void>;
  /**
   * Deletes a user's password, sessions, tokens (those of providers, too), answers, key of an AI service, targets of pushes and signed
   * heads, but not the key that seals their data.
   */
  forget(userId: string): Promise<void>;
}

/** Ports for the data that must never be in the event log. A caller asks only for the port that it needs. */
export interface Secrets {
  readonly keys: Keys;
  readonly keyOwners: KeyOwners;
  readonly hashes: KeyedHashes;
  readonly credentials: Credentials;
  readonly sessions: SessionStore;
  readonly linkTokens: LinkTokens;
  readonly personalTokens: PersonalTokens;
  readonly answers: KeptAnswers;
  readonly places: Places;
  readonly providerTokens: ProviderTokens;
  readonly aiKeys: AiKeys;
  readonly pushTargets: PushTargets;
  readonly programKeys: ProgramKeys;
  readonly heads: SignedHeads;
  readonly signingKeys: SigningKeys;
  readonly secretsUpkeep: SecretsUpkeep;
}

/**
 * Data keys, one for each owner. Values that were encrypted with a key cannot be read after the key is destroyed.
 * @throws StoreUnavailable, StoreFull
 */
export interface Keys {
  /** Creates the owner's data key if there is none. */
  createKey(owner: string): Promise<void>;
  /**
   * The owner's data key (32 bytes); null if it was destroyed or never created. Drivers cache keys; a key that another
   * process destroys is dropped from the cache within 5 s.
   */
  key(owner: string): Promise<Uint8Array | null>;
  destroyKey(owner: string): Promise<void>;
}

/** Who has a data key. @throws StoreUnavailable */
export interface KeyOwners {
  /** In the order of their names, from the one after `after` on. */
  keyOwners(page: { readonly limit: number; readonly after?: string }): Promise<readonly string[]>;
}

/** Decrypts sealed values for callers that may read them. */
export interface Opener {
  /** The decrypted object; null if nothing is sealed, or if the owner's key was destroyed. Results are kept in a bounded cache. */
  open<Texts>(owner: string, sealed: Sealed<Texts> | null): Promise<Texts | null>;
  /**
   * The same, synchronously. The owner's key must have been loaded by `ready`; otherwise the result is null.
   * @throws StoreUnavailable if it is unknown whether the key was destroyed in the meantime
   */
  openNow<Texts>(owner: string, sealed: Sealed<Texts> | null): Texts | null;
  /** Loads the owner's key, so that `openNow` can use it. */
  ready(owner: string): Promise<void>;
}

/** Hashes that nobody can make or check without the installation's master key. */
export interface KeyedHashes {
  /** HMAC-SHA-256 (hex) with a separate key for each purpose. It is used to look up personal values and to make tokens for links. */
  keyed(purpose: string, value: string): string;
}

/** Password hashes, one for each user. @throws StoreUnavailable, StoreFull */
export interface Credentials {
  setPassword(userId: string, hash: string): Promise<void>;
  /** The user's password hash; null if the user does not exist or has no password. */
  password(userId: string): Promise<string | null>;
}

export interface KeptAnswer {
  /** SHA-256 (hex) of the method, path and body. JSON is hashed as parsed, a form by the hashes of its parts. */
  readonly fingerprint: string;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Encrypted with the master key when stored. */
  readonly body: string;
  /** RFC 3339, by the program's clock. */
  readonly expires_at: string;
}

/**
 * The bytes of one scope, as stored. Every answer counts as at least `LEAST_BYTES`, because the entry itself and the
 * indexes need room, too.
 */
export const KEPT_BYTES = 4 * 1_048_576;
export const LEAST_BYTES = 1_024;

/**
 * Stored answers to requests with an Idempotency-Key, by caller (`scope`) and key. An expired answer is returned until
 * it is swept.
 * @throws StoreUnavailable, StoreFull
 */
export interface KeptAnswers {
  keptAnswer(scope: string, key: string): Promise<KeptAnswer | null>;
  /**
   * All answers of one scope have at most `KEPT_BYTES` together; the oldest are removed. `about`: the user whose personal
   * data the answer contains, if the scope does not name them. The answer is deleted together with that user.
   */
  keepAnswer(scope: string, key: string, answer: KeptAnswer, about?: string | null): Promise<void>;
}

/** When a message to a recipient is sent, or may be sent. Instants are RFC 3339, by the program's clock. */
export interface StoredPlace {
  /** The delivery's id. */
  readonly id: string;
  readonly kind: 'invitation' | 'summary';
  readonly at: string;
  /** The place is stored until a sweep after this instant. */
  readonly expires_at: string;
}

/**
 * The messages of all accounts to one recipient, to limit how many a recipient gets in a day. `recipient` is a keyed hash
 * of the address or number.
 * @throws StoreUnavailable, StoreFull
 */
export interface Places {
  /** All stored places, in any order. */
  placesOf(recipient: string): Promise<readonly StoredPlace[]>;
  /** Stores a place. A delivery has one place for each recipient, so a new one replaces the old one. */
  putPlace(recipient: string, place: StoredPlace): Promise<void>;
}
