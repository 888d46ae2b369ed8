import type { KeyedMutex } from '../ports/coordination.ts';

interface Line {
  running: number;
  readonly waiting: (() => void)[];
}

/**
 * Runs at most `atOnce` pieces of work for one key at the same time in this process; the others wait in a queue. If one
 * fails, the next one runs nevertheless.
 */
export function createKeyedSemaphore(atOnce: number): KeyedMutex {
  const lines = new Map<string, Line>();
  return async (key, work) => {
    const line = lines.get(key) ?? { running: 0, waiting: [] };
    lines.set(key, line);
    // The turn is passed on directly, so that nobody who comes later overtakes the queue.
    if (line.running >= atOnce) await new Promise<void>((resolve) => line.waiting.push(resolve));
    else line.running += 1;
    try {
      return await work();
    } finally {
      const next = line.waiting.shift();
      if (next) next();
      else {
        line.running -= 1;
        if (line.running === 0) lines.delete(key);
      }
    }
  };
}

/** A keyed mutex for this process only. */
export const createKeyedMutex = (): KeyedMutex => createKeyedSemaphore(1);
