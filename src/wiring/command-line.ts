import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Opened, OpenOptions } from '../cli/ports.ts';
import type { Config } from '../config/config.ts';
import { clockFile, type ProgramClock, startClock } from '../jobs/clock.ts';
import type { Log } from '../ports/log.ts';
import { openSqliteLog } from '../store/event-log/sqlite-log.ts';
import { lostFiles } from '../store/lost-stores.ts';
import { checkFiles, type FileIntegrity } from '../store/sqlite/database.ts';
import { type Verified, verifyChains } from '../store/verify.ts';
import { type Assembled, type AssembleOptions, assemble } from './assemble.ts';
import { checkEvent, REACTORS } from './features.ts';
import { createLogger } from './logger.ts';

/** Opens the program for one command, without a server: on its data folder, or on servers beside the running processes. */
export async function openAlone(
  config: Config,
  { at, mailer, whatsapp, folder, offline = false }: OpenOptions,
  log: Log = createLogger(),
): Promise<Opened> {
  const onServers = config.servers !== null && folder === undefined;
  if (onServers && at !== undefined)
    throw new Error('This fills a log through time of its own, which others do not share: leave EVENTSTORE_URL and MONGODB_URL out.');
  const options = {
    config: {
      ...config,
      ...(folder !== undefined && { data: folder, servers: null }),
      ...(offline && { smtpUrl: null, whatsapp: null, ai: { ...config.ai, key: null } }),
    },
    log,
    ...(at !== undefined && { clock: frozenClock(at) }),
    ...(mailer && { mailer }),
    ...(whatsapp && { whatsapp }),
  };
  const opened = await (onServers ? openOnServers(options) : assemble(options));
  const { app, accounts, runner, timekeeper, close, stores } = opened;
  const { leases, reactors } = stores;
  const reactorNames = REACTORS.map(({ name }) => name);
  return { app, accounts, runner, leases, reactors, reactorNames, move: timekeeper.move, close };
}

/** The clients of the servers are loaded only when they are needed. */
async function openOnServers(options: AssembleOptions): Promise<Assembled> {
  const { assembleOnServers, asVisitor } = await import('./servers.ts');
  return assembleOnServers({ ...options, config: asVisitor(options.config) });
}

/** A clock that moves only on request and is not saved. */
function frozenClock(at: string): ProgramClock {
  return startClock({ file: { read: () => null, write: () => undefined }, real: () => Date.parse(at), newest: null, at });
}

/** The instant of the program's clock while the program is not running. On servers this is real time. */
export function readNow({ data, clock, servers }: Config): string {
  const kept = servers === null ? clockFile(join(data, 'clock.json')).read() : null;
  const now = new Date(clock ?? Date.now() + (kept?.offset_ms ?? 0)).toISOString();
  return kept && kept.latest > now ? kept.latest : now;
}

/** Verifies the log. It only reads, so it may run beside a serving program. @throws Error if there is no log */
export function verifyLog(config: Config, onProgress: (events: number) => void): Promise<Verified> {
  return config.servers === null ? verifyFile(config, onProgress) : verifyServer(config, onProgress);
}

/** One sentence for each lost store in the data folder. On servers, a lost store is found when it is opened. */
export const lostStoresOf = ({ data, servers }: Config): readonly string[] => (servers === null ? lostFiles(data) : []);

/** SQLite's own check of the files in the data folder; null if the stores are servers. */
export const checkStoreFiles = ({ data, servers }: Config): readonly FileIntegrity[] | null => (servers === null ? checkFiles(data) : null);

async function verifyFile({ data }: Config, onProgress: (events: number) => void): Promise<Verified> {
  const path = join(data, 'events.db');
  if (!existsSync(path)) throw new Error(`There is no event log at ${path}. Set VOUCH_DATA to the folder that holds it.`);
  const log = openSqliteLog({ path });
  try {
    return await verifyChains(log, onProgress, checkEvent);
  } finally {
    await log.close();
  }
}

async function verifyServer({ servers, masterKey }: Config, onProgress: (events: number) => void): Promise<Verified> {
  if (servers === null || masterKey === null) throw new Error('EVENTSTORE_URL, MONGODB_URL and VOUCH_MASTER_KEY are needed.');
  const clock = { now: () => new Date().toISOString() };
  const { openServerStores } = await import('../store/server-stores.ts');
  const stores = await openServerStores({ ...servers, masterKey, clock });
  try {
    const { refuseLostServers } = await import('../store/lost-servers.ts');
    await refuseLostServers(stores);
    return await stores.verify(onProgress, checkEvent);
  } finally {
    await stores.close();
  }
}
