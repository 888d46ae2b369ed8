import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { succeedLedger } from '../../app/ledger/heads.ts';
import { namesOf } from '../../app/names-of.ts';
import type { BackupFolders, RestoreReport } from '../../cli/ports.ts';
import type { Config } from '../../config/config.ts';
import { accountDecider } from '../../domain/account/decide.ts';
import { accountStream } from '../../domain/account/events.ts';
import { SYSTEM } from '../../domain/kernel/event.ts';
import { handle } from '../../domain/kernel/handle.ts';
import { partnerKeyOwner, partnerStream } from '../../domain/partner/events.ts';
import { accountsOf } from '../../projections/ledger/ledgers.ts';
import { wholeChain } from '../../store/anchor/check.ts';
import { refuseFaults } from '../../store/backup/back-up.ts';
import { claimFolder, copyIntoStage, type FoundBackup, findBackup, putInPlace, STAGE } from '../../store/backup/stage.ts';
import type { StoredEvent } from '../../store/event-log/raw-log.ts';
import { openSqliteStores, type SqliteStores } from '../../store/sqlite-stores.ts';
import type { GivenKeys } from '../../store/vault/master-key.ts';
import { checkLogFile } from '../../store/verify/log-faults.ts';
import { openVaultFile } from '../../store/verify/vault-file.ts';
import { UPCASTERS } from '../features.ts';
import { VIEWS_FILES } from '../folding/groups.ts';
import { newId } from '../ids.ts';
import { masterKeysOf } from '../master-key.ts';
import { nowBeside } from '../signing-keys.ts';
import { erasedBy, refuseServers } from './back-up.ts';

/** What the restored log says about accounts. */
interface Known {
  /** How many events each account's ledger has. */
  readonly sizes: ReadonlyMap<string, number>;
  /** Everybody under whose key something is sealed. */
  readonly owners: ReadonlySet<string>;
  readonly erased: ReadonlySet<string>;
  /** The account of each partner, by the owner of the partner's key. */
  readonly accountOfPartner: ReadonlyMap<string, string>;
}

/**
 * Restores a backup into an empty data folder. Everything is checked, and whoever was erased since is erased again, before the folder gets
 * its event log. A restore that was killed can be run again.
 * @throws BackupRefused, FolderInUse, StoreUnavailable, StoreFull
 */
export async function restoreBackup(config: Config, { folder, keys }: BackupFolders): Promise<RestoreReport> {
  refuseServers(config);
  const found = findBackup(folder, keys);
  const lock = claimFolder(config.data);
  try {
    const erased_again = await fillStage(config, found);
    putInPlace(config.data);
    const { made_at, keep_until, log, files } = found.manifest;
    return {
      folder: config.data,
      made_at,
      keep_until,
      events: log.events,
      files: files.length,
      erased_again,
      erased_known_until: found.erased.until,
    };
  } catch (error) {
    rmSync(join(config.data, STAGE), { recursive: true, force: true });
    throw error;
  } finally {
    lock.release();
  }
}

/** @returns how many accounts were erased again */
async function fillStage(config: Config, found: FoundBackup): Promise<number> {
  const stage = copyIntoStage(found, config.data);
  const staged = { ...config, data: stage };
  const keys = masterKeysOf(staged);
  const known = await checkLog(found, stage, keys);
  const clock = { now: () => nowBeside(staged) };
  const stores = openSqliteStores({ dataDir: stage, ...keys, clock, upcasters: UPCASTERS, views: VIEWS_FILES });
  try {
    const again = found.erased.ids.filter((id) => known.sizes.has(id) && !known.erased.has(id));
    const at = clock.now();
    for (const id of again) await eraseAgain(stores, id, clock);
    await destroyKeys(stores, known, new Set([...found.erased.ids, ...known.erased]));
    await succeedLedgers(stores, known, at);
    await stores.vault.replaceLogAnchor((await wholeChain(stores.log)).chain.anchor({ closed: true, accepted: false }));
    return again.length;
  } finally {
    await stores.close();
  }
}

/** @throws BackupRefused if the log is not the one that the backup counted */
async function checkLog({ manifest }: FoundBackup, stage: string, keys: GivenKeys): Promise<Known> {
  const vault = openVaultFile(join(stage, 'vault.db'), keys);
  const { visit, known } = noteAccounts();
  try {
    const { faults } = await checkLogFile(join(stage, 'events.db'), { anchor: vault.openAnchor(manifest.anchor), visit }, () => undefined);
    refuseFaults(faults, 'Nothing was restored. Use another backup.');
  } finally {
    vault.close();
  }
  return known;
}

function noteAccounts(): { readonly visit: (event: StoredEvent) => void; readonly known: Known } {
  const sizes = new Map<string, number>();
  const owners = new Set<string>();
  const erased = new Set<string>();
  const accountOfPartner = new Map<string, string>();
  function visit(event: StoredEvent): void {
    for (const account of accountsOf(event)) sizes.set(account, (sizes.get(account) ?? 0) + 1);
    if (event.metadata.owner !== null) owners.add(event.metadata.owner);
    const gone = erasedBy(event);
    if (gone !== null) erased.add(gone);
    const partner = partnerStream.idOf(event.stream);
    if (partner !== null && 'user_id' in event.data && typeof event.data.user_id === 'string')
      accountOfPartner.set(partnerKeyOwner(partner), event.data.user_id);
  }
  return { visit, known: { sizes, owners, erased, accountOfPartner } };
}

/** The deletion is requested as it was before. The program carries it out when it starts; it needs no key for that. */
async function eraseAgain({ store }: SqliteStores, id: string, clock: { now(): string }): Promise<void> {
  const context = { owner: id, actor: SYSTEM, correlationId: newId(), causationId: null };
  await handle({ store, clock, newId }, accountDecider, accountStream(id), { type: 'RequestDeletion' }, context);
}

/** Also the keys of accounts that the restored log does not have: nothing is sealed with them. */
async function destroyKeys({ vault, files }: SqliteStores, known: Known, erased: ReadonlySet<string>): Promise<void> {
  for await (const owner of namesOf((page) => vault.keyOwners(page))) {
    const account = known.accountOfPartner.get(owner) ?? owner;
    if (erased.has(account) || !known.owners.has(owner)) await vault.destroyKey(owner);
  }
  for (const id of erased) {
    await vault.forget(id);
    await files.forget(id);
  }
}

/** Nobody knows which heads were signed after the backup was made, so every ledger goes on under a new id. */
async function succeedLedgers({ vault }: SqliteStores, { sizes }: Known, at: string): Promise<void> {
  for await (const owner of namesOf((page) => vault.ledgerOwners(page)))
    await succeedLedger({ heads: vault, newId }, owner, { size: sizes.get(owner) ?? 0, at, reason: 'restored' });
}
