import type { ReactorProgress } from '../../ports/coordination.ts';
import type { Files } from '../../ports/files.ts';
import type { LogAnchors } from '../../ports/log-anchor.ts';
import type { KeyedHashes, StoredPlace } from '../../ports/secrets.ts';
import type { StoredPersonalToken, StoredSession, StoredToken } from '../../ports/tokens.ts';
import type { RawLog } from '../event-log/raw-log.ts';
import type { WrappedAnswer } from '../vault/answers.ts';
import type { HeadRow, LedgerRow, SigningKeyRow } from '../vault/ledgers.ts';
import type { WrappedPushTarget } from '../vault/push.ts';

export interface MigrationSide {
  readonly log: RawLog;
  readonly vault: VaultRows;
  readonly anchors: LogAnchors;
  readonly hashes: KeyedHashes;
  /**
   * Where the anchor of another side's log is put. Its keyed hash is made with that side's `hashes`, because their secret comes with the
   * entries of that side's vault.
   */
  anchorsOf(hashes: KeyedHashes): Promise<Pick<LogAnchors, 'replaceLogAnchor'>>;
  /** The reactors' progress. Its positions are those of this side's log. */
  readonly reactors: ReactorProgress;
  readonly files: Files;
  fileOwners(): AsyncIterable<string>;
  /** Who uses the stores, for operators; null if nobody is known to. While somebody does, only the log may be read. */
  readonly usedBy: string | null;
  close(): Promise<void>;
}

/** A stored entry of a vault. Keys of all kinds, answers and tokens of providers stay encrypted with the master key, which both sides share. */
export type VaultRow =
  | { readonly kind: 'key'; readonly owner: string; readonly wrapped: Uint8Array }
  | { readonly kind: 'password'; readonly user_id: string; readonly hash: string }
  | { readonly kind: 'session'; readonly session: StoredSession }
  | { readonly kind: 'token'; readonly token: StoredToken }
  | { readonly kind: 'personal_token'; readonly personal: StoredPersonalToken }
  | { readonly kind: 'answer'; readonly answer: WrappedAnswer }
  | { readonly kind: 'place'; readonly recipient: string; readonly place: StoredPlace }
  | { readonly kind: 'provider_tokens'; readonly owner: string; readonly platform: string; readonly wrapped: Uint8Array }
  | { readonly kind: 'revocation'; readonly id: string; readonly wrapped: Uint8Array; readonly expires_at: string }
  | { readonly kind: 'ai_key'; readonly owner: string; readonly wrapped: Uint8Array }
  | { readonly kind: 'push_target'; readonly target: WrappedPushTarget }
  | { readonly kind: 'program_key'; readonly name: string; readonly wrapped: Uint8Array }
  | { readonly kind: 'ledger'; readonly ledger: LedgerRow }
  | { readonly kind: 'head'; readonly head: HeadRow }
  | { readonly kind: 'signing_key'; readonly key: SigningKeyRow };

export interface VaultRows {
  all(): AsyncIterable<VaultRow>;
  /** Empties the vault, because a key that was destroyed at the source must not survive in an earlier copy. */
  clear(): Promise<void>;
  put(rows: readonly VaultRow[]): Promise<void>;
}

const BATCH = 500;

/** Replaces the target's content by the source's. After an interruption it is repeated from the start. Gives the number of entries. */
export async function copyVault(from: Pick<VaultRows, 'all'>, to: Pick<VaultRows, 'clear' | 'put'>): Promise<number> {
  await to.clear();
  let count = 0;
  let waiting: VaultRow[] = [];
  for await (const row of from.all()) {
    waiting.push(row);
    count += 1;
    if (waiting.length < BATCH) continue;
    await to.put(waiting);
    waiting = [];
  }
  if (waiting.length > 0) await to.put(waiting);
  return count;
}
