import type { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { Agent, type Dispatcher, request } from 'undici';
import { type GuardOptions, guardedConnect, guardedUrl } from './guarded-connect.ts';
import { PageUnreadable, reasonOf, reasonOfStatus } from './refusals.ts';
import { type Robots, robotsFor } from './robots.ts';

/** Text shrinks to a tenth, rarely to a thirtieth. A page that shrinks more was made to fill the memory. */
const MOST_RATIO = 100;
/** Below this size, in bytes, the ratio means nothing. */
const FREE = 64 * 1024;

const DECODERS: Readonly<Record<string, () => Transform>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};
/** The compressions that the program accepts, as a header. */
const ENCODINGS = 'gzip, deflate, br';

/**
 * Reads the whole body and decompresses it. The bytes that arrive and the decompressed bytes are each limited to
 * `most`, and the ratio is limited, too. Reading stops as soon as a limit is passed.
 * @throws PageUnreadable
 */
async function readBody(body: Readable, encoding: string, most: number): Promise<Buffer> {
  const decoder = decoderOf(encoding);
  const chunks: Buffer[] = [];
  let received = 0;
  let size = 0;
  async function* counted(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of source) {
      received += chunk.length;
      if (received > most) throw tooLarge(most);
      yield chunk;
    }
  }
  async function collect(source: AsyncIterable<Buffer>): Promise<void> {
    for await (const chunk of source) {
      size += chunk.length;
      if (size > most) throw tooLarge(most);
      if (size > FREE && size > received * MOST_RATIO)
        throw new PageUnreadable(`The page unpacks to more than ${MOST_RATIO} times its size, so it was not read.`);
      chunks.push(chunk);
    }
  }
  if (decoder === null) await pipeline(body, counted, collect);
  else await pipeline(body, counted, decoder, collect);
  return Buffer.concat(chunks, size);
}

const tooLarge = (most: number): PageUnreadable =>
  new PageUnreadable(`The page is larger than ${Math.floor(most / 1024)} kB, so it was not read.`);

/** @throws PageUnreadable for a compression that was not asked for, or more than one around another */
function decoderOf(encoding: string): Transform | null {
  const name = encoding.trim().toLowerCase();
  if (name === '' || name === 'identity') return null;
  const create = Object.hasOwn(DECODERS, name) ? DECODERS[name] : undefined;
  if (create === undefined) throw new PageUnreadable('The page is compressed in a way that was not asked for.');
  return create();
}

export interface FetchedPage {
  /** The address after redirects. */
  readonly url: URL;
  /** The media type in lower case, without parameters; empty if the site named none. */
  readonly type: string;
  /** The character encoding that the header names, or null. */
  readonly charset: string | null;
  readonly body: Buffer;
}

export interface FetcherOptions extends GuardOptions {
  /** The operator's contact, which is sent to the sites; null if there is none. */
  readonly contact: string | null;
  /** The time limit for the page with its redirects and the site's rules, in milliseconds. */
  readonly totalMs?: number;
  /** The largest page, in bytes, as it arrives and after decompression. */
  readonly mostBytes?: number;
}

/** The name by which a site's rules address this program. */
const AGENT = 'Vouch';
const TOTAL_MS = 15_000;
const MOST_BYTES = 2 * 1024 * 1024;
/** RFC 9309 asks for at least 500 KiB. */
const MOST_RULES = 512 * 1024;
const MOST_REDIRECTS = 5;
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
const ALL: Robots = { allows: () => true };

interface Answer {
  readonly url: URL;
  readonly response: Dispatcher.ResponseData;
}

/**
 * Fetches pages of the public web. Every connection is guarded, also after a redirect. No cookies are stored or sent,
 * and the rules of every site on the way (robots.txt) are respected.
 * @returns a function of an address
 * @throws AddressForbidden, PageUnreadable (the function, and nothing else)
 */
export function pageFetcher(options: FetcherOptions): (address: string) => Promise<FetchedPage> {
  const { contact, totalMs = TOTAL_MS, mostBytes = MOST_BYTES } = options;
  const headers = {
    'user-agent': contact === null ? AGENT : `${AGENT} (+${contact})`,
    accept: 'text/html, application/xhtml+xml, text/markdown;q=0.9, text/plain;q=0.8',
    'accept-language': 'en, *;q=0.5',
    'accept-encoding': ENCODINGS,
  };
  return async (address) => {
    const signal = AbortSignal.timeout(totalMs);
    // Each page has its own agent. When it is destroyed, all connections of the page are closed, however the page
    // ended.
    const agent = new Agent({ connect: guardedConnect(options), pipelining: 0, headersTimeout: totalMs, bodyTimeout: totalMs });
    const visit = new Visit(agent, signal, headers);
    try {
      // A request ignores its signal while its connection is being made.
      return await Promise.race([visit.page(guardedUrl(address), mostBytes), abortOf(signal)]);
    } catch (fault) {
      throw reasonOf(fault, signal.aborted);
    } finally {
      agent.destroy().catch(() => {});
    }
  };
}

const abortOf = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason), { once: true }));

/** One page, with the redirects and the rules of the sites on the way. */
class Visit {
  readonly #agent: Agent;
  readonly #signal: AbortSignal;
  readonly #headers: Readonly<Record<string, string>>;
  readonly #rules = new Map<string, Robots>();

  constructor(agent: Agent, signal: AbortSignal, headers: Readonly<Record<string, string>>) {
    this.#agent = agent;
    this.#signal = signal;
    this.#headers = headers;
  }

  async page(from: URL, mostBytes: number): Promise<FetchedPage> {
    const { url, response } = await this.#follow(from, (next) => this.#respectRules(next));
    const reason = reasonOfStatus(response.statusCode);
    if (reason !== null) throw discarded(response, new PageUnreadable(reason));
    const { type, charset } = mediaTypeOf(headerOf(response, 'content-type'));
    return { url, type, charset, body: await this.#body(response, mostBytes) };
  }

  /** Follows redirects, at most five. */
  async #follow(from: URL, before: (url: URL) => Promise<void>): Promise<Answer> {
    let url = from;
    for (let redirects = 0; ; redirects++) {
      await before(url);
      const response = await request(url, { dispatcher: this.#agent, signal: this.#signal, headers: this.#headers });
      const location = headerOf(response, 'location');
      if (!REDIRECTS.has(response.statusCode) || location === '') return { url, response };
      discarded(response, null);
      if (redirects === MOST_REDIRECTS) throw new PageUnreadable(`The site redirects more than ${MOST_REDIRECTS} times.`);
      url = guardedUrl(location, url);
    }
  }

  async #respectRules(url: URL): Promise<void> {
    const known = this.#rules.get(url.origin);
    const rules = known ?? (await this.#rulesOf(url));
    this.#rules.set(url.origin, rules);
    if (!rules.allows(url.pathname + url.search)) throw new PageUnreadable('The site asks programs not to read this page (robots.txt).');
  }

  async #rulesOf(page: URL): Promise<Robots> {
    const { response } = await this.#follow(new URL('/robots.txt', page), async () => {});
    if (response.statusCode >= 400 && response.statusCode < 500) {
      discarded(response, null);
      return ALL;
    }
    // Rules that exist but cannot be read may forbid the page.
    if (reasonOfStatus(response.statusCode) !== null)
      throw discarded(response, new PageUnreadable('The site’s rules for programs (robots.txt) cannot be had at the moment.'));
    return robotsFor((await this.#body(response, MOST_RULES)).toString('utf8'), AGENT);
  }

  async #body(response: Dispatcher.ResponseData, most: number): Promise<Buffer> {
    if (Number(headerOf(response, 'content-length')) > most) throw discarded(response, tooLarge(most));
    return readBody(response.body, headerOf(response, 'content-encoding'), most);
  }
}

/** Ends an answer whose rest is not read. @returns the error, so that it can be thrown */
function discarded<T extends Error | null>({ body }: Dispatcher.ResponseData, error: T): T {
  body.on('error', () => {});
  body.destroy();
  return error;
}

/** A header that was sent once; otherwise the empty text. */
function headerOf({ headers }: Dispatcher.ResponseData, name: string): string {
  const value = headers[name];
  return typeof value === 'string' ? value.trim() : '';
}

function mediaTypeOf(header: string): { readonly type: string; readonly charset: string | null } {
  const [type = '', ...parameters] = header.toLowerCase().split(';');
  const charset = parameters.map((parameter) => parameter.trim()).find((parameter) => parameter.startsWith('charset='));
  return { type: type.trim(), charset: charset?.slice('charset='.length).replaceAll('"', '') || null };
}
