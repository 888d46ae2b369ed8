import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { z } from 'zod';
import type { CallBody, FormBody } from '../../contracts/call.ts';
import { number } from '../../contracts/words/format.ts';
import type { Principal } from './principal.ts';
import { Refusal } from './problems.ts';

/** Limits of a JSON body besides its size in bytes. Values are counted by the commas between them. */
const JSON_BOUNDS = { depth: 32, names: 1_000, commas: 20_000 } as const;

const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPENING_BRACKET = 0x5b;
const BACKSLASH = 0x5c;
const CLOSING_BRACKET = 0x5d;
const OPENING_BRACE = 0x7b;
const CLOSING_BRACE = 0x7d;

const beyond = (what: string): Refusal => new Refusal(400, 'malformed', `The body holds ${what}.`);

/** The index after the string that begins at `start`. */
function endOfText(bytes: Buffer, start: number): number {
  for (let at = start + 1; at < bytes.length; at += 1) {
    if (bytes[at] === BACKSLASH) at += 1;
    else if (bytes[at] === QUOTE) return at + 1;
  }
  return bytes.length;
}

/**
 * Counts the parts of the JSON text before it is parsed, so that a body with too many or too deep parts takes no memory.
 * Invalid JSON is left to the parser.
 * @throws Refusal 400
 */
function refuseBeyondBounds(
  bytes: Buffer,
  { depth, names, commas }: Readonly<Record<keyof typeof JSON_BOUNDS, number>> = JSON_BOUNDS,
): void {
  const count = { depth: 0, names: 0, commas: 0 };
  for (let at = 0; at < bytes.length; ) {
    const byte = bytes[at];
    if (byte === QUOTE) {
      at = endOfText(bytes, at);
      continue;
    }
    at += 1;
    if (byte === COMMA) count.commas += 1;
    else if (byte === COLON) count.names += 1;
    else if (byte === OPENING_BRACE || byte === OPENING_BRACKET) count.depth += 1;
    else if (byte === CLOSING_BRACE || byte === CLOSING_BRACKET) count.depth -= 1;
    if (count.depth > depth) throw beyond(`more than ${depth} lists and objects inside each other`);
    if (count.names > names) throw beyond(`more than ${number(names)} names`);
    if (count.commas > commas) throw beyond(`more than ${number(commas)} values`);
  }
}

const JSON_BYTES = 1_048_576;
const utf8 = new TextDecoder('utf-8', { fatal: true });

const UNITS = ['bytes', 'KiB', 'MiB', 'GiB'] as const;
/** For example `1 MiB`, `1500 bytes`: the largest unit in which the size is a whole number. */
export function inUnits(bytes: number): string {
  const unit = bytes === 0 ? 0 : Math.min(UNITS.length - 1, [1, 2, 3].filter((power) => bytes % 1_024 ** power === 0).length);
  return `${bytes / 1_024 ** unit} ${UNITS[unit]}`;
}

export const tooLarge = (maxBytes: number, what = 'A body'): Refusal =>
  new Refusal(413, 'too_large', `${what} may hold at most ${inUnits(maxBytes)}.`);
export const cutShort = (): Refusal => new Refusal(400, 'malformed', 'The body ended too early.');
export const wrongType = (message: string): Refusal => new Refusal(415, 'unsupported_media_type', message);

/**
 * Uses the Content-Length, before any byte is read.
 * @throws Refusal 413
 */
export function refuseSaidTooLarge(request: IncomingMessage, maxBytes: number): void {
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) throw tooLarge(maxBytes);
}

const REST = { bytes: 64 * 1_048_576, ms: 10_000 };

/** In bytes. For a network address that has exceeded its limit. An ordinary client never sends more. */
export const REST_OF_BOUNDED = 65_536;

/** In real time. Long enough for an answer of one packet to reach a client far away. */
const ANSWER_ARRIVES_MS = 500;

/**
 * Ends the sending direction of the connection, and closes it half a second later. If it were closed at once while bytes of
 * the body are unread, the operating system would reset it, and the client could lose the answer that it has not read yet.
 */
function closeAfterAnswer(socket: Socket): void {
  socket.end();
  setTimeout(() => socket.destroy(), ANSWER_ARRIVES_MS).unref();
}

/** For a refused body: the connection ends after the answer, in such a way that the client can read the answer. */
export function answerAndClose({ socket }: IncomingMessage, response: ServerResponse): void {
  response.setHeader('Connection', 'close');
  // Node.js calls this after an answer with `Connection: close`, and would close the connection at once.
  socket.destroySoon = () => closeAfterAnswer(socket);
}

/**
 * Reads and discards the rest of a refused body, because many clients read the answer only after they have sent everything.
 * After 64 MiB (or `mostBytes`) no more is read, and the connection is closed when the answer is sent. After 10 s of real
 * time it is closed in any case.
 */
export function throwAwayRest(request: IncomingMessage, response: ServerResponse, mostBytes = REST.bytes): void {
  if (request.complete || request.destroyed) return;
  const { socket } = request;
  let left = mostBytes;
  const timer = setTimeout(() => request.destroy(), REST.ms).unref();
  const over = (): void => {
    clearTimeout(timer);
    socket.off('close', over);
  };
  const end = (): void => closeAfterAnswer(socket);
  request.on('data', (chunk: Buffer) => {
    left -= chunk.length;
    if (left >= 0) return;
    // On a busy machine the limit can be reached before the answer is written.
    request.pause();
    if (response.writableFinished) end();
    else response.once('finish', end);
  });
  request.once('close', over).once('end', over);
  // A request that was answered before does not learn that its connection has closed, and the timer would keep it with what was read of it.
  socket.once('close', over);
  request.resume();
}

/**
 * @throws Refusal 413 if the body is larger than `maxBytes`, 400 if the client disconnects
 */
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
    request.once('end', () => resolve(chunks[0] !== undefined && chunks.length === 1 ? chunks[0] : Buffer.concat(chunks)));
    request.once('error', () => reject(cutShort()));
    request.once('aborted', () => reject(cutShort()));
  });
}

/** Compressed bodies are not accepted by any call. */
export const isEncoded = ({ headers }: IncomingMessage): boolean => (headers['content-encoding'] ?? 'identity') !== 'identity';
/** In lower case. Empty if there is none. */
export const mediaOf = ({ headers }: IncomingMessage): string =>
  (headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';

const JSON_TYPE = /^application\/json\s*(;\s*charset\s*=\s*"?utf-?8"?\s*)?$/i;

/**
 * Undefined if there is no body. `optional`: the body may be missing, whatever its Content-Type says.
 * @throws Refusal 413, 415, 400, in this order
 */
export async function readJson(request: IncomingMessage, optional: boolean): Promise<unknown> {
  const bytes = await readBytes(request, JSON_BYTES);
  const type = request.headers['content-type'];
  if (bytes.length === 0 && (optional || type === undefined)) return undefined;
  if (type === undefined || !JSON_TYPE.test(type) || isEncoded(request))
    throw wrongType('Send the body as application/json, in UTF-8 and not compressed.');
  refuseBeyondBounds(bytes);
  try {
    return JSON.parse(utf8.decode(bytes));
  } catch {
    throw new Refusal(400, 'malformed', 'The body cannot be read as JSON.');
  }
}

/** A file that is being received. `name` is the name of its form part; `filename` is the unchecked name from the client. */
export interface IncomingFile {
  readonly name: string;
  readonly filename: string | null;
  readonly media: string;
  /** Can be read once. @throws Refusal 413 if it is larger than the part may be, 400 if the client goes away */
  readonly content: AsyncIterable<Uint8Array>;
}

export interface ReceivedFile<Kept> extends Omit<IncomingFile, 'content'> {
  /** In bytes. */
  readonly size: number;
  /** In lower-case hex. */
  readonly sha256: string;
  /** The result of `keep`. */
  readonly kept: Kept;
}

export interface Form<Fields, Kept> {
  readonly fields: Fields;
  /** In the order of the body. */
  readonly files: readonly ReceivedFile<Kept>[];
}

export interface Sender {
  readonly principal: Principal | null;
  readonly newId: () => string;
}

export interface Receiving<Kept> {
  /** Stores a file while it is being received, before the rest of the body is known. */
  readonly keep: (file: IncomingFile, sender: Sender) => Promise<Kept>;
  /**
   * Deletes what `keep` stored, if the request is refused, aborted, or answered with a stored answer. It is not called after a
   * fault (5xx) or a crash. The storage therefore has to look for files without references.
   */
  readonly discard: (kept: Kept, sender: Sender) => Promise<void>;
}

export type MultipartBody = FormBody & Receiving<unknown>;
export type RouteBody = Exclude<CallBody, FormBody> | MultipartBody;

export type BodyOf<Call, Kept> = Call extends { readonly body: infer Body }
  ? Body extends { readonly kind: 'json'; readonly schema: z.ZodType<infer Parsed> }
    ? Parsed
    : Body extends { readonly kind: 'multipart'; readonly fields: infer Fields }
      ? Form<z.output<Fields>, Kept>
      : Body extends { readonly kind: 'raw' }
        ? Buffer
        : undefined
  : unknown;
