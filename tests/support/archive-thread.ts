import type { ArchiveFound, ArchiveJob } from '../../src/providers/inspection/archive-thread.ts';

/** The path of this module. It is the program of a thread in place of the one that looks through archives. */
export const TEST_THREAD = import.meta.filename;

/** What the bytes say chooses what the thread does. */
export default function look({ bytes }: ArchiveJob): ArchiveFound {
  if (Buffer.from(bytes).includes('endless')) for (;;);
  return { type: 'application/zip' };
}
