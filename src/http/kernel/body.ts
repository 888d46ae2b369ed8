import type { IncomingMessage } from 'node:http';
import { Refusal } from './problems.ts';

const MAX_BYTES = 1_048_576;
const utf8 = new TextDecoder('utf-8', { fatal: true });

const tooLarge = (): Refusal => new Refusal(413, 'too_large', 'A body may hold at most 1 MiB.');

/** The whole body, at most 1 MiB. What is beyond is left for the server to throw away. */
async function readBody(request: IncomingMessage): Promise<Buffer> {
  if (Number(request.headers['content-length'] ?? 0) > MAX_BYTES) throw tooLarge();
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const take = (chunk: Buffer): void => {
      size += chunk.length;
      if (size <= MAX_BYTES) return void chunks.push(chunk);
      request.off('data', take);
      request.resume();
      reject(tooLarge());
    };
    request.on('data', take);
    request.once('end', () => resolve(chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks)));
    request.once('error', reject);
    request.once('aborted', () => reject(new Refusal(400, 'malformed', 'The body ended too early.')));
  });
}

const JSON_TYPE = /^application\/json\s*(;\s*charset\s*=\s*"?utf-?8"?\s*)?$/i;

/** A parsed JSON body; undefined where there is none. `optional`: none is fine, whatever its type is said to be. Refuses in the order 413, 415, 400. */
export async function readJson(request: IncomingMessage, optional: boolean): Promise<unknown> {
  const bytes = await readBody(request);
  const type = request.headers['content-type'];
  if (bytes.length === 0 && (optional || type === undefined)) return undefined;
  const encoded = request.headers['content-encoding'] ?? 'identity';
  if (type === undefined || !JSON_TYPE.test(type) || encoded !== 'identity')
    throw new Refusal(415, 'unsupported_media_type', 'Send the body as application/json, in UTF-8 and not compressed.');
  try {
    return JSON.parse(utf8.decode(bytes));
  } catch {
    throw new Refusal(400, 'malformed', 'The body cannot be read as JSON.');
  }
}
