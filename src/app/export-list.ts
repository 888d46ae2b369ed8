import { exportDecider } from '../domain/export/decide.ts';
import { exportStream } from '../domain/export/events.ts';
import { exportsIn, type RequestedExport } from '../domain/export/exports.ts';
import { readEvents } from '../domain/kernel/fold-stream.ts';
import type { SharedProgress } from '../ports/coordination.ts';
import type { App } from './app.ts';

export interface ListedExport extends Omit<RequestedExport, 'status'> {
  readonly status: 'waiting' | 'making' | 'ready' | 'fetched' | 'expired' | 'failed';
  /** From 0 to 1. */
  readonly progress: number;
}

const MOST_LISTED = 100;

/** The newest bundles of an owner, newest first. @throws StoreUnavailable */
export async function listExports(app: App, owner: string): Promise<readonly ListedExport[]> {
  const all = exportsIn(await readEvents(app.store, exportDecider, exportStream(owner))).slice(-MOST_LISTED);
  return Promise.all(all.toReversed().map((one) => listed(app, one)));
}

async function listed(app: App, one: RequestedExport): Promise<ListedExport> {
  const { id, status, expires_at } = one;
  if (status === 'under_way') {
    const share = await progressOf(app).of(id);
    return { ...one, status: share === null ? 'waiting' : 'making', progress: share ?? 0 };
  }
  // The file is removed, and the event written, as due work.
  const isOver = status === 'ready' && expires_at !== null && expires_at <= app.clock.now();
  return { ...one, status: isOver ? 'expired' : status, progress: status === 'failed' ? 0 : 1 };
}

const own = new WeakMap<App['store'], SharedProgress>();

/** How far bundles are. A process that runs alone knows it by itself. */
export function progressOf({ shared, store }: Pick<App, 'shared' | 'store'>): SharedProgress {
  if (shared) return shared.progress;
  const mine = own.get(store) ?? createProgress();
  own.set(store, mine);
  return mine;
}

/** The progress that one process alone knows. */
export function createProgress(): SharedProgress {
  const shares = new Map<string, number>();
  return {
    note: async (id, share) => void shares.set(id, share),
    of: async (id) => shares.get(id) ?? null,
    end: async (id) => void shares.delete(id),
  };
}

/** A change that is smaller than this is not noted. */
const STEP = 0.01;
/** What is noted is forgotten a minute later, so it is noted again before that. */
const AGAIN_MS = 15_000;

/** Passes the pieces of a bundle on, and notes meanwhile how far it is. `share` gives that, from 0 to 1. */
export async function* noting(
  pieces: AsyncIterable<Uint8Array>,
  share: () => number,
  note: (share: number) => Promise<void>,
): AsyncGenerator<Uint8Array> {
  let noted = { share: 0, at: performance.now() };
  await note(0);
  for await (const piece of pieces) {
    const now = { share: share(), at: performance.now() };
    if (now.share - noted.share >= STEP || now.at - noted.at > AGAIN_MS) {
      await note(now.share);
      noted = now;
    }
    yield piece;
  }
}
