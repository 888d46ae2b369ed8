import { readFile } from 'node:fs/promises';
import { ZodError } from 'zod';
import { reasonOf } from '../../analysis/reason.ts';
import { type KeyList, keyList } from '../../contracts/ledger/head.ts';

const PATH = '/.well-known/vouch-keys.json';
const LOOPBACK = /^(?:localhost|127\.0\.0\.1|\[::1\])$/;
const PATIENCE_MS = 15_000;

/** What was given to compare keys with cannot be used. The message says why. */
export class NoKeys extends Error {
  override readonly name = 'NoKeys';
}

/** Reads a saved vouch-keys.json. @throws NoKeys */
export async function keysInFile(path: string): Promise<KeyList> {
  try {
    return keyList.parse(JSON.parse(await readFile(path, 'utf8')));
  } catch (error) {
    const why = error instanceof Error && 'code' in error ? reasonOf(error) : `save ${PATH} of the program that made the paper`;
    throw new NoKeys(`${path} is no list of keys: ${why}.`);
  }
}

/** Asks an origin for its keys. @throws NoKeys */
export async function keysOfOrigin(origin: string, ask: typeof fetch): Promise<KeyList> {
  const url = addressOf(origin);
  try {
    const answer = await ask(url, { redirect: 'error', signal: AbortSignal.timeout(PATIENCE_MS) });
    if (!answer.ok) throw new Error(`it answered ${answer.status}`);
    return keyList.parse(await answer.json());
  } catch (error) {
    throw new NoKeys(`${url.origin} could not be asked for its keys: ${whyNot(error)}.`);
  }
}

/** `fetch` says in `cause` what the network said. */
function whyNot(error: unknown): string {
  if (error instanceof ZodError || error instanceof SyntaxError) return 'its answer is no list of keys';
  return reasonOf(error instanceof TypeError && error.cause !== undefined ? error.cause : error);
}

function addressOf(origin: string): URL {
  const url = URL.parse(PATH, origin);
  if (url === null) throw new NoKeys(`${origin} is no address. Give one such as https://vouch.example.`);
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && LOOPBACK.test(url.hostname)))
    throw new NoKeys(`${origin} was not asked: keys are fetched over https, or from this machine.`);
  return url;
}
