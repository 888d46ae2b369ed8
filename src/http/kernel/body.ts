import type { IncomingMessage } from 'node:http';
import { Refusal } from './problems.ts';

const JSON_BYTES = 1_048_576;
const utf8 = new TextDecoder('utf-8', { fatal: true });

const UNITS = ['bytes', 'KiB', 'MiB', 'GiB'] as const;
/** Whole numbers of the largest unit that gives one: `1 MiB`, `1500 bytes`. */
export function inUnits(bytes: number): string {
  const unit = bytes === 0 ? 0 : Math.min(UNITS.length - 1, [1, 2, 3].filter((power) => bytes % 1_024 ** power === 0).length);
  return `${bytes / 1_024 ** unit} ${UNITS[unit]}`;
}

export const tooLarge = (maxBytes: number, what = 'A body'): Refusal =>
  new Refusal(413, 'too_large', `${what} may hold at most ${inUnits(maxBytes)}.`);
export const cutShort = (): Refusal => new Refusal(400, 'malformed', 'The body ended too early.');
export const wrongType = (message: string): Refusal => new Refusal(415, 'unsupported_media_type', message);

/** @throws Refusal 413 for what says itself that it is too large */
export function refuseSaidTooLarge(request: IncomingMessage, maxBytes: number): void {
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) throw tooLarge(maxBytes);
}

const REST = { bytes: 64 * 1_048_576, ms: 10_000 };

/**
 * What still comes of a refused body is thrown away, so that the client gets to read the answer; beyond 64 MiB or 10 s
 * of real time the connection ends.
 */
export function throwAwayRest(request: IncomingMessage): void {
  if (request.complete || request.destroyed) return;
  let left = REST.bytes;
  const end = (): void => void request.destroy();
  const timer = setTimeout(end, REST.ms).unref();
  request.on('data', (chunk: Buffer) => {
    left -= chunk.length;
    if (left < 0) end();
  });
  request.once('close', () => clearTimeout(timer)).once('end', () => clearTimeout(timer));
  request.resume();
}

/** The whole body, at most so much; what is beyond is left. @throws Refusal 413, and 400 when the client goes away */
export async function readBytes(request: IncomingMessage, maxBytes: number): Promise<Buffer> {
  refuseSaidTooLarge(request, maxBytes);
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const take = (chunk: Buffer): void => {
      size += chunk.length;
      if (size <= maxBytes) return void chunks.push(chunk);
      request.off('data', take);
      request.pause();
      reject(tooLarge(maxBytes));
    };
    request.on('data', take);
    request.once('end', () => resolve(chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks)));
    request.once('error', () => reject(cutShort()));
    request.once('aborted', () => reject(cutShort()));
  });
}

/** A body under another encoding (compressed) is taken nowhere. */
export const isEncoded = ({ headers }: IncomingMessage): boolean => (headers['content-encoding'] ?? 'identity') !== 'identity';
/** The media type without its parameters, in lower case; '' where there is none. */
export const mediaOf = ({ headers }: IncomingMessage): string =>
  (headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';

const JSON_TYPE = /^application\/json\s*(;\s*charset\s*=\s*"?utf-?8"?\s*)?$/i;

/** A parsed JSON body; undefined where there is none. `optional`: none is fine, whatever its type is said to be. Refuses in the order 413, 415, 400. */
export async function readJson(request: IncomingMessage, optional: boolean): Promise<unknown> {
  const bytes = await readBytes(request, JSON_BYTES);
  const type = request.headers['content-type'];
  if (bytes.length === 0 && (optional || type === undefined)) return undefined;
  if (type === undefined || !JSON_TYPE.test(type) || isEncoded(request))
    throw wrongType('Send the body as application/json, in UTF-8 and not compressed.');
  try {
    return JSON.parse(utf8.decode(bytes));
  } catch {
    throw new Refusal(400, 'malformed', 'The body cannot be read as JSON.');
  }
}
