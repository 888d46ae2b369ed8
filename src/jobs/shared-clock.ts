import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { later } from '../domain/calendar/dates.ts';
import { RuleViolation } from '../domain/kernel/decider.ts';
import { StoreUnavailable } from '../domain/kernel/event-store.ts';
import type { ClockRecord, SharedClockState } from '../ports/clock.ts';
import type { Log } from '../ports/log.ts';
import type { ProgramClock } from './clock.ts';

export interface SharedClockStart {
  readonly record: ClockRecord;
  /** Real time in milliseconds since the epoch. */
  readonly real: () => number;
  /** The instant of the newest event in the log, or null. The clock never shows an earlier instant. */
  readonly newest: string | null;
  /** The instant to which the clock is set at its very first start (VOUCH_CLOCK), or null. */
  readonly at: string | null;
  readonly log: Pick<Log, 'error'>;
  /** The pause between two reads of the record by whoever requests a move, or makes moves and has just made one, in milliseconds. */
  readonly pollMs?: number;
  /** The pause of a process that makes moves, while things are written (see `stir`). */
  readonly busyPollMs?: number;
  /** The pause of a process that makes moves, while nothing happens. */
  readonly idlePollMs?: number;
  /** A move that makes no progress for this time is abandoned, in milliseconds. */
  readonly patienceMs?: number;
}

/**
 * The development clock shared by all processes. One process moves it. The others read the stored record when somebody asks for the time,
 * and a process that may have to move the clock reads it regularly.
 */
export interface SharedClock extends ProgramClock {
  /** Asks the process that runs due work to move the clock, and waits until that is done. See `Timekeeper.move`. */
  move(to: (now: string) => string): Promise<string>;
  /** Makes requested moves one after the other, as long as `may` returns true. Only a process that calls this reads the record regularly. */
  serveMoves(may: () => boolean, moveTo: (target: string) => Promise<unknown>): void;
  /**
   * Reads the record, so that this process shows every move that was answered before. Does nothing if the last read is less than `pollMs`
   * old. Never rejects, and does not wait long for a store that does not answer.
   */
  refresh(): Promise<void>;
  /** Somebody uses the program, so a move is more likely: for the next seconds, requests for one are noticed sooner. */
  stir(): void;
  stop(): Promise<void>;
}

const POLL_MS = 50;
const BUSY_POLL_MS = 500;
const IDLE_POLL_MS = 2_000;
/** Moves usually come one after the other. */
const AFTER_MOVE_MS = 5_000;
/** Somebody who has written something may move the clock next. */
const AFTER_STIR_MS = 2_000;
const REFRESH_MS = 250;
const PATIENCE_MS = 60_000;
const millis = (instant: string): number => Date.parse(instant);
const text = (instant: number): string => new Date(instant).toISOString();
const after = (ms: number, signal?: AbortSignal): Promise<void> =>
  delay(ms, undefined, { ...(signal && { signal }) }).catch(() => undefined);

export async function startSharedClock(start: SharedClockStart): Promise<SharedClock> {
  const { record, real, newest, at, log, pollMs = POLL_MS, patienceMs = PATIENCE_MS } = start;
  const { busyPollMs = BUSY_POLL_MS, idlePollMs = IDLE_POLL_MS } = start;
  const first = at === null ? Math.max(real(), newest === null ? 0 : millis(newest)) : millis(at);
  let state = await record.initialize({ offset_ms: first - real(), held: null, latest: text(first), asked: null, done: null });
  let latest = millis(state.latest);
  let offset = state.offset_ms;
  let held = state.held === null ? null : millis(state.held);
  /** True while this process holds the clock. The record then shows this process's own state. */
  let isMovedHere = false;
  let [changes, writtenChanges] = [0, 0];
  let writing: Promise<void> | null = null;
  const stopping = new AbortController();
  const never = Number.NEGATIVE_INFINITY;
  let [lookedAt, movedAt, stirredAt] = [performance.now(), never, never];
  let stirred = Promise.withResolvers<void>();
  let refreshing: Promise<unknown> | null = null;
  let running: Promise<void> = Promise.resolve();

  const nowMillis = (): number => {
    latest = Math.max(latest, held ?? real() + offset);
    return latest;
  };

  function follow(read: SharedClockState): void {
    state = read;
    if (isMovedHere || changes !== writtenChanges) return;
    offset = read.offset_ms;
    held = read.held === null ? null : millis(read.held);
    latest = Math.max(latest, millis(read.latest));
  }

  async function flush(): Promise<void> {
    while (writtenChanges !== changes) {
      const goal = changes;
      await record.write({ offset_ms: offset, held: held === null ? null : text(held), latest: text(nowMillis()) });
      writtenChanges = goal;
    }
  }
  function changed(): void {
    changes += 1;
    writing ??= flush()
      .catch((error: unknown) => log.error({ err: error }, 'clock.save_failed'))
      .finally(() => {
        writing = null;
      });
  }

  async function look(): Promise<SharedClockState> {
    const [before, begun] = [changes, performance.now()];
    const read = await record.read();
    lookedAt = Math.max(lookedAt, begun);
    if (read.asked !== null || read.done?.id !== state.done?.id) movedAt = begun;
    if (before === changes) follow(read);
    return read;
  }

  async function run(may: () => boolean, carry: (asked: NonNullable<SharedClockState['asked']>) => Promise<void>): Promise<void> {
    while (!stopping.signal.aborted) {
      const read = await look().catch(() => null);
      if (read?.asked && !stopping.signal.aborted)
        await carry(read.asked).catch((error: unknown) => log.error({ err: error }, 'clock.move_failed'));
      const now = performance.now();
      if (now - movedAt < AFTER_MOVE_MS && may()) await after(pollMs, stopping.signal);
      else if (now - stirredAt < AFTER_STIR_MS) await after(busyPollMs, stopping.signal);
      else await Promise.race([after(idlePollMs, stopping.signal), stirred.promise]);
    }
  }

  async function asked(to: (now: string) => string): Promise<string> {
    const id = randomUUID();
    for (;;) {
      const { done } = await look();
      const now = text(nowMillis());
      const target = to(now);
      if (target < now) throw new RuleViolation('conflict', `The clock shows ${now} already and never runs backwards.`);
      if (await record.requestMove(id, target, done?.id ?? null)) return id;
      if (stopping.signal.aborted) throw new StoreUnavailable('The program is ending.');
      await after(pollMs);
    }
  }

  return {
    now: () => text(nowMillis()),
    hold: (instant) => {
      isMovedHere = true;
      held = Math.max(millis(instant), nowMillis());
      changed();
    },
    release: () => {
      offset = nowMillis() - real();
      held = null;
      isMovedHere = false;
      changed();
    },
    // Each move is already stored. A process that does not know the last move yet would overwrite it.
    save: () => undefined,
    async move(to) {
      const id = await asked(to);
      let [moved, since] = ['', real()];
      for (;;) {
        const read = await look();
        if (read.asked?.id !== id) {
          if (read.done?.id === id && read.done.error !== null) throw new StoreUnavailable(read.done.error);
          return text(nowMillis());
        }
        if (stopping.signal.aborted) throw new StoreUnavailable('The program is ending.');
        if (read.latest !== moved) [moved, since] = [read.latest, real()];
        if (real() - since > patienceMs) throw new StoreUnavailable('No worker moves the clock: one must be running.');
        await after(pollMs);
      }
    },
    serveMoves(may, moveTo) {
      running = run(may, async ({ id, target }) => {
        if (!may()) return;
        const error = await moveTo(later(target, text(nowMillis()))).then(
          () => null,
          (fault: unknown) => (fault instanceof Error ? fault.message : 'Unknown.'),
        );
        // The process that requested the move continues from the stored state.
        await writing;
        await flush();
        // If this process lost the right to move the clock, the process that has it now finishes the move.
        if (may()) await record.finishMove(id, error);
      });
    },
    async refresh() {
      if (performance.now() - lookedAt < pollMs) return;
      refreshing ??= look()
        .catch(() => undefined)
        .finally(() => {
          refreshing = null;
        });
      await Promise.race([refreshing, after(REFRESH_MS)]);
    },
    stir() {
      stirredAt = performance.now();
      stirred.resolve();
      stirred = Promise.withResolvers<void>();
    },
    async stop() {
      stopping.abort();
      await running;
      await writing;
    },
  };
}
