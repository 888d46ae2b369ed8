import yazl from 'yazl';
import type { ForWhom, Inspectable } from '../../src/ports/files.ts';
import { createFileInspector } from '../../src/providers/inspection/inspector.ts';

export const inspector = createFileInspector();
/** A caller who never gives up. */
export const forAnn: ForWhom = { owner: 'ann', signal: new AbortController().signal };

/** A file that gives its bytes in pieces. */
export const fileOf = (bytes: Buffer): Inspectable => ({
  size: bytes.length,
  async *range(from, to) {
    for (let at = from; at < Math.min(to, bytes.length); at += 65_536) yield bytes.subarray(at, Math.min(to, at + 65_536));
  },
});

export const inspect = (content: Buffer | string, name = 'a.bin') => inspector.inspect(fileOf(Buffer.from(content)), { ...forAnn, name });

export async function zipOf(
  entries: Readonly<Record<string, Buffer | string>>,
  packed: readonly string[] = Object.keys(entries),
): Promise<Buffer> {
  const zip = new yazl.ZipFile();
  for (const [name, content] of Object.entries(entries)) zip.addBuffer(Buffer.from(content), name, { compress: packed.includes(name) });
  zip.end();
  return Buffer.concat(await Array.fromAsync(zip.outputStream as AsyncIterable<Buffer>));
}
