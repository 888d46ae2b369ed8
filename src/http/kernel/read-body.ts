import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { RawBody } from '../../contracts/call.ts';
import type { Sender } from './bodies.ts';
import { isEncoded, mediaOf, readBytes, readJson, refuseSaidTooLarge, wrongType } from './body.ts';
import { readForm } from './multipart.ts';
import type { Route } from './route.ts';

export interface ReadBody {
  /** Parsed JSON, bytes, or a `ReceivedForm`. */
  readonly input: unknown;
  /** The value that an Idempotency-Key compares: parsed JSON, or hashes. */
  readonly compared: unknown;
  /** Deletes the stored files. */
  readonly discard?: () => Promise<void>;
}

const NONE: ReadBody = { input: undefined, compared: undefined };

/**
 * @throws Refusal 413, 415, 400
 */
export async function readBody(request: IncomingMessage, { method, body }: Route, sender: Sender): Promise<ReadBody> {
  if (method === 'GET' || (method === 'DELETE' && !body)) return NONE;
  if (body?.kind === 'raw') return readRaw(request, body);
  if (body?.kind === 'stream') {
    refuseSaidTooLarge(request, body.maxBytes);
    if (mediaOf(request) !== body.media || isEncoded(request)) throw wrongType(`Send the body as ${body.media}, and not compressed.`);
    return NONE;
  }
  if (body?.kind === 'multipart') {
    const form = await readForm(request, body, sender);
    return { input: form, compared: { parts: form.parts }, discard: form.discard };
  }
  const input = await readJson(request, body?.optional ?? false);
  return { input, compared: input };
}

async function readRaw(request: IncomingMessage, { maxBytes, media }: RawBody): Promise<ReadBody> {
  const bytes = await readBytes(request, maxBytes);
  const type = mediaOf(request);
  if (isEncoded(request) || (media.length > 0 && !media.includes(type)))
    throw wrongType(media.length > 0 ? `Send the body as ${media.join(' or ')}, and not compressed.` : 'Send the body not compressed.');
  return { input: bytes, compared: { media: type, sha256: createHash('sha256').update(bytes).digest('hex') } };
}
