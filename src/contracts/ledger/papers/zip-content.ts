import { BadZip, type ByteSource, type ZipEntry } from './zip.ts';

/** How much is read at a time, in bytes. */
const PIECE = 1 << 18;

/** The content of an entry, piece by piece. @throws BadZip if it cannot be unpacked, or has another size than it should */
export async function* contentOf(source: ByteSource, entry: ZipEntry): AsyncGenerator<Uint8Array> {
  let size = 0;
  for await (const piece of entry.isCompressed ? inflated(source, entry) : stored(source, entry)) {
    size += piece.length;
    if (size > entry.size) break;
    yield piece;
  }
  if (size !== entry.size) throw new BadZip(`the entry ${entry.path} has another size than it says`);
}

/** A whole entry. @throws BadZip also if it has more than `most` bytes */
export async function wholeEntry(source: ByteSource, entry: ZipEntry, most: number): Promise<Uint8Array> {
  if (entry.size > most) throw new BadZip(`the entry ${entry.path} is too large`);
  const whole = new Uint8Array(entry.size);
  let at = 0;
  for await (const piece of contentOf(source, entry)) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}

/** The lines of an entry in UTF-8, without their ends. */
export async function* linesOf(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  let rest = '';
  for await (const piece of pieces) {
    const lines = (rest + decoder.decode(piece, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
  rest += decoder.decode();
  if (rest !== '') yield rest;
}

async function* stored(source: ByteSource, { start, end }: ZipEntry): AsyncGenerator<Uint8Array> {
  for (let at = start; at < end; at += PIECE) yield source.read(at, Math.min(end, at + PIECE));
}

async function* inflated(source: ByteSource, entry: ZipEntry): AsyncGenerator<Uint8Array> {
  const pieces = stored(source, entry);
  const packed = new ReadableStream<Uint8Array<ArrayBuffer>>({
    async pull(controller) {
      const { done, value } = await pieces.next();
      if (done) controller.close();
      else controller.enqueue(value as Uint8Array<ArrayBuffer>);
    },
  });
  const reader = packed.pipeThrough(new DecompressionStream('deflate-raw')).getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } catch (error) {
    throw error instanceof TypeError ? new BadZip(`the entry ${entry.path} cannot be unpacked`) : error;
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}
