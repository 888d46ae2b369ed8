import { type ProgramClock, startClock } from '../../src/jobs/clock.ts';

/** The program's clock over a real time that the test moves. It writes nothing to the disk. */
export function fakeClock(start: string): ProgramClock & { pass(ms: number): void } {
  let real = Date.parse(start);
  const file = { read: () => null, write: () => undefined };
  const clock = startClock({ file, real: () => real, newest: null, at: null });
  return {
    ...clock,
    pass: (ms) => {
      real += ms;
    },
  };
}
