import { randomUUID } from 'node:crypto';
import { later } from '../domain/calendar/instant.ts';
import { RuleViolation } from '../domain/kernel/decider.ts';
import { StoreUnavailable } from '../domain/kernel/event-store.ts';
import type { ClockRecord, SharedClockState } from '../ports/clock-record.ts';
import type { ProgramClock } from './clock.ts';
import type { Log } from './log.ts';

export interface SharedClockStart {
  readonly record: ClockRecord;
  /** Real time in milliseconds since the epoch. */
  readonly real: () => number;
  /** The instant of the newest event in the log, or null. The clock never shows an earlier instant. */
  readonly newest: string | null;
  /** The instant to which the clock is set at its very first start (VOUCH_CLOCK), or null. */
  readonly at: string | null;
  readonly log: Pick<Log, 'error'>;
  readonly pollMs?: number;
  /** How long a move may make no progress before it is given up, in milliseconds. */
  readonly patienceMs?: number;
}

/** The development clock shared by all processes. One process moves it, and the others follow the stored record. */
export interface SharedClock extends ProgramClock {
  /** Asks the process that runs due work to move the clock, and waits until it is there. See `Timekeeper.move`. */
  move(to: (now: string) => string): Promise<string>;
  /** Carries out requested moves one after the other, as long as `may` returns true. */
  serveMoves(may: () => boolean, moveTo: (target: string) => Promise<unknown>): void;
  stop(): Promise<void>;
}

const POLL_MS = 50;
const PATIENCE_MS = 60_000;
const millis = (instant: string): number => Date.parse(instant);
const text = (instant: number): string => new Date(instant).toISOString();
const after = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

export async function startSharedClock(start: SharedClockStart): Promise<SharedClock> {
  const { record, real, newest, at, log, pollMs = POLL_MS, patienceMs = PATIENCE_MS } = start;
  const first = at === null ? Math.max(real(), newest === null ? 0 : millis(newest)) : millis(at);
  let state = await record.initialize({ offset_ms: first - real(), held: null, latest: text(first), asked: null, done: null });
  let latest = millis(state.latest);
  let offset = state.offset_ms;
  let held = state.held === null ? null : millis(state.held);
  /** True while this process holds the clock. The record then shows this process's own state. */
  let isMovedHere = false;
  let [changes, writtenChanges] = [0, 0];
  let writing: Promise<void> | null = null;
  let stopped = false;
  let carry: (asked: NonNullable<SharedClockState['asked']>) => Promise<void> = async () => undefined;

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

  /** Writes only the newest state; states in between are skipped. */
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
      .catch((error: unknown) => log.error({ err: error }, 'The clock could not be written down.'))
      .finally(() => {
        writing = null;
      });
  }

  async function look(): Promise<SharedClockState> {
    const before = changes;
    const read = await record.read();
    if (before === changes) follow(read);
    return read;
  }
  async function run(): Promise<void> {
    while (!stopped) {
      const read = await look().catch(() => null);
      if (read?.asked && !stopped)
        await carry(read.asked).catch((error: unknown) => log.error({ err: error }, 'A move of the clock failed.'));
      await after(pollMs);
    }
  }
  const running = run();

  async function asked(to: (now: string) => string): Promise<string> {
    const id = randomUUID();
    for (;;) {
      const { done } = await look();
      const now = text(nowMillis());
      const target = to(now);
      if (target < now) throw new RuleViolation('conflict', `The clock shows ${now} already and never runs backwards.`);
      if (await record.requestMove(id, target, done?.id ?? null)) return id;
      if (stopped) throw new StoreUnavailable('The program is ending.');
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
        if (stopped) throw new StoreUnavailable('The program is ending.');
        if (read.latest !== moved) [moved, since] = [read.latest, real()];
        if (real() - since > patienceMs) throw new StoreUnavailable('No worker moves the clock: one must be running.');
        await after(pollMs / 2);
      }
    },
    serveMoves(may, moveTo) {
      carry = async ({ id, target }) => {
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
      };
    },
    async stop() {
      stopped = true;
      await running;
      await writing;
    },
  };
}
