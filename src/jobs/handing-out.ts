import { randomUUID } from 'node:crypto';
import type { EventStore } from '../domain/kernel/event-store.ts';
import type { DueWork, ShareResult, TakenShare, WorkShare, WorkSharing } from '../ports/due-work.ts';
import type { Log } from '../ports/log.ts';
import { OWN_TIME, type OwnTime } from '../projections/engine/views.ts';
import { ACCOUNTS_AT_ONCE, byAccount, doSideBySide, type Heard, type Run } from './group.ts';
import { keepShare } from './kept-share.ts';

export interface HandingOutPorts {
  readonly sharing: WorkSharing;
  readonly store: Pick<EventStore, 'head'>;
  readonly run: Run;
  readonly log: Pick<Log, 'info'>;
  /** The number of workers, this one included. */
  readonly workers: () => number;
  /** Whether work of this kind may be done by another process. */
  readonly isHandedOut: (kind: string) => boolean;
  /** For how many milliseconds a share is taken. */
  readonly keepMs: () => number;
  readonly time?: OwnTime;
}

/** Lets other workers do a part of what is due at one instant and is of one kind. */
export interface HandingOut {
  /** How many pieces of the kind are worth reading at once. `alone`: as many as this process reads for itself. */
  most(kind: string, alone: number): number;
  /** Whether handing out is worth its calls. */
  isWorthIt(works: readonly DueWork[]): boolean;
  /**
   * Does the work together with the other workers. Resolves when every piece has ended, or, once `mayGoOn` returns false, without those
   * that have not begun and those that others do.
   */
  run(works: readonly DueWork[], at: string, heard: Heard, mayGoOn: () => boolean): Promise<void>;
}

/** Up to this number of accounts, one worker is done before another one has noticed. */
const FEW_ACCOUNTS = 2 * ACCOUNTS_AT_ONCE;
const MOST_READ = 4_000;
/** The pause between two looks at what others do: the first one, and the longest. */
const FIRST_PAUSE_MS = 20;
const LONGEST_PAUSE_MS = 200;
const SLOWER = 1.5;
/** The worker that hands out has told of its own pieces already. */
const TOLD: ShareResult = { position: null, nothingLeft: false, failed: [] };

/** The pieces of an account are in the same share. */
function sharesOf(works: readonly DueWork[], of: Omit<WorkShare, 'id' | 'works'>): readonly WorkShare[] {
  const accounts = byAccount(works);
  return Array.from({ length: Math.ceil(accounts.length / ACCOUNTS_AT_ONCE) }, (_, index) => ({
    ...of,
    id: `${of.group} ${index}`,
    works: accounts.slice(index * ACCOUNTS_AT_ONCE, (index + 1) * ACCOUNTS_AT_ONCE).flat(),
  }));
}

function tell({ works }: WorkShare, { position, nothingLeft, failed }: ShareResult, heard: Heard): void {
  const errors = new Map(failed.map(({ id, error }) => [id, error]));
  for (const work of works) {
    const error = errors.get(work.id);
    if (error === undefined) heard.done(work, nothingLeft ? null : position);
    else heard.failed(work, new Error(error));
  }
}

export function createHandingOut(ports: HandingOutPorts): HandingOut {
  const { sharing, store, run, log, workers, isHandedOut, keepMs, time = OWN_TIME } = ports;
  /** Groups that have ended and are still stored, because the call that removes them failed. */
  const ended = new Set<string>();
  const unending = new AbortController().signal;

  async function removeEnded(): Promise<void> {
    const groups = [...ended];
    if (groups.length === 0) return;
    await sharing.end(groups);
    for (const group of groups) ended.delete(group);
  }

  async function doOwn(taken: TakenShare, heard: Heard, mayGoOn: () => boolean): Promise<void> {
    const kept = keepShare(sharing, taken, keepMs, time);
    await doSideBySide(taken.works, run, heard, mayGoOn);
    await kept.stop();
    if (mayGoOn()) await sharing.finish(taken, TOLD);
  }

  /** Takes shares like every other worker, and waits for those of others when none is left. Gives the number of pieces that others did. */
  async function complete(shares: readonly WorkShare[], group: string, heard: Heard, mayGoOn: () => boolean): Promise<number> {
    const left = new Map(shares.map((share) => [share.id, share]));
    let elsewhere = 0;
    let pause = FIRST_PAUSE_MS;
    while (left.size > 0 && mayGoOn()) {
      const taken = await sharing.take({ group }, keepMs());
      if (taken !== null) {
        await doOwn(taken, heard, mayGoOn);
        left.delete(taken.id);
        pause = FIRST_PAUSE_MS;
        continue;
      }
      const results = await sharing.results(group);
      for (const [id, share] of left) {
        const result = results.get(id);
        // Without a row, another process has removed the group. What was not done is found due again.
        if (result === null) continue;
        left.delete(id);
        if (result === undefined) continue;
        tell(share, result, heard);
        elsewhere += share.works.length;
      }
      if (left.size === 0) break;
      await time.sleep(pause, unending);
      pause = Math.min(pause * SLOWER, LONGEST_PAUSE_MS);
    }
    return elsewhere;
  }

  return {
    most: (kind, alone) => (workers() > 1 && isHandedOut(kind) ? Math.min(alone * workers(), MOST_READ) : alone),
    isWorthIt(works) {
      const [first] = works;
      return first !== undefined && workers() > 1 && isHandedOut(first.kind) && byAccount(works).length > FEW_ACCOUNTS;
    },
    async run(works, at, heard, mayGoOn) {
      const [group, kind] = [randomUUID(), works[0]?.kind ?? ''];
      await removeEnded();
      const shares = sharesOf(works, { group, kind, at, position: await store.head() });
      try {
        await sharing.handOut(shares);
        const elsewhere = await complete(shares, group, heard, mayGoOn);
        if (elsewhere > 0) log.info({ kind, pieces: works.length, elsewhere }, 'due_work.shared');
      } finally {
        ended.add(group);
        await removeEnded().catch(() => undefined);
      }
    },
  };
}
