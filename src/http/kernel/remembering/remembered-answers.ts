import type { ClientRequest, IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { Context, Middleware } from 'koa';
import { LRUCache } from 'lru-cache';
import type { Position } from '../../../domain/kernel/event.ts';
import type { EventStore } from '../../../domain/kernel/event-store.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { Secrets } from '../../../ports/secrets.ts';
import { isKnown } from '../headers.ts';
import { routeOf } from '../meter.ts';
import type { Principal } from '../principal.ts';
import type { Answer } from '../route.ts';
import { KnownSessions } from './known-sessions.ts';
import { OwnerChanges, type Unchanged } from './owner-changes.ts';

/** An answer as it is sent: names and values of its headers in turn, and its bytes. */
export interface SentAnswer {
  readonly status: 200 | 304;
  readonly headers: readonly string[];
  readonly bytes: Buffer | null;
  /** The pattern of its route, by which the request is counted. */
  readonly route: string;
}

interface Remembered {
  readonly tag: string;
  /** Null: nobody has asked for it since the change, because they had it already. */
  readonly whole: SentAnswer | null;
  readonly unchanged: SentAnswer;
  readonly during: Unchanged;
  /** The instant from which it may be wrong; null: it is right until a change. */
  readonly until: string | null;
}

/** A request whose answer may be remembered. It is made before anything of the answer is read. */
export interface Visit {
  /** `principal` has been identified, and nothing else has been read yet. */
  identified(principal: Principal | null): void;
  /** The answer has been made. */
  answered(answer: Answer): void;
}

export interface RememberedAnswers {
  /** What was answered to the same request before and is still right; null: it has to be answered anew. */
  find(request: IncomingMessage): SentAnswer | null;
  /** Null: its answer is never remembered. */
  visit(request: IncomingMessage): Visit | null;
  /** Remembers what the handlers inside of it have answered. */
  readonly middleware: Middleware;
  /** Notes that an answer was sent from memory. */
  readonly used: () => void;
  readonly counts: () => { readonly answers: number; readonly bytes: number };
  /** The same store, whose appends end what is remembered about their owners. */
  noting(store: EventStore): EventStore;
  /** The same secrets. The end of a session also ends what is remembered of it. */
  watching(secrets: Secrets): Secrets;
}

export interface RememberingOptions {
  readonly clock: Clock;
  /** The most bytes that all remembered answers take. */
  readonly maxBytes: number;
  /** Whether all read models include the events up to this position, and are not being replaced. */
  readonly includes: (position: Position) => boolean;
  /** Called for each answer that was sent from memory (`used`), or could not be and was remembered for the next time (`made`). */
  readonly onAnswer?: (from: 'used' | 'made') => void;
}

/** The share of the memory that a single answer may take. */
const LARGEST = 1 / 8;
/** What an answer takes besides its bytes and its key, for its headers. */
const OVERHEAD = 2_000;

/** Everything in a request that its answer depends on, besides who asks. */
const keyOf = ({ url, headers }: IncomingMessage, owner: string): string =>
  `${owner}\n${headers.host}\n${headers['accept-encoding'] ?? ''}\n${headers['accept-language'] ?? ''}\n${url}`;

/**
 * The cookies of a request that can be answered from memory. Null: it is no plain read by a browser. Tokens are checked and counted for
 * each request.
 */
function cookiesOf({ method, headers }: IncomingMessage): string | null {
  const isPlain =
    method === 'GET' &&
    headers.authorization === undefined &&
    headers['content-length'] === undefined &&
    headers['transfer-encoding'] === undefined;
  return isPlain ? (headers.cookie ?? null) : null;
}

/** Answers that depend on the time at all may depend on the minute: days begin and deadlines pass with one. */
const endOfMinute = (now: string): string => new Date((Math.floor(Date.parse(now) / 60_000) + 1) * 60_000).toISOString();

/** Keeps finished answers of signed-in people until something about these people changes. */
export function createRememberedAnswers({ clock, maxBytes, includes, onAnswer = () => undefined }: RememberingOptions): RememberedAnswers {
  const answers = new LRUCache<string, Remembered>({
    maxSize: maxBytes,
    maxEntrySize: Math.ceil(maxBytes * LARGEST),
    sizeCalculation: ({ whole }, key) => (whole?.bytes?.length ?? 0) + 2 * key.length + OVERHEAD,
    dispose: ({ during }, key) => void keys.get(during)?.delete(key),
  });
  const keys = new WeakMap<Unchanged, Set<string>>();
  const changes = new OwnerChanges(includes, (ended) => {
    for (const key of [...(keys.get(ended) ?? [])]) answers.delete(key);
  });
  const sessions = new KnownSessions();
  const leaving = new WeakMap<IncomingMessage, (context: Context) => Promise<void>>();

  function keep(key: string, remembered: Remembered): void {
    const { during, until } = remembered;
    if (during.isOver || (until !== null && clock.now() >= until)) return;
    onAnswer('made');
    answers.set(key, remembered);
    // It may be too large.
    if (answers.has(key)) keys.set(during, (keys.get(during) ?? new Set()).add(key));
  }

  function visit(request: IncomingMessage): Visit | null {
    const cookies = cookiesOf(request);
    if (cookies === null) return null;
    const endings = sessions.changes;
    const begun = clock.now();
    let by: { readonly principal: Principal; readonly during: Unchanged } | null = null;
    return {
      identified(principal) {
        if (principal?.means !== 'session' || principal.session === null) return;
        sessions.learn(cookies, principal.session, endings);
        const during = changes.of(principal.owner);
        by = during && { principal, during };
      },
      answered({ status, lasts, headers = {}, body }) {
        const { ETag: tag } = headers;
        if (by === null || lasts === undefined || status !== 200 || tag === undefined || body === undefined) return;
        const { principal, during } = by;
        const until = lasts === 'a_minute' ? endOfMinute(begun) : null;
        leaving.set(request, async (context) => {
          const sent = await sentAnswer(context);
          if (sent !== null) keep(keyOf(request, principal.owner), { tag, during, until, ...sent });
        });
      },
    };
  }

  return {
    find(request) {
      const cookies = cookiesOf(request);
      if (cookies === null) return null;
      const now = clock.now();
      const session = sessions.of(cookies, now);
      if (session === null) return null;
      const found = answers.get(keyOf(request, session.user_id));
      if (found === undefined || (found.until !== null && now >= found.until)) return null;
      return isKnown(request.headers['if-none-match'], found.tag) ? found.unchanged : found.whole;
    },
    visit,
    middleware: async (context, next) => {
      await next();
      await leaving.get(context.req)?.(context);
    },
    used: () => onAnswer('used'),
    counts: () => ({ answers: answers.size, bytes: answers.calculatedSize }),
    noting: (store) => changes.noting(store),
    watching: (secrets) => sessions.watching(secrets, (owner) => changes.end(owner)),
  };
}

/** A 304 has none of these. */
const OF_WHOLE: ReadonlySet<string> = new Set(['content-type', 'content-length', 'content-encoding', 'link']);

/** What this request is answered with. Null: it is for this request only. */
async function sentAnswer(context: Context): Promise<Pick<Remembered, 'whole' | 'unchanged'> | null> {
  const { res, body } = context;
  const { status } = context;
  if (res.hasHeader('set-cookie') || (status !== 200 && status !== 304)) return null;
  const route = routeOf(context);
  const bytes = status === 200 ? await bytesOf(body) : null;
  if (bytes) context.body = bytes;
  const headers = namedHeaders(res);
  const common = headers.filter(([name]) => !OF_WHOLE.has(name.toLowerCase()));
  return {
    whole: bytes && { status: 200, headers: headers.flat(), bytes, route },
    unchanged: { status: 304, headers: common.flat(), bytes: null, route },
  };
}

/** A compressed body is a stream, which the threads of zlib fill. */
async function bytesOf(body: unknown): Promise<Buffer> {
  if (Buffer.isBuffer(body)) return body;
  return body instanceof Readable ? buffer(body) : Buffer.from(String(body));
}

/** With the names as they are sent. Only the types of Node say that an answer does not know them. */
function namedHeaders(
  response: ServerResponse & Partial<Pick<ClientRequest, 'getRawHeaderNames'>>,
): readonly (readonly [name: string, value: string])[] {
  const values: OutgoingHttpHeaders = response.getHeaders();
  return (response.getRawHeaderNames?.() ?? []).flatMap((name) => {
    const value = values[name.toLowerCase()];
    return [value ?? []].flat().map((one) => [name, String(one)] as const);
  });
}
