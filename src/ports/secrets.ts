import type { Credentials } from './credentials.ts';
import type { KeptAnswers } from './kept-answers.ts';
import type { KeyedHashes } from './keyed-hashes.ts';
import type { Keys } from './keys.ts';
import type { LinkTokens } from './link-tokens.ts';
import type { SessionStore } from './sessions.ts';

/**
 * What becomes of secrets that nobody needs any more.
 * @throws StoreUnavailable, StoreFull
 */
export interface SecretsUpkeep {
  /** Drops what has expired by `now`: sessions, tokens, answers. */
  sweep(now: string): Promise<void>;
  /** Drops everything of one user but the key: password, sessions, tokens, answers. */
  forget(userId: string): Promise<void>;
}

/** What must never be in a log, by job. Whoever needs one of them asks for that one. */
export interface Secrets {
  readonly keys: Keys;
  readonly hashes: KeyedHashes;
  readonly credentials: Credentials;
  readonly sessions: SessionStore;
  readonly linkTokens: LinkTokens;
  readonly answers: KeptAnswers;
  readonly secretsUpkeep: SecretsUpkeep;
}
