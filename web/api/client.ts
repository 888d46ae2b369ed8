import { useRef } from 'react';
import { ApiError, errorFrom } from './problem.ts';

/**
 * Bytes of request bodies to have under way with `keepalive`. Browsers allow 64 KiB and count a body until its answer was
 * read; this is half of that.
 */
const MAX_BYTES = 32 * 1024;
/** Whether the browser supports `keepalive`. Without it a request ends with its page. */
const isSupported = 'keepalive' in Request.prototype;

let keptAliveBytes = 0;
let keptAliveRequests = 0;

/**
 * Sends a change so that it reaches the server even if the page is closed or reloaded. One that is too big for that is sent as
 * an ordinary request.
 */
async function fetchKeepalive(url: string, init: RequestInit & { body?: string }): Promise<Response> {
  const size = init.body === undefined ? 0 : new TextEncoder().encode(init.body).length;
  if (!isSupported || keptAliveBytes + size > MAX_BYTES) return fetch(url, init);
  keptAliveBytes += size;
  keptAliveRequests += 1;
  try {
    return await fetch(url, { ...init, keepalive: true });
  } finally {
    keptAliveBytes -= size;
    keptAliveRequests -= 1;
  }
}

/** The number of unanswered requests that outlive the page. */
export const keepaliveRequests = (): number => keptAliveRequests;

/**
 * The base address of all calls. It comes from `web/.env.development`, `.env.staging` or `.env.production`;
 * a plain build is production. Empty: the page's own origin. A variable of the same name in the build's environment wins.
 */
const BASE: string = import.meta.env?.VITE_API_BASE ?? '';
/** The whole address of a path of the API, where something else than `send` asks for it. */
export const addressOf = (path: string): string => BASE + path;

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export interface Call {
  readonly method?: Method;
  readonly query?: Readonly<Record<string, string | number | null | undefined>>;
  readonly body?: unknown;
  /** A form with files, instead of a body. */
  readonly form?: FormData;
  /** The strong ETag of an earlier answer. The server refuses the write with 412 when the resource has changed since. */
  readonly etag?: string | null | undefined;
  /** The idempotency key of a POST. Repeating a POST with the same key gives the first answer again. Without one, a new key is made. */
  readonly key?: string;
  readonly signal?: AbortSignal;
  readonly accept?: string;
  /** The error message when the server sends none. */
  readonly fallback: string;
}

export const newKey = (): string => {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
};

export function pathOf(path: string, query: Call['query'] = {}): string {
  const given = Object.entries(query).filter(([, value]) => value !== null && value !== undefined && value !== '');
  return given.length === 0 ? path : `${path}?${new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()}`;
}

function headersOf(call: Call): Record<string, string> {
  return {
    accept: call.accept ?? 'application/json',
    ...(call.body === undefined ? {} : { 'content-type': 'application/json' }),
    ...(call.method === 'POST' ? { 'idempotency-key': call.key ?? newKey() } : {}),
    ...(call.etag ? { 'if-match': call.etag } : {}),
  };
}

/** Sends a call and gives its answer, or throws an ApiError. It shows no message and does not navigate. */
export async function send(path: string, call: Call): Promise<Response> {
  const method = call.method ?? 'GET';
  const init = {
    method,
    credentials: 'include' as const,
    headers: headersOf(call),
    ...(call.form ? { body: call.form } : call.body === undefined ? {} : { body: JSON.stringify(call.body) }),
    ...(call.signal ? { signal: call.signal } : {}),
  };
  // A form with files is too big to outlive its page.
  const carry: (url: string, init: RequestInit) => Promise<Response> =
    method === 'GET' || call.form ? fetch : (url, init) => fetchKeepalive(url, init as RequestInit & { body?: string });
  const response = await carry(addressOf(pathOf(path, call.query)), init).catch((error: unknown) => {
    if (call.signal?.aborted) throw error;
    throw new ApiError(call.fallback, { status: 0, code: 'offline' });
  });
  if (!response.ok) throw await errorFrom(response, call.fallback);
  return response;
}

export interface Page<T> {
  readonly items: T[];
  /** The `after` parameter of the next page, or null on the last page. */
  readonly next: string | null;
}

/** The `after` parameter of the `rel="next"` link (RFC 8288), or null when there is no such link. */
export function nextOf(link: string | null): string | null {
  for (const part of link?.split(/,(?=\s*<)/) ?? []) {
    const found = /<([^>]*)>(.*)/.exec(part);
    if (found && /;\s*rel="?next"?/i.test(found[2] ?? '')) return new URL(found[1] ?? '', 'http://here').searchParams.get('after');
  }
  return null;
}

/**
 * The idempotency key of a form. It is the same for the same body, so that a second try after no answer came makes the thing
 * only once; another body gets another key, and so does whatever follows a try that succeeded (`made`) or that the server
 * refused (`failed`): the server would repeat a refusal under its key, although what stood in the way may be gone.
 */
export function useRepeatKey(): { of: (body: unknown) => string; made: () => void; failed: (error: Error) => void } {
  const tried = useRef({ body: '', key: '' });
  const forget = (): void => {
    tried.current = { body: '', key: '' };
  };
  return {
    of: (body) => {
      const sent = JSON.stringify(body);
      if (tried.current.body !== sent) tried.current = { body: sent, key: newKey() };
      return tried.current.key;
    },
    made: forget,
    failed: (error) => {
      if (error instanceof ApiError && error.status >= 400 && error.status < 500) forget();
    },
  };
}
