import type { KeyedMutex } from '../ports/coordination.ts';

interface Line {
  running: number;
  readonly waiting: (() => void)[];
}

/**
 * Lets at most `atOnce` works of one key be under way in this process; the others wait for their turn. A work that fails does
 * not stop those that wait behind it.
 */
export function createKeyedSemaphore(atOnce: number): KeyedMutex {
  const lines = new Map<string, Line>();
  return async (key, work) => {
    const line = lines.get(key) ?? { running: 0, waiting: [] };
    lines.set(key, line);
    // Whoever ends hands its turn on, so that nobody who comes later is first.
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

/** A keyed mutex of this process alone. */
export const createKeyedMutex = (): KeyedMutex => createKeyedSemaphore(1);
