import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { RotatedMasterKey } from '../cli/ports.ts';
import { type Config, ConfigRefused } from '../config/config.ts';
import { refuseLostFiles } from '../store/lost-stores.ts';
import { lockFolder } from '../store/sqlite/writer-lock.ts';
import { type KeyChange, opensVault, type Rewrapped, rewrapVault } from '../store/vault/rewrap.ts';
import { openVault } from '../store/vault/sqlite-vault.ts';
import { dropNextKey, isNextKeyThere, masterKeyIn, nextKeyIn, putNextKeyInPlace, writeNextKey } from './master-key.ts';

const BYTES = 32;

const vaultIn = (dataDir: string): string => join(dataDir, 'vault.db');

/**
 * Changes the master key: everything that the present one encrypts is encrypted with the new one. On files the program must be stopped; on
 * servers this runs beside processes that were given both keys. It can be repeated, also after it was killed.
 * @throws ConfigRefused, FolderInUse, StoreLost, StoreUnavailable, StoreFull
 */
export const rotateMasterKey = (config: Config): Promise<RotatedMasterKey> =>
  config.servers === null ? rotateOnFiles(config) : rotateOnServers(config, config.servers);

async function rotateOnFiles(config: Config): Promise<RotatedMasterKey> {
  const { data } = config;
  if (!existsSync(vaultIn(data))) throw new Error(`There is no vault at ${vaultIn(data)}. Set VOUCH_DATA to the folder that holds it.`);
  const lock = lockFolder(data);
  try {
    refuseLostFiles(data);
    if (config.masterKey === null) return await rotateKeyFile(config);
    return { ...(await rewrapFile(data, keysToChange(config))), file: null };
  } finally {
    lock.release();
  }
}

async function rotateOnServers(config: Config, { mongodbUrl }: NonNullable<Config['servers']>): Promise<RotatedMasterKey> {
  const change = keysToChange(config);
  const { openMongo } = await import('../store/mongo/connect.ts');
  const { openMongoVault } = await import('../store/mongo/vault.ts');
  const { hasVault } = await import('../store/mongo/vault/proof.ts');
  const { rewrapMongoVault } = await import('../store/mongo/vault/rewrap.ts');
  const mongo = openMongo({ url: mongodbUrl });
  try {
    if (!(await hasVault(mongo)))
      throw new Error(`There is no vault in the database ${mongo.db.databaseName}. Correct its name in MONGODB_URL.`);
    await (await openMongoVault({ mongo, masterKey: change.to, oldKeys: change.from })).close();
    return { ...(await rewrapMongoVault(mongo, change)), file: null };
  } finally {
    await mongo.close();
  }
}

/**
 * What the settings say: the new key is VOUCH_NEW_MASTER_KEY, or VOUCH_MASTER_KEY if VOUCH_OLD_MASTER_KEY is the one before it.
 * @throws ConfigRefused if there is no new key
 */
function keysToChange({ masterKey, oldMasterKey, newMasterKey }: Config): KeyChange {
  const to = newMasterKey ?? (oldMasterKey === null ? null : masterKey);
  if (to === null)
    throw new ConfigRefused('Set VOUCH_NEW_MASTER_KEY to the new master key: 32 random bytes, as `openssl rand -hex 32` gives them.');
  return { from: [masterKey, oldMasterKey].filter((key) => key !== null), to };
}

/** The new key is beside the present one before anything is encrypted with it, so that one of the two files always opens the vault. */
async function rotateKeyFile({ data, newMasterKey }: Config): Promise<RotatedMasterKey> {
  const wasEnded = endKeyChangeIn(data);
  const present = masterKeyIn(data);
  if (wasEnded && (newMasterKey === null || Buffer.compare(present, newMasterKey) === 0))
    return { ...(await rewrapFile(data, { from: [], to: present })), file: join(data, 'master.key') };
  const to = newMasterKey ?? new Uint8Array(randomBytes(BYTES));
  // Nothing may take the place of a key that does not open the vault.
  await openVault({ path: vaultIn(data), masterKey: present }).close();
  writeNextKey(data, to);
  const rewrapped = await rewrapFile(data, { from: [present], to });
  return { ...rewrapped, file: putNextKeyInPlace(data) };
}

async function rewrapFile(dataDir: string, { from, to }: KeyChange): Promise<Rewrapped> {
  const path = vaultIn(dataDir);
  await openVault({ path, masterKey: to, oldKeys: from }).close();
  return rewrapVault(path, { from, to });
}

/**
 * Ends a change of the key in the data folder that was interrupted: the key that opens the vault becomes the key of the folder.
 * @throws FolderInUse, StoreUnavailable
 */
export function endKeyChange({ data, masterKey }: Pick<Config, 'data' | 'masterKey'>): void {
  if (masterKey !== null || !isNextKeyThere(data)) return;
  const lock = lockFolder(data);
  try {
    endKeyChangeIn(data);
  } finally {
    lock.release();
  }
}

/** Returns whether the new key became that of the folder. If neither key opens the vault, both stay, and the start says so. */
function endKeyChangeIn(dataDir: string): boolean {
  const next = nextKeyIn(dataDir);
  if (opensVault(vaultIn(dataDir), masterKeyIn(dataDir))) dropNextKey(dataDir);
  else if (next !== null && opensVault(vaultIn(dataDir), next)) {
    rewrapVault(vaultIn(dataDir), { from: [], to: next });
    putNextKeyInPlace(dataDir);
    return true;
  }
  return false;
}
