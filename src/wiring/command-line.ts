import { join } from 'node:path';
import type { Opened, OpenOptions, VerifyOptions, VerifyReport } from '../cli/ports.ts';
import type { Config } from '../config/config.ts';
import { clockFile, type ProgramClock, startClock } from '../jobs/clock.ts';
import type { Log } from '../ports/log.ts';
import { type Assembled, type AssembleOptions, assemble } from './assemble.ts';
import { REACTORS } from './features.ts';
import { createLogger } from './logger.ts';
import { verifyFolder } from './verify/verify.ts';

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

/** Verifies the data. It only reads, so it may run beside a serving program; only the index is made again by itself. */
export async function verifyData(config: Config, options: VerifyOptions, onProgress: (events: number) => void): Promise<VerifyReport> {
  if (config.servers === null) return verifyFolder(config, options, onProgress);
  const { verifyServers } = await import('./verify/servers.ts');
  return verifyServers(config, options, onProgress);
}
