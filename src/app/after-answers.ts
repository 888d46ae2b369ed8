import { setTimeout } from 'node:timers/promises';

/** Milliseconds after which an answer has certainly been sent. */
const AFTER_MS = 20;

/**
 * Waits until work after an answer may begin. The instants are spread at random. Otherwise somebody could send requests,
 * measure how long other answers take, and find out which work belongs to which request.
 */
export type Spread = () => Promise<unknown>;

type Wait = (milliseconds: number) => Promise<unknown>;
/** The timer keeps no process alive, because `drain` begins the waiting work before the program ends. */
const waitQuietly: Wait = (milliseconds) => setTimeout(milliseconds, undefined, { ref: false });

/** Spreads work over a time. `random` returns numbers from 0 to 1; `wait` resolves after the given milliseconds. */
export const spreadOver =
  (milliseconds: number, random: () => number = Math.random, wait: Wait = waitQuietly): Spread =>
  () =>
    wait(AFTER_MS + Math.floor(random() * milliseconds));

export interface AfterAnswers {
  /** Runs the work after the answer. If the work delayed the answer, the delay would reveal that an address is known. */
  readonly run: (work: () => Promise<unknown>) => void;
  /** Begins all waiting work at once, and resolves when it has ended. */
  readonly drain: () => Promise<void>;
}

/** `onFault` receives the errors of the work, because the answer that could report them was already sent. */
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
