import { useRef } from 'react';
import { ApiError, errorFrom } from './problem.ts';

/**
 * The most bytes of request bodies that may be under way with `keepalive`. Browsers allow 64 KiB and count a body until its
 * answer is read. Half of that leaves a margin.
 */
const MAX_BYTES = 32 * 1024;
/** Without `keepalive` the browser aborts a request when its page closes. */
const isSupported = 'keepalive' in Request.prototype;

let keptAliveBytes = 0;
let keptAliveRequests = 0;

/**
 * Sends a change with `keepalive`, so that it reaches the server even if the page is closed or reloaded. A body that is too big
 * for that is sent as an ordinary request.
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

export const keepaliveRequests = (): number => keptAliveRequests;

/**
 * The base address of all calls, from `web/.env.development`, `.env.staging` or `.env.production`. A build without a mode uses
 * production. A variable of the same name in the environment of the build wins. Empty means the page's own origin.
 */
const BASE: string = import.meta.env?.VITE_API_BASE ?? '';
/** The complete address of an API path, for links and uploads that do not use `send`. */
export const addressOf = (path: string): string => BASE + path;

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export interface Call {
  readonly method?: Method;
  readonly query?: Readonly<Record<string, string | number | null | undefined>>;
  readonly body?: unknown;
  /** Files to upload, sent instead of a JSON body. */
  readonly form?: FormData;
  /** The strong ETag of an earlier answer. The server refuses the write with 412 if the resource has changed since. */
  readonly etag?: string | null | undefined;
  /**
   * The idempotency key of a POST. The server answers a repeated POST with the same key with its first answer. If it is
   * missing, a new key is made.
   */
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

/**
 * Shows no message and does not navigate.
 * @throws ApiError
 */
export async function send(path: string, call: Call): Promise<Response> {
  const method = call.method ?? 'GET';
  const init = {
    method,
    credentials: 'include' as const,
    headers: headersOf(call),
    ...(call.form ? { body: call.form } : call.body === undefined ? {} : { body: JSON.stringify(call.body) }),
    ...(call.signal ? { signal: call.signal } : {}),
  };
  // An upload is too big for `keepalive`.
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
 * The idempotency key of a form. It stays the same for the same body, so that a retry after a lost answer creates the resource
 * only once. A different body gets a new key. So does the next try after a success (`made`) or a refusal (`failed`): the server
 * would repeat a refusal under the same key, although its cause may be gone.
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
