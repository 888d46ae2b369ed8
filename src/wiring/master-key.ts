import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../config/config.ts';
import { errorCode } from '../domain/kernel/decider.ts';
import { syncFolder } from '../store/backup/copy.ts';
import type { GivenKeys } from '../store/vault/master-key.ts';

const BYTES = 32;
const FILE = 'master.key';
/** The new key while the vault is changed to it. Whichever of both files opens the vault has its key. */
const NEXT_FILE = 'master.key.new';
/** A data folder that contains one of these files was used with a master key. */
const MADE_WITH_IT = ['events.db', 'vault.db'];
const ADVICE = 'Put it back from a backup: nothing personal can be read without it.';

type KeySettings = Pick<Config, 'data' | 'masterKey' | 'oldMasterKey' | 'newMasterKey'>;

/** Null: it is no key. */
function keyIn(path: string): Uint8Array | null {
  const key = Buffer.from(readFileSync(path, 'utf8').trim(), 'hex');
  return key.length !== BYTES || key.every((byte) => byte === 0) ? null : new Uint8Array(key);
}

const textOf = (key: Uint8Array): string => `${Buffer.from(key).toString('hex')}\n`;

/**
 * The master key in the data folder, which is only read.
 * @throws Error naming the file if it is missing, or if its content is not a key
 */
export function masterKeyIn(dataDir: string): Uint8Array {
  const path = join(dataDir, FILE);
  if (!existsSync(path)) throw new Error(`${path} is missing. ${ADVICE}`);
  const key = keyIn(path);
  if (key === null) throw new Error(`${path} does not hold a master key of ${BYTES} bytes in hexadecimal. ${ADVICE}`);
  return key;
}

/** The new master key that an interrupted change has left in the data folder; null if there is none, or if it was not written in full. */
export function nextKeyIn(dataDir: string): Uint8Array | null {
  const path = join(dataDir, NEXT_FILE);
  return existsSync(path) ? keyIn(path) : null;
}

/** Whether a change of the key in the data folder has begun and has not ended. */
export const isNextKeyThere = (dataDir: string): boolean => existsSync(join(dataDir, NEXT_FILE));

/** Writes the new master key beside the present one. It survives a power failure when this returns. */
export function writeNextKey(dataDir: string, key: Uint8Array): void {
  writeFileSync(join(dataDir, NEXT_FILE), textOf(key), { mode: 0o600, flush: true });
  syncFolder(dataDir);
}

/** Puts the new master key in the place of the present one, which is lost. Returns the path. */
export function putNextKeyInPlace(dataDir: string): string {
  const path = join(dataDir, FILE);
  renameSync(join(dataDir, NEXT_FILE), path);
  syncFolder(dataDir);
  return path;
}

export const dropNextKey = (dataDir: string): void => rmSync(join(dataDir, NEXT_FILE), { force: true });

/**
 * The master keys that may open the vault. Nothing is written.
 * @throws Error naming the file if the key should be in the data folder and is not
 */
export function masterKeysOf({ data, masterKey, oldMasterKey, newMasterKey }: KeySettings): GivenKeys {
  const next = masterKey === null ? nextKeyIn(data) : null;
  const listed = (...keys: readonly (Uint8Array | null)[]) => keys.filter((key) => key !== null);
  return { masterKey: masterKey ?? masterKeyIn(data), oldKeys: listed(oldMasterKey), newKeys: listed(next, newMasterKey) };
}

/**
 * The same for a start. The first one on a folder makes a key, in development only.
 * @throws Error naming the file if it is missing from a folder that was used, or if its content is not a key
 */
export function keptMasterKeys(settings: KeySettings): GivenKeys {
  if (settings.masterKey === null) makeMasterKey(settings.data);
  return masterKeysOf(settings);
}

function makeMasterKey(dataDir: string): void {
  const path = join(dataDir, FILE);
  if (!existsSync(path) && MADE_WITH_IT.some((name) => existsSync(join(dataDir, name)))) throw new Error(`${path} is missing. ${ADVICE}`);
  try {
    writeFileSync(path, textOf(randomBytes(BYTES)), { mode: 0o600, flag: 'wx', flush: true });
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error;
  }
}
