import { Binary, type Collection } from 'mongodb';
import type { KeptAnswer } from '../../../ports/kept-answers.ts';
import type { Wrapping } from '../../vault/master-key.ts';
import type { Run } from '../access.ts';

export interface AnswerRow {
  /** The scope and the key as JSON. */
  readonly _id: string;
  /** The words of the scope. The scope of a user contains the user's id. */
  readonly words: readonly string[];
  readonly fingerprint: string;
  readonly status: number;
  /** The headers as JSON. */
  readonly headers: string;
  readonly body: Binary;
  readonly expires_at: string;
}

export const answerId = (scope: string, key: string): string => JSON.stringify([scope, key]);
export function scopeAndKeyOf(id: string): { readonly scope: string; readonly key: string } {
  const [scope, key] = JSON.parse(id) as [string, string];
  return { scope, key };
}
export const wordsOf = (scope: string): readonly string[] => scope.split(/[^\w-]+/);

/** Stored answers to requests with an Idempotency-Key. The body is encrypted. */
export async function keptAnswers(collection: Collection<AnswerRow>, wrap: Wrapping, run: Run) {
  await run(() => collection.createIndexes([BY_WORD, BY_EXPIRY]));
  return {
    get: (scope: string, key: string): Promise<KeptAnswer | null> =>
      run(async () => {
        const row = await collection.findOne({ _id: answerId(scope, key) });
        const body = row && wrap.openAnswer(scope, key, row.body.buffer);
        if (row === null || body === null) return null;
        const { fingerprint, status, headers, expires_at } = row;
        return { fingerprint, status, headers: JSON.parse(headers) as KeptAnswer['headers'], body, expires_at };
      }),
    keep: (scope: string, key: string, { fingerprint, status, headers, body, expires_at }: KeptAnswer) => {
      const words = wordsOf(scope);
      const row = {
        words,
        fingerprint,
        status,
        headers: JSON.stringify(headers),
        body: new Binary(wrap.answer(scope, key, body)),
        expires_at,
      };
      return run(() => collection.replaceOne({ _id: answerId(scope, key) }, row, { upsert: true }));
    },
    forget: (userId: string) => run(() => collection.deleteMany({ words: userId })),
    sweep: (now: string) => run(() => collection.deleteMany({ expires_at: { $lte: now } })),
  };
}

const BY_WORD = { name: 'by_word', key: { words: 1 } } as const;
const BY_EXPIRY = { name: 'by_expiry', key: { expires_at: 1 } } as const;
