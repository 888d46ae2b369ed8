import { setTimeout } from 'node:timers/promises';

/** Milliseconds after which an answer has certainly been sent. */
const AFTER_MS = 20;

/**
 * Waits until work that is left for after an answer may begin. The instants are spread at random, so that whoever asks and
 * then measures how long other answers take cannot tell which work is that of which request.
 */
export type Spread = () => Promise<unknown>;

type Wait = (milliseconds: number) => Promise<unknown>;
/** It keeps no process alive: what waits is begun before the program ends. */
const waitQuietly: Wait = (milliseconds) => setTimeout(milliseconds, undefined, { ref: false });

/** Spreads work over so many milliseconds. `random` gives numbers from 0 to 1; `wait` resolves after so many milliseconds. */
export const spreadOver =
  (milliseconds: number, random: () => number = Math.random, wait: Wait = waitQuietly): Spread =>
  () =>
    wait(AFTER_MS + Math.floor(random() * milliseconds));

/** Work that is done once an answer was given. */
export interface AfterAnswers {
  /** Runs the work later. Doing it earlier would delay the answer, and the delay would tell that an address is known. */
  readonly run: (work: () => Promise<unknown>) => void;
  /** Begins at once what still waits, and resolves when all work that was accepted has ended. */
  readonly drain: () => Promise<void>;
}

/** `onFault` is called with the errors of work, which has no answer any more in which they could be told. */
export function createAfterAnswers(onFault: (error: unknown) => void, spread: Spread): AfterAnswers {
  const pending = new Set<Promise<void>>();
  const waiting = new Set<() => void>();
  return {
    run(work) {
      const { promise: hurried, resolve: hurry } = Promise.withResolvers<void>();
      waiting.add(hurry);
      const running: Promise<void> = Promise.race([spread(), hurried])
        .then(() => {
          waiting.delete(hurry);
          return work();
        })
        .then(() => undefined, onFault)
        .finally(() => pending.delete(running));
      pending.add(running);
    },
    async drain() {
      while (pending.size > 0) {
        for (const hurry of waiting) hurry();
        await Promise.all(pending);
      }
    },
  };
}
