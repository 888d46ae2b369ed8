import { setTimeout } from 'node:timers/promises';

/** Milliseconds after which an answer has certainly been sent. */
const AFTER_MS = 20;

/** Work that is done once an answer was given. */
export interface AfterAnswers {
  /** Runs the work later. Doing it earlier would delay the answer, and the delay would tell that an address is known. */
  readonly run: (work: () => Promise<unknown>) => void;
  /** Resolves when all work that was accepted has ended. */
  readonly drain: () => Promise<void>;
}

/** `onFault` is called with the errors of work, for which there is no answer any more that could report them. */
export function createAfterAnswers(onFault: (error: unknown) => void): AfterAnswers {
  const pending = new Set<Promise<void>>();
  return {
    run(work) {
      const running: Promise<void> = setTimeout(AFTER_MS)
        .then(work)
        .then(() => undefined, onFault)
        .finally(() => pending.delete(running));
      pending.add(running);
    },
    drain: async () => void (await Promise.all(pending)),
  };
}
