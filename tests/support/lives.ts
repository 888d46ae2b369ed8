import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'vitest';
import type { Recorded } from '../../src/domain/kernel/event.ts';
import { openClockRecord } from '../../src/store/mongo/shared/clock-record.ts';
import type { ServerStores } from '../../src/store/server-stores.ts';
import { sharedMongo } from '../servers/shared.ts';
import { type Cluster, startCluster } from './cluster.ts';
import { askedToMove, whileDown } from './cluster-life.ts';
import { mailsTo, type Resident, takeResidence } from './resident.ts';
import { startServed } from './served.ts';
import { call } from './server-process.ts';

/** A period in which people use the program. Its clock stands still between moves. */
export interface Life {
  readonly url: string;
  signUp(name: string, zone: string): Promise<Resident>;
  /** Moves the clock through everything that is due on the way. */
  to(instant: string): Promise<void>;
  /** Lets time pass while nothing runs; then the program runs again, and what fell due is done when this resolves. */
  down(duration: string): Promise<void>;
  /** The events of a stream, oldest first. */
  stream(name: string): Promise<readonly Recorded[]>;
  mailsTo: (address: string) => ReturnType<typeof mailsTo>;
}

/** A setting in which periods are played, one after the other. */
export interface World {
  /** Begins at an instant that is not before the end of the former period; people who signed up in it leave at its end. */
  lived(at: string, story: (life: Life) => Promise<void>): Promise<void>;
  close(): Promise<void>;
}

export interface Setting {
  readonly name: string;
  /**
   * Which of several cases of one story are lived through here. What they differ in is decided by the domain, which is the same
   * everywhere, so servers, where each keeps five processes busy for ten seconds, take the few with these indexes.
   */
  takes<C>(cases: readonly C[], few: readonly number[]): readonly C[];
  /** `from`: before the first period. */
  open(from: string): Promise<World>;
}

type Ground = Pick<Life, 'url' | 'to' | 'down' | 'stream'>;
/** Milliseconds between two lookups of how far a move is. */
const LOOK_MS = 10;
let people = 0;

/** Gives everybody an address that nobody had before. */
async function live(ground: Ground, story: (life: Life) => Promise<void>, after: (residents: readonly Resident[]) => Promise<unknown>) {
  const residents: Resident[] = [];
  const signUp = async (name: string, zone: string): Promise<Resident> => {
    people += 1;
    const resident = await takeResidence(ground.url, `${name}-${people}@example.org`, zone);
    residents.push(resident);
    return resident;
  };
  try {
    await story({ ...ground, signUp, mailsTo: (address) => mailsTo(ground.url, address) });
  } finally {
    await after(residents);
  }
}

const millisOf = (duration: string): number => Temporal.Duration.from(duration).total('milliseconds');

/** One process on files, a new one for each period. Alone for what the domain decides, wherever it runs. */
export const ON_FILES: Setting = {
  name: 'on files',
  takes: (cases) => cases,
  open: async () => ({
    async lived(at, story) {
      let real = Date.parse(at);
      const served = await startServed({ at, real: () => real });
      const ground: Ground = {
        url: served.url,
        to: async (to) => expect((await call(served.url, 'POST', '/dev/clock', { body: { to } })).status).toBe(200),
        async down(duration) {
          real += millisOf(duration);
          await served.timekeeper.tick();
        },
        stream: (name) => served.app.store.readStream(name),
      };
      await live(ground, story, () => served.dispose());
      expect(served.errors).toEqual([]);
    },
    close: async () => undefined,
  }),
};

/** Records that the clock stands still at an instant. */
async function hold({ mongo }: ServerStores, at: string): Promise<void> {
  const record = openClockRecord(mongo);
  const { offset_ms } = await record.read();
  await record.write({ offset_ms, held: at, latest: at });
}

/** Stops the clock as soon as a move has reached the instant; until then `over` gives false. */
async function holdAsItComes(stores: ServerStores, instant: string, over: () => boolean): Promise<void> {
  const record = openClockRecord(stores.mongo);
  while (!over()) {
    const { asked, held, latest } = await record.read();
    if (asked === null && held === null && Date.parse(latest) >= Date.parse(instant)) return hold(stores, latest);
    await delay(LOOK_MS);
  }
}

/** Stops the clock where it is, past an instant. One web may have gone on a little before it learned of it: then all stop there. */
async function still(stores: ServerStores, { front, webs }: Cluster, instant: string): Promise<void> {
  let at = new Date(instant).toISOString();
  for (let same = 0; same < 2 * webs.length; ) {
    const { now } = (await call(front, 'GET', '/dev/clock')).body;
    same = now === at ? same + 1 : 0;
    if (now <= at) continue;
    at = now;
    await hold(stores, at);
  }
}

/** Two webs behind a balancer and two workers, the same for all periods. */
const ON_SERVERS: Setting = {
  name: 'on servers, two webs and two workers',
  takes: (cases, few) => cases.filter((_, index) => few.includes(index)),
  async open(from) {
    const cluster = await startCluster({ webs: 2, workers: 2, isPublic: true, env: { VOUCH_CLOCK: from } });
    const stores = await cluster.stores();
    const to = async (instant: string): Promise<void> => {
      let over = false;
      const moving = askedToMove(cluster.front, { to: instant }).finally(() => {
        over = true;
      });
      await Promise.all([moving, holdAsItComes(stores, instant, () => over)]);
      await still(stores, cluster, instant);
    };
    const ground: Ground = {
      url: cluster.front,
      to,
      async down(duration) {
        const { now } = (await call(cluster.front, 'GET', '/dev/clock')).body;
        const later = Temporal.Instant.from(now).add(duration).toString({ smallestUnit: 'millisecond' });
        await whileDown(cluster, (each) => hold(each, later));
        // Through everything that fell due meanwhile.
        await to(Temporal.Instant.from(later).add({ milliseconds: 1 }).toString());
      },
      stream: (name) => stores.store.readStream(name),
    };
    return {
      async lived(at, story) {
        await to(at);
        await live(ground, story, (residents) => Promise.all(residents.map((resident) => resident.leave())));
      },
      close: () => cluster.stop(),
    };
  },
};

/** Each setting in which a test must give the same; without a MongoDB, which the summary of the run says, on files only. */
export const settings = async (): Promise<readonly Setting[]> => ((await sharedMongo()) === null ? [ON_FILES] : [ON_FILES, ON_SERVERS]);
