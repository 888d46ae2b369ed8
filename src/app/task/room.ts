import { LRUCache } from 'lru-cache';
import { createKeyedMutex } from '../../concurrency/keyed-mutex.ts';
import { MOST_TASKS } from '../../domain/task/rules.ts';
import type { KeyedMutex } from '../../ports/coordination.ts';
import { countLiveTasks } from '../../projections/task/task-lists.ts';
import type { App } from '../app.ts';

/** How many more tasks an account can hold, counted in the read model of the tasks. Parallel requests do not see each other's tasks. */
export const roomForTasks = async ({ views }: App, owner: string): Promise<number> =>
  MOST_TASKS - (await countLiveTasks(views, owner, MOST_TASKS));

/** Between two counts a process creates at most this share of the remaining tasks, so that even 64 processes stay below the limit. */
const SHARE = 64;
const OWNERS = 10_000;

interface Room {
  readonly mutex: KeyedMutex;
  /** By owner: how many tasks this process can create before it counts again. */
  readonly uncounted: LRUCache<string, number>;
}
const rooms = new WeakMap<object, Room>();

function roomIn({ store }: App): Room {
  const room = rooms.get(store) ?? {
    mutex: createKeyedMutex(),
    uncounted: new LRUCache<string, number>({ maxSize: OWNERS, sizeCalculation: () => 1 }),
  };
  rooms.set(store, room);
  return room;
}

/**
 * Creates one task; `work` is told how many more are possible. Counting makes a request wait for the read model, so far from the limit the
 * program counts rarely. Near the limit every request counts, one after the other in this process.
 */
export function withRoomForTask<T>(app: App, owner: string, work: (room: number) => Promise<T>): Promise<T> {
  const { mutex, uncounted } = roomIn(app);
  const left = (): number => uncounted.get(owner) ?? 0;
  const uncountedOne = (free: number): Promise<T> => {
    uncounted.set(owner, free - 1);
    return work(free);
  };
  if (left() > 0) return uncountedOne(left());
  return mutex(owner, async () => {
    // The first request in the queue may have counted for this one as well.
    if (left() > 0) return uncountedOne(left());
    const room = await roomForTasks(app, owner);
    uncounted.set(owner, Math.floor(room / SHARE));
    return work(room);
  });
}
