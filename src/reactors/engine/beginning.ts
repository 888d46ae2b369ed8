import { type Position, type Recorded, START } from '../../domain/kernel/event.ts';
import type { Checkpoint } from '../../ports/reactor-progress.ts';
import type { Reactor, ReactorPorts } from './reactor.ts';

export type LogPlace = Omit<Checkpoint, 'reactor'>;

const BEFORE_ALL: LogPlace = { position: START, event: null };

export const placeOf = ({ position, stream, revision }: Recorded): LogPlace => ({ position, event: { stream, revision } });

export async function newestPlace(store: Pick<ReactorPorts<unknown>['store'], 'readLast'>): Promise<LogPlace> {
  const [newest] = await store.readLast(1);
  return newest ? placeOf(newest) : BEFORE_ALL;
}

/**
 * The place in the log at which a reactor continues. A new reactor stores its first checkpoint before it does anything. A checkpoint beyond
 * the end of the log moves back to the end: then the log was restored from an older backup than the vault.
 */
export async function beginning<Context>(
  { store, progress, log }: Pick<ReactorPorts<Context>, 'store' | 'progress' | 'log'>,
  reactor: Reactor<Context>,
  stored: Checkpoint | undefined,
  head: LogPlace,
): Promise<LogPlace> {
  if (stored && stored.position <= head.position) return { position: stored.position, event: stored.event };
  if (stored)
    log.warn({ reactor: reactor.name, ...positions(stored.position, head) }, 'A reactor stood beyond the end of the log and is set back.');
  const place = stored ? head : await firstPlace(store, reactor.from, head);
  await progress.putCheckpoint({ reactor: reactor.name, ...place });
  return place;
}

const positions = (stood: Position, head: LogPlace) => ({ stood, head: head.position });

async function firstPlace(store: ReactorPorts<unknown>['store'], from: Reactor<unknown>['from'], head: LogPlace): Promise<LogPlace> {
  if (from === 'now') return head;
  if (from === 'start') return BEFORE_ALL;
  const last = await store.readLast(from.newest + 1);
  const before = last[from.newest];
  return before ? placeOf(before) : BEFORE_ALL;
}
