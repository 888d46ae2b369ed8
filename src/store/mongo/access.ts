import type { Mongo } from './connect.ts';
import { codeOf, DUPLICATE_KEY } from './errors.ts';

/** The connection that the stores of one database share. It stays open when they are closed. */
export type MongoAccess = Pick<Mongo, 'db' | 'run'>;
export type Run = Mongo['run'];

/** Ignores the error if another writer created the same document first; that document stays. */
export async function ignoreDuplicate(write: Promise<unknown>): Promise<void> {
  try {
    await write;
  } catch (error) {
    if (codeOf(error) !== DUPLICATE_KEY) throw error;
  }
}
