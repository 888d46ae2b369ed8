import type { Inspectable } from '../../ports/file-inspector.ts';

/** The bytes of a range in one piece. */
export const bytesOf = async (file: Inspectable, from: number, to: number): Promise<Buffer> =>
  Buffer.concat(await Array.fromAsync(file.range(from, to)));
