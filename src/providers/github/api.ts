import { setTimeout } from 'node:timers/promises';
import { request as octokit } from '@octokit/request';
import { RequestError } from '@octokit/request-error';
import { LRUCache } from 'lru-cache';
import { GitHubBusy } from '../../ports/github.ts';

/** The headers of an answer, by lower-case name. */
export type AnswerHeaders = Readonly<Record<string, string | number | undefined>>;

const A_MINUTE = 60_000;
const SECONDARY = /secondary rate limit|abuse detection/i;

/**
 * Until when GitHub asks the caller to wait, in milliseconds since the epoch; null: this answer is not about a limit.
 * GitHub answers 403 or 429 for both of its limits. An answer about a secondary limit often names no time; then the
 * wait is at least a minute.
 */
function waitUntil(status: number, headers: AnswerHeaders, message: string, now: number): number | null {
  if (status !== 403 && status !== 429) return null;
  const after = Number(headers['retry-after']);
  if (Number.isFinite(after) && headers['retry-after'] !== undefined) return now + Math.max(1, after) * 1_000;
  const reset = Number(headers['x-ratelimit-reset']) * 1_000;
  if (String(headers['x-ratelimit-remaining']) === '0' && Number.isFinite(reset)) return Math.max(reset, now + 1_000);
  return status === 429 || SECONDARY.test(message) ? now + A_MINUTE : null;
}

/** A caller of the API: the token, and whose limits its use counts against. */
export interface ApiCaller {
  readonly token: string;
  /** GitHub's limits are tracked by this name. */
  readonly name: string;
}

export interface ApiAnswer {
  readonly status: number;
  readonly data: unknown;
  readonly headers: AnswerHeaders;
}

/** Asks GitHub's REST API. */
export interface Api {
  /**
   * A GET. `path` may contain parameters in braces. Null: 404, 409 (an empty repository), 410, 422 or 451: there is nothing.
   * @throws GitHubBusy, TokenRefused
   */
  get(caller: ApiCaller, path: string, parameters?: Readonly<Record<string, unknown>>): Promise<ApiAnswer | null>;
}

/** GitHub does not accept the token any more (401). */
export class TokenRefused extends Error {
  override readonly name = 'TokenRefused';
}

export interface ApiOptions {
  /** Without a trailing slash. */
  readonly url: string;
  /** Real time in milliseconds since the epoch. */
  readonly now?: () => number;
  readonly wait?: (ms: number) => Promise<unknown>;
  /** How long to wait for an answer, in milliseconds of real time. */
  readonly timeoutMs?: number;
}

/** If GitHub asks for a wait that is no longer than this, the request itself waits. */
const PATIENCE_MS = 2_000;
const TIMEOUT_MS = 8_000;
const TRIES = 2;
const NOTHING: ReadonlySet<number> = new Set([404, 409, 410, 422, 451]);
const VERSION = '2022-11-28';

const busy = (ms: number | null): GitHubBusy =>
  ms === null
    ? new GitHubBusy('GitHub does not answer right now.')
    : new GitHubBusy('GitHub asks to wait before it is asked again.', Math.max(1, Math.ceil(ms / 1_000)));

/**
 * While GitHub asks a caller to wait, no requests are made for the caller, because GitHub would extend the wait. A
 * caller's requests are sent one after the other, as GitHub's guidelines ask.
 */
export function createApi({ url, now = Date.now, wait = setTimeout, timeoutMs = TIMEOUT_MS }: ApiOptions): Api {
  const closed = new LRUCache<string, number>({ max: 10_000 });
  const turns = new LRUCache<string, Promise<unknown>>({ max: 10_000 });
  const request = octokit.defaults({
    baseUrl: url,
    headers: { accept: 'application/vnd.github+json', 'user-agent': 'Vouch', 'x-github-api-version': VERSION },
  });

  async function open(name: string): Promise<void> {
    const left = (closed.get(name) ?? 0) - now();
    if (left > PATIENCE_MS) throw busy(left);
    if (left > 0) await wait(left);
  }

  async function ask(caller: ApiCaller, path: string, parameters: Readonly<Record<string, unknown>>): Promise<ApiAnswer | null> {
    await open(caller.name);
    try {
      const headers = { authorization: `Bearer ${caller.token}` };
      return await request(`GET ${path}`, { ...parameters, headers, request: { signal: AbortSignal.timeout(timeoutMs) } });
    } catch (error) {
      if (!(error instanceof RequestError) || error.response === undefined) throw busy(null);
      const { response, message } = error;
      if (NOTHING.has(response.status)) return null;
      if (response.status === 401) throw new TokenRefused('GitHub does not take this token any more.');
      const until = waitUntil(response.status, response.headers, message, now());
      if (until !== null) closed.set(caller.name, until);
      // A 403 that is not about a limit means that the caller may not see this.
      else if (response.status === 403) return null;
      throw busy(until === null ? null : until - now());
    }
  }

  async function patiently(...asked: Parameters<typeof ask>): Promise<ApiAnswer | null> {
    for (let tries = 1; ; tries++) {
      try {
        return await ask(...asked);
      } catch (error) {
        const isShort = error instanceof GitHubBusy && error.seconds !== null && error.seconds * 1_000 <= PATIENCE_MS;
        if (!isShort || tries === TRIES) throw error;
      }
    }
  }

  return {
    get(caller, path, parameters = {}) {
      const before = turns.get(caller.name) ?? Promise.resolve();
      const turn = before.then(
        () => patiently(caller, path, parameters),
        () => patiently(caller, path, parameters),
      );
      turns.set(
        caller.name,
        turn.catch(() => undefined),
      );
      return turn;
    },
  };
}
