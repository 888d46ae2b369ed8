import { LRUCache } from 'lru-cache';
import { MOST_TASKS } from '../../domain/task/rules.ts';
import { createKeyedMutex, type KeyedMutex } from '../../ports/keyed-mutex.ts';
import { countLiveTasks } from '../../projections/task/task-lists.ts';
import type { App } from '../app.ts';

/** How many tasks more an account can hold, counted in the read model of the tasks. Parallel requests count the same tasks. */
export const roomForTasks = async ({ views }: App, owner: string): Promise<number> =>
  MOST_TASKS - (await countLiveTasks(views, owner, MOST_TASKS));

/** Between two counts a process makes at most this share of what there is room for, so that 64 processes stay below the limit. */
const SHARE = 64;
const OWNERS = 10_000;

interface Room {
  readonly mutex: KeyedMutex;
  /** By owner: how many tasks this process can make before it counts again. */
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
 * Makes one task; `work` is told for how many there is room. Counting makes a request wait for the read model, so far from
 * the limit it is done only now and then. Near the limit every request counts, one after the other in this process.
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
    // Whoever was first in the queue has counted for the others.
    if (left() > 0) return uncountedOne(left());
    const room = await roomForTasks(app, owner);
    uncounted.set(owner, Math.floor(room / SHARE));
    return work(room);
  });
}
