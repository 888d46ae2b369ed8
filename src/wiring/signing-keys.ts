import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { rotateSigningKey } from '../app/ledger/signing.ts';
import { type Config, ConfigRefused } from '../config/config.ts';
import { clockFile } from '../jobs/clock.ts';
import type { SigningKeys } from '../ports/ledger.ts';
import { openVault } from '../store/vault/sqlite-vault.ts';
import { readNow } from './command-line.ts';
import { keptMasterKeys, masterKeysOf } from './master-key.ts';

/** Changes the signing key in the vault, beside running programs. @throws Error if there is no vault, RotatedMeanwhile */
export async function rotateSigningKeyOf(config: Config): ReturnType<typeof rotateSigningKey> {
  const vault = await (config.servers === null ? openFile(config) : openOnServers(config));
  try {
    return await rotateSigningKey(vault.keys, () => nowBeside(config));
  } finally {
    await vault.close();
  }
}

/**
 * The instant of the program that runs on the data folder. It is not that of VOUCH_CLOCK, with which the program may have started a while
 * ago.
 */
export function nowBeside(config: Config): string {
  const kept = config.servers === null ? clockFile(join(config.data, 'clock.json')).read() : null;
  if (kept === null) return readNow(config);
  const now = new Date(Date.now() + kept.offset_ms).toISOString();
  // A program whose real time was set back waits at the latest instant that it has shown.
  if (kept.latest > now) return kept.latest;
  return now;
}

interface OpenedVault {
  readonly keys: SigningKeys;
  close(): Promise<void>;
}

async function openFile(config: Config): Promise<OpenedVault> {
  const path = join(config.data, 'vault.db');
  if (!existsSync(path)) throw new Error(`There is no vault at ${path}. Set VOUCH_DATA to the folder that holds it.`);
  const keys = openVault({ path, ...keptMasterKeys(config) });
  return { keys, close: () => keys.close() };
}

async function openOnServers(config: Config): Promise<OpenedVault> {
  const { servers, masterKey } = config;
  if (servers === null || masterKey === null) throw new ConfigRefused('EVENTSTORE_URL, MONGODB_URL and VOUCH_MASTER_KEY are needed.');
  const { openMongo } = await import('../store/mongo/connect.ts');
  const { openMongoVault } = await import('../store/mongo/vault.ts');
  const mongo = openMongo({ url: servers.mongodbUrl });
  try {
    const keys = await openMongoVault({ mongo, ...masterKeysOf(config) });
    return {
      keys,
      async close() {
        await keys.close();
        await mongo.close();
      },
    };
  } catch (error) {
    await mongo.close();
    throw error;
  }
}
