import { fileURLToPath } from 'node:url';
import type { Piscina } from 'piscina';
import { Turns } from '../../concurrency/turns.ts';
import { FileNotTaken, type ForWhom, type Inspectable } from '../../ports/files.ts';
import type { ArchiveFound, ArchiveJob } from './archive-thread.ts';

export interface Archives {
  /** The media type. @throws FileNotTaken, QueueFull, the signal's reason */
  inspect(file: Inspectable, kind: ArchiveJob['kind'], forWhom: ForWhom): Promise<string>;
}

export interface ArchivesOptions {
  /** Aborts when one archive has taken too long. It is created when the work on the archive begins. */
  readonly late?: () => AbortSignal;
  /** The path of the module that the thread runs. */
  readonly program?: string;
}

const MOST_MS = 15_000;
const PROGRAM = fileURLToPath(new URL('./archive-thread.ts', import.meta.url));
/** Each owner has at most one, so that nobody has to wait for everything that one other person sends. */
const AT_ONCE = 2;
const BOUNDS = { running: AT_ONCE, waiting: 200, waitingOfOwner: 20 } as const;
/** A thread that has been idle for this long is ended, which frees its memory. */
const IDLE_MS = 30_000;
/** The limits of the thread's heap. The bytes of the archive are not in it. */
const HEAP = { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 8 } as const;

/**
 * Inspects archives in threads. If an archive takes too long, or if nobody waits for it any more, its thread is ended.
 */
export function createArchives({ late = () => AbortSignal.timeout(MOST_MS), program = PROGRAM }: ArchivesOptions = {}): Archives {
  const turns = new Turns(BOUNDS);
  let started: Promise<Piscina<ArchiveJob, ArchiveFound>> | undefined;
  const pool = (): Promise<Piscina<ArchiveJob, ArchiveFound>> => {
    started ??= start(program);
    return started;
  };

  async function look(job: ArchiveJob, signal: AbortSignal): Promise<ArchiveFound> {
    const threads = await pool();
    const tooLate = late();
    try {
      // The library's types allow only the other form of postMessage's second argument, but it passes on a list.
      const transferList = [job.bytes.buffer] as never;
      return await threads.run(job, { signal: AbortSignal.any([signal, tooLate]), transferList });
    } catch (error) {
      signal.throwIfAborted();
      if (tooLate.aborted) return { refused: 'This archive takes too long to look through. Send its files in several smaller ones.' };
      throw error;
    }
  }

  return {
    inspect: (file, kind, { owner, signal }) =>
      turns.run(
        owner,
        async () => {
          const found = await look({ kind, bytes: await wholeOf(file) }, signal);
          if ('refused' in found) throw new FileNotTaken(found.refused);
          return found.type;
        },
        { signal },
      ),
  };
}

async function start(program: string): Promise<Piscina<ArchiveJob, ArchiveFound>> {
  // Loaded with the first archive, because many processes never inspect one.
  const { Piscina } = await import('piscina');
  const threads = new Piscina<ArchiveJob, ArchiveFound>({
    filename: program,
    minThreads: 0,
    maxThreads: AT_ONCE,
    idleTimeout: IDLE_MS,
    resourceLimits: HEAP,
  });
  // A thread may fail while nobody waits for it. The next archive gets a new one.
  threads.on('error', () => undefined);
  return threads;
}

/** Reads and decrypts the bytes once, into memory that can be handed over to a thread. */
async function wholeOf(file: Inspectable): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = new Uint8Array(file.size);
  let at = 0;
  for await (const some of file.range(0, file.size)) {
    bytes.set(some, at);
    at += some.length;
  }
  return bytes;
}
