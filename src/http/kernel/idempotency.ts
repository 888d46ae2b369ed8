import { createHash } from 'node:crypto';
import type { App } from '../../app/app.ts';
import { DAY_MS, later } from '../../app/delivery/account-mails.ts';
import { createKeyedMutex } from '../../app/keyed-mutex.ts';
import type { KeptAnswer } from '../../ports/kept-answers.ts';
import { invalid, PROBLEM_TYPE, problemOf, Refusal, refusalOf } from './problems.ts';
import type { Answer } from './route.ts';

const VISIBLE = /^[\x21-\x7e]{1,255}$/;

/** The key in the header, if there is one. @throws Refusal 422 if it is not 1 to 255 visible ASCII characters */
export function idempotencyKey(header: string | string[] | undefined): string | undefined {
  if (header === undefined) return undefined;
  const key = String(header);
  if (!VISIBLE.test(key)) throw invalid({ 'Idempotency-Key': ['1 to 255 visible ASCII characters.'] });
  return key;
}

/** Sorts the names in objects, so that JSON with the same meaning gives the same text. */
function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonical);
  if (typeof value !== 'object' || value === null) return value;
  const names = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return { members: names.map(([name, inner]) => [name, canonical(inner)]) };
}

export const fingerprint = (path: string, body: unknown): string =>
  createHash('sha256')
    .update(JSON.stringify(['POST', path, canonical(body) ?? null]))
    .digest('hex');

export interface IdempotentRequest {
  readonly scope: string;
  readonly key: string;
  readonly fingerprint: string;
}

export type Idempotency = (once: IdempotentRequest, work: () => Promise<Answer>) => Promise<Answer>;

const REUSED = () => new Refusal(422, 'idempotency_key_reused', 'This Idempotency-Key was used for another request. Take a new one.');

/** Gives the first answer again for the same key, path and body. While the first request is under way, the second one waits. */
export function createIdempotency({ answers, clock, shared }: Pick<App, 'answers' | 'clock' | 'shared'>): Idempotency {
  const mutex = shared?.mutex ?? createKeyedMutex();
  return ({ scope, key, fingerprint: mark }, work) =>
    mutex(`answer ${scope}\n${key}`, async () => {
      const kept = await answers.keptAnswer(scope, key);
      if (kept !== null && kept.expires_at > clock.now()) {
        if (kept.fingerprint !== mark) throw REUSED();
        return replayed(kept);
      }
      const answer = await work().catch((error: unknown) => answerOf(error));
      await answers.keepAnswer(scope, key, toKept(answer, mark, later(clock.now(), DAY_MS)));
      return answer;
    });
}

/** A refusal is an answer too and is kept, unless another try may succeed. @throws such a refusal */
function answerOf(error: unknown): Answer {
  const refusal = refusalOf(error);
  if (refusal === null || refusal.status === 401 || refusal.status === 429 || refusal.status >= 500) throw error;
  return {
    status: refusal.status,
    body: JSON.stringify(problemOf(refusal)),
    headers: { ...refusal.headers, 'Content-Type': PROBLEM_TYPE },
  };
}

/** The answer as it is kept. Cookies are stored in the sealed part, with the body. */
function toKept(answer: Answer, mark: string, expiresAt: string): KeptAnswer {
  const { 'Set-Cookie': cookie = null, ...headers } = answer.headers ?? {};
  return {
    fingerprint: mark,
    status: answer.status,
    headers,
    body: JSON.stringify([answer.body?.toString() ?? null, cookie]),
    expires_at: expiresAt,
  };
}

function replayed(kept: KeptAnswer): Answer {
  const [body, cookie] = JSON.parse(kept.body) as [string | null, string | null];
  const headers = { ...kept.headers, ...(cookie !== null && { 'Set-Cookie': cookie }), 'Idempotency-Replayed': 'true' };
  return { status: kept.status, headers, ...(body !== null && { body }) };
}
