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
  /** The instant of the newest event in the log, or null: the clock never runs behind it. */
  readonly newest: string | null;
  /** Where it is set where it was never started before (VOUCH_CLOCK), or null. */
  readonly at: string | null;
  readonly log: Pick<Log, 'error'>;
  readonly pollMs?: number;
  /** How long a move may stand still before it is given up on. */
  readonly patienceMs?: number;
}

/** The clock of development, one for all processes: each follows the record, one moves it. */
export interface SharedClock extends ProgramClock {
  /** Asks whoever keeps the time to move it, and waits until it is there. As Timekeeper's `move`. */
  move(to: (now: string) => string): Promise<string>;
  /** Carries out the moves that are asked for, one after the other, while `may`. */
  carry(may: () => boolean, moveTo: (target: string) => Promise<unknown>): void;
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
  let state = await record.begin({ offset_ms: first - real(), held: null, latest: text(first), asked: null, done: null });
  let latest = millis(state.latest);
  let offset = state.offset_ms;
  let held = state.held === null ? null : millis(state.held);
  /** It stands where this process holds it, and what the record says is this process's own. */
  let mine = false;
  let [wanted, written] = [0, 0];
  let writing: Promise<void> | null = null;
  let stopped = false;
  let carry: (asked: NonNullable<SharedClockState['asked']>) => Promise<void> = async () => undefined;

  const nowMillis = (): number => {
    latest = Math.max(latest, held ?? real() + offset);
    return latest;
  };

  function follow(read: SharedClockState): void {
    state = read;
    if (mine || wanted !== written) return;
    offset = read.offset_ms;
    held = read.held === null ? null : millis(read.held);
    latest = Math.max(latest, millis(read.latest));
  }

  /** Only the newest stand is written; those in between are skipped. */
  async function flush(): Promise<void> {
    while (written !== wanted) {
      const goal = wanted;
      await record.write({ offset_ms: offset, held: held === null ? null : text(held), latest: text(nowMillis()) });
      written = goal;
    }
  }
  function changed(): void {
    wanted += 1;
    writing ??= flush()
      .catch((error: unknown) => log.error({ err: error }, 'The clock could not be written down.'))
      .finally(() => {
        writing = null;
      });
  }

  async function look(): Promise<SharedClockState> {
    const before = wanted;
    const read = await record.read();
    if (before === wanted) follow(read);
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
      if (await record.ask(id, target, done?.id ?? null)) return id;
      if (stopped) throw new StoreUnavailable('The program is ending.');
      await after(pollMs);
    }
  }

  return {
    now: () => text(nowMillis()),
    hold: (instant) => {
      mine = true;
      held = Math.max(millis(instant), nowMillis());
      changed();
    },
    release: () => {
      offset = nowMillis() - real();
      held = null;
      mine = false;
      changed();
    },
    // Each move is written down. Who has not heard of the last one yet would write over it.
    keep: () => undefined,
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
    carry(may, moveTo) {
      carry = async ({ id, target }) => {
        if (!may()) return;
        const error = await moveTo(later(target, text(nowMillis()))).then(
          () => null,
          (fault: unknown) => (fault instanceof Error ? fault.message : 'Unknown.'),
        );
        // Whoever asked goes on from what is written.
        await writing;
        await flush();
        // Not carried out to its end for want of the right to: whoever has it now goes on.
        if (may()) await record.end(id, error);
      };
    },
    async stop() {
      stopped = true;
      await running;
      await writing;
    },
  };
}
