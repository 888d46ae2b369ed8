import type { Clock } from '../ports/clock.ts';

const PATIENCE_MS = 60_000;

/** What outlives a restart. */
export interface KeptClock {
  /** By how much the clock is ahead of real time, in milliseconds. */
  readonly offset_ms: number;
  /** The latest instant that is known to have been shown, RFC 3339. */
  readonly latest: string;
}

export interface ClockFile {
  read(): KeptClock | null;
  /** All or nothing, and durable when it returns. */
  write(kept: KeptClock): void;
}

export interface ClockStart {
  readonly file: ClockFile;
  /** Real time in milliseconds since the epoch. */
  readonly real: () => number;
  /** The instant of the newest event in the log, or null: the clock never runs behind it. */
  readonly newest: string | null;
  /** Where to set it (VOUCH_CLOCK), or null. */
  readonly at: string | null;
}

/** The start would set the clock back. */
export class ClockRefused extends Error {
  override readonly name = 'ClockRefused';
}

/** The program's one clock: real time plus what it was moved by. Never runs backwards, restarts included. */
export interface ProgramClock extends Clock {
  /** Stands still at this instant (never an earlier one than now) until `release`. */
  hold(at: string): void;
  /** Runs on from where it is held, and keeps that. */
  release(): void;
  /** Writes down where it is, so that a restart cannot fall behind it. */
  keep(): void;
}

/** @throws ClockRefused when `at` lies before what the clock has shown already */
export function startClock({ file, real, newest, at }: ClockStart): ProgramClock {
  const kept = file.read();
  const floor = Math.max(kept ? millis(kept.latest) : 0, newest === null ? 0 : millis(newest));
  if (at !== null && millis(at) < floor)
    throw new ClockRefused(
      `VOUCH_CLOCK is ${at}, and the clock has already shown ${text(floor)}: give that instant or a later one, or leave VOUCH_CLOCK out.`,
    );
  let offset = at === null ? (kept?.offset_ms ?? 0) : millis(at) - real();
  // Far behind what it has shown: a move was cut off, and it goes on from there. A little: real time was set right, and it waits.
  const behind = floor - (real() + offset);
  if (behind > PATIENCE_MS) offset += behind;
  let latest = floor;
  let held: number | null = null;

  const nowMillis = (): number => {
    latest = Math.max(latest, held ?? real() + offset);
    return latest;
  };
  const keep = (): void => file.write({ offset_ms: offset, latest: text(nowMillis()) });
  keep();
  return {
    now: () => text(nowMillis()),
    hold: (instant) => {
      held = Math.max(millis(instant), nowMillis());
    },
    release: () => {
      offset = nowMillis() - real();
      held = null;
      keep();
    },
    keep,
  };
}

const millis = (instant: string): number => Date.parse(instant);
const text = (instant: number): string => new Date(instant).toISOString();
