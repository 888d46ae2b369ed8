import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'vitest';
import type { OverallReport, Streaks } from '../../src/contracts/report.ts';
import type { Alert } from '../../src/contracts/task.ts';
import type { SettingsGroup, SettingsGroups } from '../../src/domain/account/settings-events.ts';
import type { Recorded } from '../../src/domain/kernel/event.ts';
import { openClockRecord } from '../../src/store/mongo/shared.ts';
import type { ServerStores } from '../../src/store/server-stores.ts';
import { sharedMongo } from '../servers/shared.ts';
import { type Cluster, startCluster } from './cluster.ts';
import { askedToMove, untilAnswered, whileDown } from './cluster-life.ts';
import { type Answered, call } from './server-process.ts';
import { type DevMail, startServed } from './ways.ts';

export interface Mail extends DevMail {
  /** When it was sent. */
  readonly at: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly attachments: readonly { readonly filename: string }[];
}

export interface ShownTask {
  readonly id: string;
  readonly title: string;
  readonly status: string;
  readonly due_at: string;
  readonly due_date: string;
  readonly recurring_task_id: string | null;
}

type NewTask = { readonly title: string; readonly due_date: string; readonly due_time?: string };
type NewRoutine = { readonly rrule: string; readonly start_date?: string; readonly due_time?: string };

/** A person with an account, who asks the program as a browser does: any web, with a cookie and the position last seen. */
export interface Resident {
  readonly id: string;
  readonly email: string;
  promise(task: NewTask): Promise<string>;
  complete(id: string): Promise<void>;
  skip(id: string, reason: string): Promise<void>;
  task(id: string): Promise<ShownTask>;
  /** All tasks that are not archived, by their due instant. */
  tasks(): Promise<readonly ShownTask[]>;
  /** The task as it is now. */
  streak(): Promise<Streaks['user']>;
  /** Days from the account's first on, those with anything on them. */
  days(): Promise<OverallReport['days']>;
  /** Newest first; the newest 200. */
  alerts(): Promise<readonly Alert[]>;
  /** Gives the id of the new task. */
  routine(routine: NewRoutine): Promise<string>;
  choose<G extends SettingsGroup>(group: G, set: Partial<SettingsGroups[G]>): Promise<void>;
  moveZone(timezone: string): Promise<void>;
  /** Adds a partner at this address, who accepts. */
  partner(email: string): Promise<void>;
  /** Oldest first, from the confirmation on. */
  mails(): Promise<readonly Mail[]>;
  leave(): Promise<void>;
}

const PASSWORD = 'a rather long password';
const COOKIE = /vouch_session=[^;]+/;

/** Oldest first; the newest 200. */
export async function mailsTo(url: string, address: string): Promise<readonly Mail[]> {
  return (await call(url, 'GET', `/dev/mailbox.json?to=${encodeURIComponent(address)}&limit=200`)).body.toReversed();
}

/** The link in the newest mail to an address, which is waited for. */
async function mailed(url: string, address: string, link: RegExp): Promise<string> {
  const found = async () => link.exec((await mailsTo(url, address)).at(-1)?.text ?? '')?.[1];
  await expect.poll(found, { timeout: 60_000, interval: 100 }).toBeDefined();
  return (await found()) as string;
}

async function takeResidence(url: string, email: string, timezone: string): Promise<Resident> {
  let cookie = '';
  let position = '';

  async function once(method: string, path: string, body?: unknown, own: Readonly<Record<string, string>> = {}): Promise<Answered> {
    const headers = { ...own, ...(cookie && { cookie }), ...(position && { 'vouch-position': position }) };
    const answered = await call(url, method, path, { headers, ...(body !== undefined && { body }) });
    const shown = answered.headers.get('vouch-position') ?? '';
    if (shown > position) position = shown;
    cookie = COOKIE.exec(answered.headers.getSetCookie().join('\n'))?.[0] ?? cookie;
    return answered;
  }
  const signIn = () => once('POST', '/api/auth/signin', { email, password: PASSWORD });
  /** @throws Error with the answer if the call is refused */
  async function ask(method: string, path: string, body?: unknown): Promise<Answered['body']> {
    const own: Record<string, string> = method === 'POST' ? { 'idempotency-key': randomUUID() } : {};
    // On a busy machine a store may be slow, so that a call cannot be done at once.
    const asked = () => untilAnswered(() => once(method, path, body, own));
    let answered = await asked();
    // A session ends after a month.
    if (answered.status === 401 && (await signIn()).status === 200) answered = await asked();
    if (answered.status >= 300) throw new Error(`${method} ${path}: ${answered.status} ${JSON.stringify(answered.body)}`);
    return answered.body;
  }

  const { user } = await ask('POST', '/api/auth/signup', { email, password: PASSWORD, full_name: 'Robin', timezone });
  await ask('POST', '/api/auth/confirm', { token: await mailed(url, email, /confirm\?token=(\w+)/), password: PASSWORD });
  return {
    id: user.id,
    email,
    promise: async (task) => (await ask('POST', '/api/tasks', task)).id,
    complete: (id) => ask('PATCH', `/api/tasks/${id}/status`, { status: 'completed' }),
    skip: (id, reason) => ask('PATCH', `/api/tasks/${id}/status`, { status: 'skipped', reason }),
    task: (id) => ask('GET', `/api/tasks/${id}`),
    tasks: () => ask('GET', '/api/tasks'),
    streak: async () => (await ask('GET', '/api/streaks')).user,
    days: async () => (await ask('GET', '/api/reports/overall')).days,
    alerts: () => ask('GET', '/api/alerts?limit=200'),
    routine: async (routine) => (await ask('POST', '/api/recurring_tasks', { title: 'Stand up', ...routine })).id,
    choose: (group, set) => ask('PUT', `/api/settings/${group}`, set),
    moveZone: (zone) => ask('PUT', '/api/settings/profile', { timezone: zone }),
    async partner(address) {
      await ask('PUT', '/api/settings/accountability', { partner_name: 'Søren', partner_email: address });
      await ask('POST', `/partner/${await mailed(url, address, /\/partner\/(\w+)\n/)}/accept`);
    },
    mails: () => mailsTo(url, email),
    leave: () => ask('DELETE', '/api/settings/account'),
  };
}

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
/** Milliseconds between two lookups of how far a move is. The clock is stopped at most so much later than it arrived. */
const LOOK_MS = 75;
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
