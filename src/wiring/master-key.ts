import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { errorCode } from '../domain/kernel/decider.ts';

const BYTES = 32;
const FILE = 'master.key';
/** A data folder that contains one of these files was used with a master key. */
const MADE_WITH_IT = ['events.db', 'vault.db'];
const ADVICE = 'Put it back from a backup: nothing personal can be read without it.';

/**
 * The master key in the data folder, which is only read.
 * @throws Error naming the file if it is missing, or if its content is not a key
 */
export function masterKeyIn(dataDir: string): Uint8Array {
  const path = join(dataDir, FILE);
  if (!existsSync(path)) throw new Error(`${path} is missing. ${ADVICE}`);
  const key = Buffer.from(readFileSync(path, 'utf8').trim(), 'hex');
  if (key.length !== BYTES || key.every((byte) => byte === 0))
    throw new Error(`${path} does not hold a master key of ${BYTES} bytes in hexadecimal. ${ADVICE}`);
  return new Uint8Array(key);
}

/**
 * The master key in the data folder. The first start creates it. Development only.
 * @throws Error naming the file if it is missing from a folder that was used, or if its content is not a key
 */
export function keptMasterKey(dataDir: string): Uint8Array {
  const path = join(dataDir, FILE);
  if (!existsSync(path) && MADE_WITH_IT.some((name) => existsSync(join(dataDir, name)))) throw new Error(`${path} is missing. ${ADVICE}`);
  try {
    writeFileSync(path, `${randomBytes(BYTES).toString('hex')}\n`, { mode: 0o600, flag: 'wx', flush: true });
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error;
  }
  return masterKeyIn(dataDir);
}
