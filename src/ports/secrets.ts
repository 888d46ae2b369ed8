import type { AiKeys } from './ai-keys.ts';
import type { Credentials } from './credentials.ts';
import type { KeptAnswers } from './kept-answers.ts';
import type { KeyedHashes } from './keyed-hashes.ts';
import type { Keys } from './keys.ts';
import type { LinkTokens } from './link-tokens.ts';
import type { PersonalTokens } from './personal-tokens.ts';
import type { Places } from './places.ts';
import type { ProviderTokens } from './provider-tokens.ts';
import type { SessionStore } from './sessions.ts';

/** Deletes secrets that are no longer needed. @throws StoreUnavailable, StoreFull */
export interface SecretsUpkeep {
  /** Deletes the sessions, tokens, answers, places and revocations that have expired by `now`. */
  sweep(now: string): Promise<void>;
  /** Deletes a user's password, sessions, tokens (those of providers, too), answers and key of an AI service, but not the key that seals their data. */
  forget(userId: string): Promise<void>;
}

/** Ports for the data that must never be in the event log. A caller asks only for the port that it needs. */
export interface Secrets {
  readonly keys: Keys;
  readonly hashes: KeyedHashes;
  readonly credentials: Credentials;
  readonly sessions: SessionStore;
  readonly linkTokens: LinkTokens;
  readonly personalTokens: PersonalTokens;
  readonly answers: KeptAnswers;
  readonly places: Places;
  readonly providerTokens: ProviderTokens;
  readonly aiKeys: AiKeys;
  readonly secretsUpkeep: SecretsUpkeep;
}
