/** How long leases are given, in milliseconds. */
export const LENGTHS = {
  /** As long as nobody else is there to take over, and for a process that is no worker. */
  usual: 6_000,
  /** Among several workers, if the store answers fast. */
  shortest: 2_000,
  longest: 30_000,
} as const;
/** A lease lasts for so many of the slowest calls: a renewal that takes as long as that may fail, and another one may follow it. */
const CALLS = 4;
/** A lease is renewed so many times in the time for which it is given. */
const RENEWALS = 3;
/** A renewal is sent at the latest when so many of the slowest calls fit into the time that is left. */
const LEFT_CALLS = 1.5;
/** How many calls are remembered. With short leases these are the calls of about 20 seconds. */
const REMEMBERED = 40;

export interface LeaseLength {
  /** How long leases are given at present, in milliseconds. */
  now(): number;
  /** How many milliseconds later to renew leases that still last for `leftMs`. */
  pause(leftMs: number): number;
  /** Notes how many milliseconds a call took, whether or not it succeeded, or by how many a timer was late. */
  took(ms: number): void;
  /** Notes how many workers there are, this one included. */
  among(workers: number): void;
}

/**
 * The shorter a lease is, the sooner others continue the work of a process that died; but a process that cannot renew in time loses its
 * lease although it lives, and takes it from others a moment later. So the length follows what calls take at present, as this process
 * sees it: a slow store makes leases longer, and so does a busy machine.
 */
export function measuredLength(): LeaseLength {
  const recent: number[] = [];
  let workers = 1;
  const slowest = (): number => Math.max(0, ...recent);
  const now = (): number => {
    const least = workers > 1 ? LENGTHS.shortest : LENGTHS.usual;
    return Math.min(LENGTHS.longest, Math.max(least, Math.ceil(CALLS * slowest())));
  };
  return {
    now,
    pause: (leftMs) => Math.max(0, Math.min(now() / RENEWALS, leftMs - LEFT_CALLS * slowest())),
    took(ms) {
      recent.push(ms);
      if (recent.length > REMEMBERED) recent.shift();
    },
    among(count) {
      workers = count;
    },
  };
}

/** For tests: always the same. */
export const fixedLength = (ms: number, renewMs = ms / RENEWALS): LeaseLength => ({
  now: () => ms,
  pause: () => renewMs,
  took: () => undefined,
  among: () => undefined,
});
