import type { Mongo } from './connect.ts';
import { codeOf, DUPLICATE_KEY } from './errors.ts';

/** What the stores of one database lie on; it stays open when they are closed. */
export type Below = Pick<Mongo, 'db' | 'run'>;
export type Run = Mongo['run'];

/** What another was first to write stays. */
export async function onlyOnce(write: Promise<unknown>): Promise<void> {
  try {
    await write;
  } catch (error) {
    if (codeOf(error) !== DUPLICATE_KEY) throw error;
  }
}
