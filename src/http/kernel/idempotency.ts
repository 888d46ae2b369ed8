import { createHash } from 'node:crypto';
import type { App } from '../../app/app.ts';
import { DAY_MS, later } from '../../app/delivery/account-mails.ts';
import { createKeyedMutex } from '../../concurrency/keyed-mutex.ts';
import { RuleViolation } from '../../domain/kernel/decider.ts';
import { derivedId } from '../../domain/kernel/derived-ids.ts';
import { withAppend } from '../../domain/kernel/event-store.ts';
import type { KeptAnswer } from '../../ports/secrets.ts';
import { type Fields, invalid, PROBLEM_TYPE, problemOf, Refusal, refusalOf } from './problems.ts';
import type { Answer, Route } from './route.ts';
import { isSessionCookie } from './session.ts';

/** 1 to 255 visible ASCII characters. */
export const IDEMPOTENCY_KEY = /^[\x21-\x7e]{1,255}$/;

/**
 * Undefined if there is no header.
 * @throws Refusal 422 if it is not 1 to 255 visible ASCII characters
 */
export function idempotencyKey(header: string | string[] | undefined): string | undefined {
  if (header === undefined) return undefined;
  const key = String(header);
  if (!IDEMPOTENCY_KEY.test(key)) throw invalid({ 'Idempotency-Key': ['1 to 255 visible ASCII characters.'] });
  return key;
}

/** Equivalent JSON must give the same text. */
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
  /** Null: nobody is signed in. */
  readonly owner: string | null;
  readonly key: string;
  readonly fingerprint: string;
  /** Answers with a secret are not stored. */
  readonly isSecret: (body: string | null) => boolean;
}

export type Idempotency = (once: IdempotentRequest, work: () => Promise<Answer>) => Promise<Answer>;

const REUSED = () => new Refusal(422, 'idempotency_key_reused', 'This Idempotency-Key was used for another request. Take a new one.');

/** Returns the first answer again for the same key, path and body. A second request waits while the first one is running. */
export function createIdempotency({
  answers,
  keys,
  secretsUpkeep,
  clock,
  shared,
}: Pick<App, 'answers' | 'keys' | 'secretsUpkeep' | 'clock' | 'shared'>): Idempotency {
  const mutex = shared?.mutex ?? createKeyedMutex();
  /** Does not store an answer of a user who was deleted in the meantime: the deletion may already have passed this store. */
  async function keep({ scope, owner, key, fingerprint: mark }: IdempotentRequest, answer: Answer): Promise<void> {
    const user = answer.about ?? owner;
    await answers.keepAnswer(scope, key, toKept(answer, mark, later(clock.now(), DAY_MS)), user);
    if (user !== null && (await keys.key(user)) === null) await secretsUpkeep.forget(user);
  }
  return (request, work) => {
    const { scope, key, fingerprint: mark } = request;
    return mutex(`answer ${scope}\n${key}`, async () => {
      const kept = await answers.keptAnswer(scope, key);
      const again = kept !== null && kept.expires_at > clock.now() ? replayed(kept, request) : null;
      if (again !== null) {
        if (kept?.fingerprint !== mark) throw REUSED();
        return again;
      }
      const answer = await work().catch((error: unknown) => answerOf(error));
      if (isKept(request, answer)) await keep(request, answer);
      return answer;
    });
  };
}

/** Refusals with these statuses, and those from 500 on, are not stored. The request is executed again. */
const NOT_KEPT: ReadonlySet<number> = new Set([400, 401, 413, 415, 422, 429]);

/**
 * Sessions, sign-outs and secrets must not be returned a second time, and a stream cannot be stored. Other cookies are part of
 * the stored answer.
 */
const isKept = ({ isSecret }: IdempotentRequest, { headers = {}, body, stream }: Answer): boolean =>
  !stream && !isSessionCookie(headers['Set-Cookie'] ?? '') && !isSecret(body?.toString() ?? null);

/**
 * A refusal is stored like any answer, unless another try may succeed.
 * @throws such a refusal
 */
function answerOf(error: unknown): Answer {
  const refusal = refusalOf(error);
  if (refusal === null || NOT_KEPT.has(refusal.status) || refusal.status >= 500) throw error;
  return {
    status: refusal.status,
    body: JSON.stringify(problemOf(refusal)),
    headers: { ...refusal.headers, 'Content-Type': PROBLEM_TYPE },
  };
}

const toKept = ({ status, headers = {}, body }: Answer, mark: string, expiresAt: string): KeptAnswer => ({
  fingerprint: mark,
  status,
  headers,
  body: JSON.stringify([body?.toString() ?? null, null]),
  expires_at: expiresAt,
});

/**
 * Null for a stored answer with a session cookie or a secret. Earlier versions stored them, but nobody may get them a second
 * time.
 */
function replayed(kept: KeptAnswer, { isSecret }: IdempotentRequest): Answer | null {
  // `toKept` has written this text.
  const [body, cookie] = JSON.parse(kept.body) as [string | null, string | null];
  if (cookie !== null || isSecret(body)) return null;
  const headers = { ...kept.headers, 'Idempotency-Replayed': 'true' };
  return { status: kept.status, headers, ...(body !== null && { body }) };
}

export function holdsSecret({ secrets = [] }: Pick<Route, 'secrets'>, body: string | null | undefined): boolean {
  if (secrets.length === 0 || body === null || body === undefined || body === '') return false;
  const parsed: unknown = JSON.parse(body);
  if (typeof parsed !== 'object' || parsed === null) return false;
  const members = new Map<string, unknown>(Object.entries(parsed));
  return secrets.some((name) => (members.get(name) ?? null) !== null);
}

/**
 * Makes ids that stay the same when a request is repeated under its Idempotency-Key, so that data written before a crash is
 * found instead of written twice. They include the UTC day, because a key may be reused after 24 hours.
 */
export function repeatableIds(request: string, now: string): () => string {
  let count = 0;
  return () => {
    count += 1;
    return derivedId('repeated_request', `${request}\n${now.slice(0, 10)}\n${count}`);
  };
}

class DryRunEnded extends Error {}

/**
 * Runs a use case without writing, and returns the errors by field that it would report. The server uses this for a body with
 * other errors, to report all errors together.
 */
export async function dryRun(app: App, work: (app: App) => Promise<unknown>): Promise<Fields> {
  const closed = withAppend(app.store, () => Promise.reject(new DryRunEnded()));
  try {
    await work({ ...app, store: closed });
    return {};
  } catch (error) {
    if (error instanceof RuleViolation) return error.fields ?? {};
    if (error instanceof DryRunEnded) return {};
    throw error;
  }
}
