import { type ProgramClock, startClock } from '../../src/jobs/clock.ts';
import type { Clock } from '../../src/ports/clock.ts';

/** A clock that stands still until it is moved. */
export class TestClock implements Clock {
  #now: Temporal.Instant;

  /** `at`: RFC 3339. */
  constructor(at = '2026-11-20T16:00:00.000Z') {
    this.#now = Temporal.Instant.from(at);
  }

  now(): string {
    return this.#now.toString({ fractionalSecondDigits: 3 });
  }

  set(at: string): void {
    this.#now = Temporal.Instant.from(at);
  }

  /** Moves it by an ISO 8601 duration in hours or smaller units (`PT36H`), or by milliseconds. */
  advance(by: string | number): void {
    this.#now = this.#now.add(typeof by === 'number' ? { milliseconds: by } : Temporal.Duration.from(by));
  }
}

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
