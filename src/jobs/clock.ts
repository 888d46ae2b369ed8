import { closeSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { z } from 'zod';
import { errorCode } from '../domain/kernel/decider.ts';
import { StoreFull } from '../domain/kernel/event-store.ts';
import type { Clock } from '../ports/clock.ts';

/** If real time is set back by less than this, the clock waits. */
const PATIENCE_MS = 60_000;
/** While the clock is further ahead, it runs slower than real time by this factor. */
const SLOWER = 2;

export interface SavedClock {
  /** How far the clock is ahead of real time, in milliseconds. */
  readonly offset_ms: number;
  /** The latest instant that the clock is known to have shown, RFC 3339. */
  readonly latest: string;
}

export interface ClockFile {
  read(): SavedClock | null;
  /** Writes atomically. The data is durable when this returns. */
  write(kept: SavedClock): void;
}

export interface ClockStart {
  readonly file: ClockFile;
  /** Real time in milliseconds since the epoch. */
  readonly real: () => number;
  /** The instant of the newest event in the log, or null. The clock never shows an earlier instant. */
  readonly newest: string | null;
  /** The instant to which the clock is set at the start (VOUCH_CLOCK), or null. */
  readonly at: string | null;
  /** Whether the clock is moved on request, as in development mode; default true. */
  readonly moves?: boolean;
}

export class ClockRefused extends Error {
  override readonly name = 'ClockRefused';
}

/**
 * The program's clock: real time plus an offset. It never runs backwards, not even over a restart. If real time is set back by more than a
 * minute (because it was wrong before, or is wrong now), the clock runs at half speed until real time has caught up. So work that waits for
 * an instant still happens, and the clock becomes right by itself.
 */
export interface ProgramClock extends Clock {
  /** Stops the clock at this instant until `release`. An instant in the past counts as now. */
  hold(at: string): void;
  /** Lets the clock run on from where it was held, and saves the new offset. */
  release(): void;
  /** Saves the present instant, so that the clock does not show an earlier one after a restart. */
  save(): void;
}

/** @throws ClockRefused if `at` is earlier than what the clock has shown already */
export function startClock({ file, real, newest, at, moves = true }: ClockStart): ProgramClock {
  const kept = file.read();
  const floor = Math.max(kept ? millis(kept.latest) : 0, newest === null ? 0 : millis(newest));
  if (at !== null && millis(at) < floor)
    throw new ClockRefused(
      `VOUCH_CLOCK is ${at}, and the clock has already shown ${text(floor)}: give that instant or a later one, or leave VOUCH_CLOCK out.`,
    );
  let offset = at === null ? (kept?.offset_ms ?? 0) : millis(at) - real();
  // If a clock that can be moved is far behind what it has shown, a move was interrupted, and the clock continues from there. Otherwise
  // real time was corrected.
  const behind = floor - (real() + offset);
  if (moves && behind > PATIENCE_MS) offset += behind;
  let latest = floor;
  let held: number | null = null;
  /** Real time when the clock was last read, minus a remainder that was too small to count. */
  let seen = real();

  const nowMillis = (): number => {
    const instant = real();
    const shown = held ?? instant + offset;
    const elapsed = Math.max(0, instant - seen);
    const isFarAhead = held === null && latest - shown > PATIENCE_MS;
    seen = isFarAhead ? instant - (elapsed % SLOWER) : instant;
    latest = isFarAhead ? latest + Math.floor(elapsed / SLOWER) : Math.max(latest, shown);
    return latest;
  };
  // A request reads the clock several times within one millisecond.
  let last = { instant: floor, text: text(floor) };
  const now = (): string => {
    const instant = nowMillis();
    if (instant !== last.instant) last = { instant, text: text(instant) };
    return last.text;
  };
  const save = (): void => file.write({ offset_ms: offset, latest: text(nowMillis()) });
  save();
  return {
    now,
    hold: (instant) => {
      held = Math.max(millis(instant), nowMillis());
    },
    release: () => {
      offset = nowMillis() - real();
      held = null;
      save();
    },
    save,
  };
}

const millis = (instant: string): number => Date.parse(instant);
const text = (instant: number): string => new Date(instant).toISOString();

const kept = z.object({ offset_ms: z.number().int(), latest: z.iso.datetime() });

const FULL: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT']);

/**
 * The clock's file in the data folder. Writing throws StoreFull when there is no room.
 * @throws Error naming the file if its content is not a clock
 */
export function clockFile(path: string): ClockFile {
  return { read: () => read(path), write: (clock) => withRoom(() => write(path, clock)) };
}

function read(path: string): SavedClock | null {
  try {
    return kept.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null;
    throw new Error(`${path} does not hold a clock. Remove it: the clock then goes on from the newest event.`, { cause: error });
  }
}

function withRoom(work: () => void): void {
  try {
    work();
  } catch (error) {
    if (FULL.has(errorCode(error))) throw new StoreFull('There is no room left to write.', { cause: error });
    throw error;
  }
}

/** Writes a new file and renames it over the old one, so that a crash leaves one of them complete. */
function write(path: string, clock: SavedClock): void {
  const draft = `${path}.new`;
  const file = openSync(draft, 'w', 0o600);
  try {
    writeSync(file, `${JSON.stringify(clock)}\n`);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  renameSync(draft, path);
  const folder = openSync(dirname(path), 'r');
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}
