import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Opened, OpenOptions } from '../cli/ports.ts';
import type { Config } from '../config.ts';
import { type ProgramClock, startClock } from '../jobs/clock.ts';
import { clockFile } from '../jobs/clock-file.ts';
import type { Log } from '../jobs/log.ts';
import { openSqliteLog } from '../store/event-log/sqlite-log.ts';
import { type Verified, verifyChains } from '../store/verify.ts';
import { assemble } from './assemble.ts';
import { createLogger } from './logger.ts';

/** The program on its data folder for one command, with nothing listening. */
export async function openAlone(config: Config, { at, mailer, whatsapp, folder }: OpenOptions, log: Log = createLogger()): Promise<Opened> {
  const { app, accounts, runner, timekeeper, close } = await assemble({
    config: folder === undefined ? config : { ...config, data: folder },
    log,
    ...(at !== undefined && { clock: standing(at) }),
    ...(mailer && { mailer }),
    ...(whatsapp && { whatsapp }),
  });
  return { app, accounts, runner, move: timekeeper.move, close };
}

/** A clock that only moves when it is moved; nothing of it is kept. */
function standing(at: string): ProgramClock {
  return startClock({ file: { read: () => null, write: () => undefined }, real: () => Date.parse(at), newest: null, at });
}

/** Where the program's clock stands while the program is not running. */
export function readNow({ data, clock }: Config): string {
  const kept = clockFile(join(data, 'clock.json')).read();
  const now = new Date(clock ?? Date.now() + (kept?.offset_ms ?? 0)).toISOString();
  return kept && kept.latest > now ? kept.latest : now;
}

/** Only reads, so it needs no lock on the folder. @throws Error when there is no log */
export async function verifyLog({ data }: Config, onProgress: (events: number) => void): Promise<Verified> {
  const path = join(data, 'events.db');
  if (!existsSync(path)) throw new Error(`There is no event log at ${path}. Set VOUCH_DATA to the folder that holds it.`);
  const log = openSqliteLog({ path });
  try {
    return await verifyChains(log, onProgress);
  } finally {
    await log.close();
  }
}
