import type { IncomingMessage } from 'node:http';
import { Busboy, type BusboyFileStream, type BusboyHeaders } from '@fastify/busboy';
import type { MultipartBody, Sender } from './body.ts';
import { cutShort, isEncoded, mediaOf, refuseSaidTooLarge, tooLarge, wrongType } from './body.ts';
import { createFormParts, type ReceivedForm } from './form-parts.ts';
import { Refusal } from './problems.ts';

const stalled = (): Refusal =>
  new Refusal(400, 'malformed', 'The body stopped coming before its end.', { headers: { Connection: 'close' } });

/**
 * Files go to `keep` while they are received. Texts and files are hashed. Nothing stays stored after an error.
 * @throws Refusal 413, 415, 400, in this order as far as each is known before the body has been read; and errors of `keep`
 */
export async function readForm(request: IncomingMessage, body: MultipartBody, sender: Sender): Promise<ReceivedForm> {
  refuseSaidTooLarge(request, body.maxBytes);
  const parser = parserOf(request, body);
  const parts = createFormParts(body, sender);
  const failed = Promise.withResolvers<never>();
  failed.promise.catch(() => undefined);
  const fail = (error: unknown): void => failed.reject(error);
  const finished = new Promise<void>((resolve) => parser.once('finish', resolve));
  parser.on('error', () => fail(new Refusal(400, 'malformed', 'The body cannot be read as a form with this boundary.')));
  parser.on('partsLimit', () => fail(new Refusal(413, 'too_large', `A form may hold at most ${body.maxParts} parts.`)));
  parser.on('file', (name, stream, filename, _encoding, media) =>
    parts.take({ name, filename: asNamed(filename), media, stream: harmless(stream) }).catch(fail),
  );
  try {
    for await (const chunk of bytesOf(request, body))
      await Promise.race([failed.promise, new Promise<void>((resolve) => parser.write(chunk, () => resolve()))]);
    parser.end();
    await Promise.race([failed.promise, finished.then(() => parts.allTaken())]);
    return parts.whole();
  } catch (error) {
    await parts.giveUp(error);
    throw error;
  }
}

const ESCAPES: Readonly<Record<string, string>> = { '%22': '"', '%0D': '\r', '%0A': '\n' };

/**
 * The original name of a file. Browsers escape a quotation mark and line ends in this way and leave all other characters as
 * they are, even `%`. A file that is really called `a%22b.txt` therefore looks like `a"b.txt`, which is the far more common
 * name.
 */
const asNamed = (filename: string | undefined): string | undefined =>
  filename?.replaceAll(/%(?:22|0D|0A)/g, (written) => ESCAPES[written] ?? written);

/** An unhandled error of an abandoned part would end the process. */
const harmless = (stream: BusboyFileStream): BusboyFileStream => stream.on('error', () => undefined);

/** @throws Refusal 415, 400 */
function parserOf(request: IncomingMessage, { maxParts }: MultipartBody) {
  if (mediaOf(request) !== 'multipart/form-data' || isEncoded(request))
    throw wrongType('Send the body as multipart/form-data, and not compressed.');
  try {
    return new Busboy({
      // `mediaOf` has checked the Content-Type, which busboy's types require.
      headers: request.headers as BusboyHeaders,
      // Texts are streams as well, so that texts and files are counted and hashed in the same way.
      isPartAFile: () => true,
      // `keep` decides about the name. Without this option busboy would silently cut off folders.
      preservePath: true,
      limits: { parts: maxParts, headerPairs: 20, headerSize: 16_384 },
    });
  } catch {
    throw new Refusal(400, 'malformed', 'A form says in its Content-Type by which boundary its parts are told apart.');
  }
}

/**
 * @throws Refusal 413; 400 if the client disconnects or sends nothing for `idleMs`
 */
async function* bytesOf(request: IncomingMessage, { maxBytes, idleMs }: MultipartBody): AsyncGenerator<Buffer> {
  // A request without an encoding yields Buffers.
  const chunks: AsyncIterator<Buffer> = request.iterator({ destroyOnReturn: false })[Symbol.asyncIterator]();
  let size = 0;
  try {
    for (;;) {
      const { done, value } = await withinTime(chunks.next(), idleMs);
      if (done) return;
      size += value.length;
      if (size > maxBytes) throw tooLarge(maxBytes);
      yield value;
    }
  } catch (error) {
    throw error instanceof Refusal ? error : cutShort();
  } finally {
    // Ends a read that may still be waiting for bytes.
    chunks.return?.().catch(() => undefined);
  }
}

async function withinTime<T>(work: Promise<T>, ms: number): Promise<T> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(stalled()), ms);
  try {
    return await Promise.race([work, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
