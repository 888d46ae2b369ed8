import { join } from 'node:path';
import type { Piscina } from 'piscina';
import { StoreUnavailable } from '../../domain/kernel/event-store.ts';
import type { PasswordToEstimate } from './password-estimator.ts';

/** The owner's data, which are easy to guess. Unknown values are empty. */
export interface PasswordOwner {
  readonly email: string;
  readonly name: string;
}

const PRODUCT = 'vouch';
const SHORTEST_WORD = 3;
const MOST_WORDS = 50;
/** An idle thread ends after this time, which frees about 70 MB. */
const IDLE_MS = 60_000;
/** One password takes at most about 80 ms, so a longer queue would make people wait too long. */
const MOST_WAITING = 100;
const PATIENCE_MS = 15_000;

type Estimator = Piscina<PasswordToEstimate, string | null>;
let estimator: Promise<Estimator> | undefined;

/**
 * One thread for all passwords, so that the process can answer other requests: it takes a quarter of a second to read the dictionaries, and
 * up to 80 ms to check a password of 100 characters. The first password starts the thread.
 */
async function startEstimator(): Promise<Estimator> {
  const { Piscina } = await import('piscina');
  const filename = join(import.meta.dirname, 'password-estimator.ts');
  return new Piscina({ filename, minThreads: 0, maxThreads: 1, idleTimeout: IDLE_MS, maxQueue: MOST_WAITING });
}

/**
 * Why a password is too easy to guess for this person, with advice, in sentences. Null: it is good enough.
 * @throws StoreUnavailable if too many passwords are waiting
 */
export async function weaknessOf(password: string, owner: PasswordOwner): Promise<string | null> {
  estimator ??= startEstimator();
  const threads = await estimator;
  try {
    return await threads.run({ password, words: wordsOf(owner) }, { signal: AbortSignal.timeout(PATIENCE_MS) });
  } catch (error) {
    throw new StoreUnavailable('Passwords cannot be checked at the moment.', { cause: error });
  }
}

/** The whole address and the whole name first, then their parts. */
function wordsOf({ email, name }: PasswordOwner): readonly string[] {
  const parts = [email, name].flatMap((text) => text.split(/[^\p{L}\p{M}\p{N}]+/u));
  const words = [email, name, PRODUCT, ...parts].filter((word) => word.length >= SHORTEST_WORD);
  return [...new Set(words)].slice(0, MOST_WORDS);
}
