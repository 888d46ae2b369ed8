import type { App } from '../app/app.ts';
import { latest } from '../app/task/task-send.ts';
import type { Position } from '../domain/kernel/event.ts';
import { StoreUnavailable } from '../domain/kernel/event-store.ts';
import type { DueWork, ShareResult, TakenShare, WorkSharing } from '../ports/due-work.ts';
import type { Log } from '../ports/log.ts';
import { RepeatedWork } from '../projections/engine/repeated-work.ts';
import { OWN_TIME, type OwnTime } from '../projections/engine/views.ts';
import { doSideBySide, type Run } from './group.ts';
import { keepShare } from './kept-share.ts';

export interface HelpingPorts {
  readonly app: Pick<App, 'clock' | 'waitForReadModels'>;
  readonly sharing: WorkSharing;
  readonly run: Run;
  /** Kinds of due work that this program knows. A worker of a newer version may hand out others. */
  readonly kinds: readonly string[];
  /** False: there is nobody to help, or this process hands out work itself. */
  readonly mayHelp: () => boolean;
  /** Reads the clock that processes share, where there is one. */
  readonly refreshClock: () => Promise<void>;
  /** For how many milliseconds a share is taken. */
  readonly keepMs: () => number;
  /** A sentence about an error, without personal data. */
  readonly describe: (error: unknown) => string;
  readonly log: Pick<Log, 'error'>;
  readonly time?: OwnTime;
}

export interface Helping {
  start(): void;
  /** Begins no more pieces, and gives the present share back, at the latest after half a second. */
  stop(): Promise<void>;
}

/** The pause between two looks for shares, in milliseconds. */
const LOOK_MS = 1_000;
/** After a share was found, more will follow: it looks this often for this long. */
const SOON_MS = 25;
const BUSY_MS = 5_000;
/** After it has given a share back, it leaves the shares to others for this long. */
const REST_MS = 5_000;
/** How long it waits until its read models and its clock show what a share needs. */
const READY_MS = 1_000;
const CLOCK_LOOK_MS = 20;
const STOP_MS = 500;

/** Does shares of due work that another worker hands out (see `WorkSharing`). */
export function createHelping(ports: HelpingPorts): Helping {
  const { app, sharing, run, kinds, mayHelp, refreshClock, keepMs, describe, log, time = OWN_TIME } = ports;
  const stopping = new AbortController();
  let foundAt = Number.NEGATIVE_INFINITY;
  let isTired = false;
  let present: TakenShare | null = null;
  let stopped: Promise<void> | null = null;

  async function isReadyFor({ at, position }: TakenShare): Promise<boolean> {
    const isCurrent = await app.waitForReadModels(position, { timeoutMs: READY_MS }).then(
      () => true,
      () => false,
    );
    const until = time.monotonic() + READY_MS;
    while (isCurrent && !stopping.signal.aborted) {
      await refreshClock();
      if (app.clock.now() >= at) return true;
      if (time.monotonic() >= until) return false;
      await time.sleep(CLOCK_LOOK_MS, stopping.signal);
    }
    return false;
  }

  /** The result, or null if the share was not done to its end. */
  async function results(share: TakenShare): Promise<ShareResult | null> {
    const kept = keepShare(sharing, share, keepMs, time);
    const [positions, failed]: [(Position | null)[], { id: string; error: string }[]] = [[], []];
    let isAway = false;
    const heard = {
      done: (_: DueWork, position: Position | null) => void positions.push(position),
      failed: ({ id }: DueWork, error: unknown) => {
        if (error instanceof StoreUnavailable) isAway = true;
        else failed.push({ id, error: describe(error) });
      },
    };
    try {
      if (await isReadyFor(share)) await doSideBySide(share.works, run, heard, () => !(stopping.signal.aborted || kept.isLost() || isAway));
    } finally {
      await kept.stop();
    }
    if (positions.length + failed.length < share.works.length) return null;
    return { position: latest(positions), nothingLeft: positions.includes(null), failed };
  }

  async function help(share: TakenShare): Promise<void> {
    present = share;
    try {
      const result = await results(share);
      isTired = result === null;
      await (result === null ? sharing.giveBack(share) : sharing.finish(share, result));
    } finally {
      present = null;
    }
  }

  async function look(): Promise<void> {
    isTired = false;
    while (!isTired && !stopping.signal.aborted && mayHelp()) {
      const share = await sharing.take({ kinds }, keepMs());
      if (share === null) return;
      foundAt = time.monotonic();
      await help(share);
    }
  }

  const looks = new RepeatedWork(look, log, time);
  const pause = (): number => {
    if (isTired) return REST_MS;
    return time.monotonic() - foundAt < BUSY_MS ? SOON_MS : LOOK_MS;
  };
  async function end(): Promise<void> {
    stopping.abort();
    const ended = new AbortController();
    await Promise.race([looks.stop(), time.sleep(STOP_MS, ended.signal)]);
    ended.abort();
    // Its pieces may wait for a server of others. Whoever takes the share does those again that have not begun.
    if (present !== null) await sharing.giveBack(present).catch(() => undefined);
  }

  return {
    start: () => looks.every(pause),
    stop: () => (stopped ??= end()),
  };
}
