import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Accounts, createAccounts } from '../app/accounts.ts';
import type { App } from '../app/app.ts';
import type { Config } from '../config.ts';
import type { EventStore } from '../domain/kernel/event-store.ts';
import { createBundles } from '../http/routes/export/bundle.ts';
import { type Cascades, createCascades } from '../jobs/cascades.ts';
import { type ProgramClock, startClock } from '../jobs/clock.ts';
import { clockFile } from '../jobs/clock-file.ts';
import type { Log } from '../jobs/log.ts';
import { createScheduler } from '../jobs/scheduler.ts';
import { createTimekeeper, type Timekeeper } from '../jobs/timekeeper.ts';
import { createWork } from '../jobs/work.ts';
import { PROJECTIONS } from '../projections/all.ts';
import { dueBefore } from '../projections/due.ts';
import type { Runner } from '../projections/kernel/runner.ts';
import { createRunner } from '../projections/kernel/runner.ts';
import { mailboxMailer } from '../providers/mail/development.ts';
import type { Mailer } from '../providers/mail/port.ts';
import { smtpMailer } from '../providers/mail/smtp.ts';
import { CLOUD_API, cloudWhatsApp } from '../providers/whatsapp/cloud.ts';
import { outboxWhatsApp } from '../providers/whatsapp/development.ts';
import { noWhatsApp } from '../providers/whatsapp/none.ts';
import type { WhatsApp } from '../providers/whatsapp/port.ts';
import { openSqliteStores, type SqliteStores } from '../store/sqlite-stores.ts';
import { newId } from './ids.ts';
import { keptMasterKey } from './master-key.ts';
import { createMeters, type Meters } from './operations/meters.ts';
import { weeklyModels } from './weekly-models.ts';

export interface AssembleOptions {
  readonly config: Config;
  readonly log: Log;
  /** Real time in milliseconds since the epoch. */
  readonly real?: () => number;
  /** Instead of the program's own, which is kept in the data folder. */
  readonly clock?: ProgramClock;
  /** Instead of the configured one. */
  readonly mailer?: Mailer;
  readonly whatsapp?: WhatsApp;
  /** Where it is counted; given where somebody reads it. */
  readonly meters?: Meters;
}

/** The program without its outside: stores, read models, use cases, clock and what is due. */
export interface Assembled {
  readonly config: Config;
  readonly log: Log;
  readonly app: App;
  readonly accounts: Accounts;
  readonly clock: ProgramClock;
  readonly stores: SqliteStores;
  readonly runner: Runner;
  readonly timekeeper: Timekeeper;
  readonly cascades: Cascades;
  readonly meters: Meters;
  /** Where links in mails lead, once it is known. */
  setOrigin(origin: string): void;
  /** Ends what is under way and closes everything. */
  close(): Promise<void>;
}

const STILL_MS = 1_000;
const MASTER_KEY = 'master.key';
const CLOCK = 'clock.json';

export async function assemble({
  config,
  log: plainLog,
  meters = createMeters(),
  real = Date.now,
  mailer: given,
  whatsapp: givenWhatsApp,
  clock: givenClock,
}: AssembleOptions): Promise<Assembled> {
  const log = meters.log(plainLog);
  mkdirSync(config.data, { recursive: true, mode: 0o700 });
  const masterKey = config.masterKey ?? keptMasterKey(join(config.data, MASTER_KEY));
  // The stores write instants of a clock that can only start once the newest event is known.
  let running: ProgramClock | undefined = givenClock;
  const now = (): string => (running as ProgramClock).now();
  const stores = meters.stores(openSqliteStores({ dataDir: config.data, masterKey, clock: { now } }));
  try {
    const newest = await newestInstant(stores.store);
    const clock = givenClock ?? startClock({ file: clockFile(join(config.data, CLOCK)), real, newest, at: config.clock });
    running = clock;
    const runner = createRunner({ store: stores.store, documents: stores.documents, projections: PROJECTIONS, log });
    await runner.start();
    const { documents, vault, opener, files, mailbox, outbox } = stores;
    const app: App = {
      store: runner.noting(stores.store),
      documents,
      views: runner.views,
      vault,
      opener,
      files,
      outboxes: [mailbox, outbox],
      clock,
      newId,
      heard: meters.heard,
      caughtUp: (position) => runner.caughtUp(position),
      readable: (position) => runner.readable(position),
    };
    const mailer =
      given ??
      (config.smtpUrl === null
        ? mailboxMailer(stores.mailbox, config.mailFrom)
        : smtpMailer({ url: config.smtpUrl, from: config.mailFrom }));
    const whatsapp = givenWhatsApp ?? whatsAppOf(config, stores);
    return await joined({ config, log, meters, app, clock, stores, runner, mailer, whatsapp });
  } catch (error) {
    await stores.close();
    throw error;
  }
}

type Parts = Pick<Assembled, 'config' | 'log' | 'meters' | 'app' | 'clock' | 'stores' | 'runner'> & {
  readonly mailer: Mailer;
  readonly whatsapp: WhatsApp;
};

async function joined({ mailer, whatsapp, ...parts }: Parts): Promise<Assembled> {
  const { config, log, meters, app, clock, stores, runner } = parts;
  let origin = config.publicUrl ?? `http://${config.host}:${config.port}`;
  const accounts = createAccounts(app, (error) => log.error({ err: error }, 'work after an answer failed'));
  const scheduler = createScheduler({
    app,
    log,
    dueBefore: (instant, limit) => dueBefore(app.views, instant, limit),
    run: meters.work(
      createWork({ app, mailer, whatsapp, origin: () => origin, weeklyModel: weeklyModels(app), bundle: createBundles(app) }),
    ),
  });
  meters.aside = scheduler.aside;
  const timekeeper = createTimekeeper(clock, scheduler);
  return {
    ...parts,
    accounts,
    timekeeper,
    cascades: await createCascades(app),
    setOrigin: (found) => {
      origin = config.publicUrl ?? found;
    },
    close: async () => {
      await accounts.settled();
      await Promise.race([timekeeper.stop(), new Promise((resolve) => setTimeout(resolve, STILL_MS).unref())]);
      await runner.stop();
      await mailer.close();
      clock.keep();
      await stores.close();
    },
  };
}

function whatsAppOf({ whatsapp, mode }: Config, { outbox }: SqliteStores): WhatsApp {
  if (whatsapp !== null) return cloudWhatsApp({ ...whatsapp, url: whatsapp.url ?? CLOUD_API });
  return mode === 'development' ? outboxWhatsApp(outbox) : noWhatsApp;
}

/** When the newest event was written; null for an empty log. */
async function newestInstant(store: EventStore): Promise<string | null> {
  const [event] = await store.readLast(1);
  return event?.metadata.recorded_at ?? null;
}
