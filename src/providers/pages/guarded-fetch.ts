import { Agent, fetch } from 'undici';
import { type GuardOptions, guardedConnect } from './guarded-connect.ts';
import { guardedUrl } from './guarded-urls.ts';

/**
 * `fetch` for addresses that people choose: every connection is guarded, as that of a page. No connection is kept. How long an
 * answer may take is the caller's business, by a signal.
 */
export function guardedFetch(options: GuardOptions = {}): typeof globalThis.fetch {
  const agent = new Agent({ connect: guardedConnect(options), pipelining: 0, headersTimeout: 0, bodyTimeout: 0 });
  const guarded = async (input: string | URL, init?: object): Promise<unknown> => {
    guardedUrl(String(input));
    return fetch(input, { ...init, dispatcher: agent });
  };
  return guarded as typeof globalThis.fetch;
}
