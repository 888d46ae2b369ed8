import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';

const BYTES = 32;

/**
 * The master key in the data folder. The first start creates it. Development only.
 * @throws Error naming the file if its content is not a key
 */
export function keptMasterKey(path: string): Uint8Array {
  try {
    writeFileSync(path, `${randomBytes(BYTES).toString('hex')}\n`, { mode: 0o600, flag: 'wx', flush: true });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  const key = Buffer.from(readFileSync(path, 'utf8').trim(), 'hex');
  if (key.length !== BYTES)
    throw new Error(
      `${path} does not hold a master key of ${BYTES} bytes in hexadecimal. Put it back from a backup: nothing personal can be read without it.`,
    );
  return new Uint8Array(key);
}
