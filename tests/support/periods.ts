import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'vitest';
import type { Recorded } from '../../src/domain/kernel/event.ts';
import { openClockRecord } from '../../src/store/mongo/shared.ts';
import type { ServerStores } from '../../src/store/server-stores.ts';
import { sharedMongo } from '../servers/shared.ts';
import { type Cluster, startCluster } from './cluster.ts';
import { askedToMove, whileDown } from './cluster-life.ts';
import { mailsTo, type Resident, takeResidence } from './resident.ts';
import { startServed } from './served.ts';
import { call } from './server-process.ts';

/** A period of the program's time in which people use it. The clock stands still between moves. */
export interface Period {
  readonly url: string;
  signUp(name: string, zone: string): Promise<Resident>;
  /** Moves the clock to an instant. What falls due on the way is done at its own instant. */
  to(instant: string): Promise<void>;
  /** Lets time pass while no process runs, and then starts the program again. When this resolves, everything that fell due is done. */
  down(duration: string): Promise<void>;
  /** The events of a stream, oldest first. */
  stream(name: string): Promise<readonly Recorded[]>;
  mailsTo: (address: string) => ReturnType<typeof mailsTo>;
}

/** The program as it is installed for a test. Periods are played on it one after the other. */
export interface Installation {
  /** Plays a story from the instant `at`, which is not before the end of the last period. At its end the people who signed up in it leave. */
  play(at: string, story: (period: Period) => Promise<void>): Promise<void>;
  close(): Promise<void>;
}

export interface Setting {
  readonly name: string;
  /**
   * Chooses which of several cases of one story are played here. The domain, which is the same everywhere, decides how the cases
   * differ. On servers each case keeps five processes busy for ten seconds, so there only the few with these indexes are played.
   */
  casesToPlay<C>(cases: readonly C[], few: readonly number[]): readonly C[];
  /** `from`: an instant before the first period. */
  open(from: string): Promise<Installation>;
}

type PeriodBase = Pick<Period, 'url' | 'to' | 'down' | 'stream'>;
/** Milliseconds between two lookups of how far a move is. */
const LOOK_MS = 25;
let people = 0;

/** Plays one story. Everybody who signs up in it gets an address of their own. */
async function playPeriod(
  base: PeriodBase,
  story: (period: Period) => Promise<void>,
  after: (residents: readonly Resident[]) => Promise<unknown>,
) {
  const residents: Resident[] = [];
  const signUp = async (name: string, zone: string): Promise<Resident> => {
    people += 1;
    const resident = await takeResidence(base.url, `${name}-${people}@example.org`, zone);
    residents.push(resident);
    return resident;
  };
  try {
    await story({ ...base, signUp, mailsTo: (address) => mailsTo(base.url, address) });
  } finally {
    await after(residents);
  }
}

const millisOf = (duration: string): number => Temporal.Duration.from(duration).total('milliseconds');

/** One process on files, a new one for each period. A test of what the domain alone decides needs no other setting. */
export const ON_FILES: Setting = {
  name: 'on files',
  casesToPlay: (cases) => cases,
  open: async () => ({
    async play(at, story) {
      let real = Date.parse(at);
      const served = await startServed({ at, real: () => real });
      const base: PeriodBase = {
        url: served.url,
        to: async (to) => expect((await call(served.url, 'POST', '/dev/clock', { body: { to } })).status).toBe(200),
        async down(duration) {
          real += millisOf(duration);
          await served.timekeeper.tick();
        },
        stream: (name) => served.app.store.readStream(name),
      };
      await playPeriod(base, story, () => served.dispose());
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

/** Stops the clock as soon as a move has reached the instant. It gives up when `over` returns true. */
async function holdOnArrival(stores: ServerStores, instant: string, over: () => boolean): Promise<void> {
  const record = openClockRecord(stores.mongo);
  while (!over()) {
    const { asked, held, latest } = await record.read();
    if (asked === null && held === null && Date.parse(latest) >= Date.parse(instant)) return hold(stores, latest);
    await delay(LOOK_MS);
  }
}

/**
 * Stops the clock of all webs at the same instant. One web may have gone on a little before it learned that the clock stands
 * still; then all of them stop where that web is.
 */
async function stopClockEverywhere(stores: ServerStores, { front, webs }: Cluster, instant: string): Promise<void> {
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
  casesToPlay: (cases, few) => cases.filter((_, index) => few.includes(index)),
  async open(from) {
    const cluster = await startCluster({ webs: 2, workers: 2, isPublic: true, env: { VOUCH_CLOCK: from } });
    const stores = await cluster.stores();
    const to = async (instant: string): Promise<void> => {
      let over = false;
      const moving = askedToMove(cluster.front, { to: instant }).finally(() => {
        over = true;
      });
      await Promise.all([moving, holdOnArrival(stores, instant, () => over)]);
      await stopClockEverywhere(stores, cluster, instant);
    };
    const base: PeriodBase = {
      url: cluster.front,
      to,
      async down(duration) {
        const { now } = (await call(cluster.front, 'GET', '/dev/clock')).body;
        const later = Temporal.Instant.from(now).add(duration).toString({ smallestUnit: 'millisecond' });
        await whileDown(cluster, (each) => hold(each, later));
        // This does everything that fell due meanwhile.
        await to(Temporal.Instant.from(later).add({ milliseconds: 1 }).toString());
      },
      stream: (name) => stores.store.readStream(name),
    };
    return {
      async play(at, story) {
        await to(at);
        await playPeriod(base, story, (residents) => Promise.all(residents.map((resident) => resident.leave())));
      },
      close: () => cluster.stop(),
    };
  },
};

/** The settings in which a test must have the same result. Without a MongoDB, only files; the summary of the run then says so. */
export const settings = async (): Promise<readonly Setting[]> => ((await sharedMongo()) === null ? [ON_FILES] : [ON_FILES, ON_SERVERS]);
