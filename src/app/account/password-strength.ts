import { join } from 'node:path';
import type { Piscina } from 'piscina';
import { StoreUnavailable } from '../../domain/kernel/event-store.ts';
import type { PasswordToEstimate } from './password-estimator.ts';

/** Whose password it is. What is not known is empty. */
export interface PasswordOwner {
  readonly email: string;
  readonly name: string;
}

const PRODUCT = 'vouch';
const SHORTEST_WORD = 3;
const MOST_WORDS = 50;
/** A thread that has had nothing to do for so long is ended, and gives back about 70 MB. */
const IDLE_MS = 60_000;
/** One password takes at most about 80 ms, so more than these would wait too long. */
const MOST_WAITING = 100;
const PATIENCE_MS = 15_000;

type Estimator = Piscina<PasswordToEstimate, string | null>;
let estimator: Promise<Estimator> | undefined;

/**
 * One thread for all passwords: the dictionaries take a quarter of a second to read, and a password of 100 characters can
 * take 80 ms, in which the process would answer nobody. It is started with the first password.
 */
async function startEstimator(): Promise<Estimator> {
  const { Piscina } = await import('piscina');
  const filename = join(import.meta.dirname, 'password-estimator.ts');
  return new Piscina({ filename, minThreads: 0, maxThreads: 1, idleTimeout: IDLE_MS, maxQueue: MOST_WAITING });
}

/**
 * Why a password is too easy to guess for this person, with advice, in sentences. Null: it is good enough.
 * @throws StoreUnavailable where too many wait
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

/** The address and the name as a whole, then their parts. */
function wordsOf({ email, name }: PasswordOwner): readonly string[] {
  const parts = [email, name].flatMap((text) => text.split(/[^\p{L}\p{M}\p{N}]+/u));
  const words = [email, name, PRODUCT, ...parts].filter((word) => word.length >= SHORTEST_WORD);
  return [...new Set(words)].slice(0, MOST_WORDS);
}
