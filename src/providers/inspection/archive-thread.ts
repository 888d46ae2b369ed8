// Looks through one archive at a time, in a thread of its own: this takes processor time that all requests would miss.
import { setPriority } from 'node:os';
import { FileNotTaken } from '../../ports/file-inspector.ts';
import { typeOfGzip, typeOfZip } from './unpacking.ts';

export interface ArchiveJob {
  readonly kind: 'gzip' | 'zip';
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** The thread that answers requests goes before this one. Elsewhere than on Linux this would be about the whole process. */
if (process.platform === 'linux') setPriority(0, 5);

/** `refused`: why it is not taken, in a sentence. */
export type ArchiveFound = { readonly type: string } | { readonly refused: string };

export default async function look({ kind, bytes }: ArchiveJob): Promise<ArchiveFound> {
  const whole = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    return { type: await (kind === 'zip' ? typeOfZip(whole) : typeOfGzip(whole)) };
  } catch (error) {
    if (error instanceof FileNotTaken) return { refused: error.message };
    throw error;
  }
}
