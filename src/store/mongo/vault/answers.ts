import { Binary, type Collection } from 'mongodb';
import { KEPT_BYTES, type KeptAnswer, LEAST_BYTES } from '../../../ports/secrets.ts';
import { storedJson } from '../../stored-json.ts';
import type { WrappedAnswer } from '../../vault/answers.ts';
import type { Wrapping } from '../../vault/master-key.ts';
import type { Run } from '../connect.ts';

export interface AnswerRow {
  /** The scope and the key as JSON. */
  readonly _id: string;
  /** The words of the scope, which can include a user's id, and the user whom the answer is about. */
  readonly words: readonly string[];
  /** Null: the answer is about nobody. Missing in answers that were stored before this field existed, like `scope` and `bytes`. */
  readonly user_id?: string | null;
  readonly scope?: string;
  readonly bytes?: number;
  readonly fingerprint: string;
  readonly status: number;
  /** The headers as JSON. */
  readonly headers: string;
  readonly body: Binary;
  readonly expires_at: string;
}

export const answerId = (scope: string, key: string): string => JSON.stringify([scope, key]);
export function scopeAndKeyOf(id: string): { readonly scope: string; readonly key: string } {
  const [scope, key] = storedJson<[string, string]>(id);
  return { scope, key };
}
const wordsOf = (scope: string): readonly string[] => scope.split(/[^\w-]+/);

/** Stored answers to requests with an Idempotency-Key. The body is encrypted. */
export async function keptAnswers(collection: Collection<AnswerRow>, wrap: Wrapping, run: Run) {
  await run(() => collection.createIndexes([BY_WORD, BY_EXPIRY, BY_SCOPE]));
  /** Deletes the oldest answers of a scope that takes too much room. */
  async function dropOldest(scope: string): Promise<void> {
    const sizes = await run(() => collection.find({ scope }, { projection: { bytes: 1 }, sort: { expires_at: -1 } }).toArray());
    let bytes = 0;
    const over = sizes.filter((row) => {
      bytes += row.bytes ?? 0;
      return bytes > KEPT_BYTES;
    });
    if (over.length > 0) await run(() => collection.deleteMany({ _id: { $in: over.map(({ _id }) => _id) } }));
  }
  return {
    get: (scope: string, key: string): Promise<KeptAnswer | null> =>
      run(async () => {
        const row = await collection.findOne({ _id: answerId(scope, key) });
        const body = row && wrap.openAnswer(scope, key, row.body.buffer);
        if (row === null || body === null) return null;
        const { fingerprint, status, headers, expires_at } = row;
        return { fingerprint, status, headers: storedJson<KeptAnswer['headers']>(headers), body, expires_at };
      }),
    async keep(scope: string, key: string, answer: KeptAnswer, about: string | null): Promise<void> {
      const { body, headers, ...rest } = answer;
      const wrapped = wrap.answer(scope, key, body);
      const row = rowOf(scope, key, { ...rest, headers: JSON.stringify(headers), body: wrapped, user_id: about });
      await run(() => collection.replaceOne({ _id: answerId(scope, key) }, row, { upsert: true }));
      await dropOldest(scope);
    },
    forget: (userId: string) => run(() => collection.deleteMany({ words: userId })),
    sweep: (now: string) => run(() => collection.deleteMany({ expires_at: { $lte: now } })),
  };
}

export function rowOf(
  scope: string,
  key: string,
  { body, user_id, ...rest }: Omit<WrappedAnswer, 'scope' | 'key'>,
): Omit<AnswerRow, '_id'> {
  const bytes = Math.max(body.length + rest.headers.length + key.length, LEAST_BYTES);
  const words = user_id === null ? wordsOf(scope) : [...wordsOf(scope), user_id];
  return { ...rest, words, user_id, scope, bytes, body: new Binary(body) };
}

const BY_WORD = { name: 'by_word', key: { words: 1 } } as const;
const BY_EXPIRY = { name: 'by_expiry', key: { expires_at: 1 } } as const;
const BY_SCOPE = { name: 'by_scope', key: { scope: 1, expires_at: -1, bytes: 1 } } as const;
