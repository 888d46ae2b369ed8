import type { AiKeys } from '../../ports/ai-keys.ts';
import type { Credentials } from '../../ports/credentials.ts';
import type { KeptAnswers } from '../../ports/kept-answers.ts';
import type { KeyedHashes } from '../../ports/keyed-hashes.ts';
import type { Keys } from '../../ports/keys.ts';
import type { LinkTokens } from '../../ports/link-tokens.ts';
import type { PersonalTokens } from '../../ports/personal-tokens.ts';
import type { Places } from '../../ports/places.ts';
import type { ProviderTokens } from '../../ports/provider-tokens.ts';
import type { Secrets, SecretsUpkeep } from '../../ports/secrets.ts';
import type { SessionStore } from '../../ports/sessions.ts';

/** The vault implements all these ports in one place, so that its entries are backed up and deleted together. */
export interface VaultDriver
  extends Keys,
    KeyedHashes,
    Credentials,
    SessionStore,
    LinkTokens,
    PersonalTokens,
    KeptAnswers,
    Places,
    ProviderTokens,
    AiKeys,
    SecretsUpkeep {
  close(): Promise<void>;
}

export const secretsIn = (vault: Omit<VaultDriver, 'close'>): Secrets => ({
  keys: vault,
  hashes: vault,
  credentials: vault,
  sessions: vault,
  linkTokens: vault,
  personalTokens: vault,
  answers: vault,
  places: vault,
  providerTokens: vault,
  aiKeys: vault,
  secretsUpkeep: vault,
});
