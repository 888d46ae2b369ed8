import { readFile } from 'node:fs/promises';
import { reasonOf } from '../../analysis/reason.ts';
import type { KeyList } from '../../contracts/ledger/head.ts';
import { keyListIn } from '../../contracts/ledger/papers/key-list.ts';

const PATH = '/.well-known/vouch-keys.json';
const LOOPBACK = /^(?:localhost|127\.0\.0\.1|\[::1\])$/;
const PATIENCE_MS = 15_000;

/** What was given to compare keys with cannot be used. The message says why. */
export class NoKeys extends Error {
  override readonly name = 'NoKeys';
}

/** Reads a saved vouch-keys.json. @throws NoKeys */
export async function keysInFile(path: string): Promise<KeyList> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    throw new NoKeys(`${path} is no list of keys: ${reasonOf(error)}.`);
  }
  const found = keyListIn(text);
  if (found === null) throw new NoKeys(`${path} is no list of keys: save ${PATH} of the program that made the paper.`);
  return found;
}

/** Asks an origin for its keys. @throws NoKeys */
export async function keysOfOrigin(origin: string, ask: typeof fetch): Promise<KeyList> {
  const url = addressOf(origin);
  try {
    const answer = await ask(url, { redirect: 'error', signal: AbortSignal.timeout(PATIENCE_MS) });
    if (!answer.ok) throw new Error(`it answered ${answer.status}`);
    const found = keyListIn(await answer.text());
    if (found === null) throw new Error('its answer is no list of keys');
    return found;
  } catch (error) {
    // `fetch` says in `cause` what the network said.
    const why = reasonOf(error instanceof TypeError && error.cause !== undefined ? error.cause : error);
    throw new NoKeys(`${url.origin} could not be asked for its keys: ${why}.`);
  }
}

function addressOf(origin: string): URL {
  const url = URL.parse(PATH, origin);
  if (url === null) throw new NoKeys(`${origin} is no address. Give one such as https://vouch.example.`);
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && LOOPBACK.test(url.hostname)))
    throw new NoKeys(`${origin} was not asked: keys are fetched over https, or from this machine.`);
  return url;
}
