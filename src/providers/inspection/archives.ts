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
  /** Aborts when one archive has taken too long. It is asked for when the work on that one begins. */
  readonly late?: () => AbortSignal;
  /** The path of the module that the thread runs. */
  readonly program?: string;
}

const MOST_MS = 15_000;
const PROGRAM = fileURLToPath(new URL('./archive-thread.ts', import.meta.url));
/** One of an owner, so that nobody has to wait for what a single other person sends. */
const AT_ONCE = 2;
const BOUNDS = { running: AT_ONCE, waiting: 200, waitingOfOwner: 20 } as const;
/** A thread that has had nothing to do for so long is ended, and gives back its memory. */
const IDLE_MS = 30_000;
/** Of the thread's heap. The bytes of the archive are not in it. */
const HEAP = { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 8 } as const;

/** Looks through archives in threads. One that takes too long, or that nobody waits for any more, is ended with its thread. */
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
      // Its types take the other form of postMessage's second argument; it passes on a list.
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
  // It is loaded when the first archive comes: many processes never need it.
  const { Piscina } = await import('piscina');
  const threads = new Piscina<ArchiveJob, ArchiveFound>({
    filename: program,
    minThreads: 0,
    maxThreads: AT_ONCE,
    idleTimeout: IDLE_MS,
    resourceLimits: HEAP,
  });
  // A thread that failed while nobody waited for it. The next archive gets another one.
  threads.on('error', () => undefined);
  return threads;
}

/** The bytes in memory of their own, which can be handed over to a thread. They are read and decrypted once. */
async function wholeOf(file: Inspectable): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = new Uint8Array(file.size);
  let at = 0;
  for await (const some of file.range(0, file.size)) {
    bytes.set(some, at);
    at += some.length;
  }
  return bytes;
}
