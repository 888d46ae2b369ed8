import type { AiKeys } from '../../ports/ai-help.ts';
import type { SignedHeads, SigningKeys } from '../../ports/ledger.ts';
import type { LogAnchors } from '../../ports/log-anchor.ts';
import type { ProgramKeys, PushTargets } from '../../ports/push.ts';
import type { Credentials, KeptAnswers, KeyedHashes, KeyOwners, Keys, Places, Secrets, SecretsUpkeep } from '../../ports/secrets.ts';
import type { LinkTokens, PersonalTokens, ProviderTokens, SessionStore } from '../../ports/tokens.ts';

/** The vault implements all these ports in one place, so that its entries are backed up and deleted together. */
export interface VaultDriver
  extends Keys,
    KeyOwners,
    KeyedHashes,
    Credentials,
    SessionStore,
    LinkTokens,
    PersonalTokens,
    KeptAnswers,
    Places,
    ProviderTokens,
    AiKeys,
    PushTargets,
    ProgramKeys,
    SignedHeads,
    SigningKeys,
    LogAnchors,
    SecretsUpkeep {
  close(): Promise<void>;
}

export const secretsIn = (vault: Omit<VaultDriver, 'close'>): Secrets => ({
  keys: vault,
  keyOwners: vault,
  hashes: vault,
  credentials: vault,
  sessions: vault,
  linkTokens: vault,
  personalTokens: vault,
  answers: vault,
  places: vault,
  providerTokens: vault,
  aiKeys: vault,
  pushTargets: vault,
  programKeys: vault,
  heads: vault,
  signingKeys: vault,
  secretsUpkeep: vault,
});
