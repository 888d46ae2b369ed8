import { StoreUnavailable } from '../domain/kernel/event-store.ts';
import { LogRefused } from '../store/anchor/anchoring.ts';
import type { RawLog, StoredEvent } from '../store/event-log/raw-log.ts';
import { upcasting } from '../store/event-log/upcasting.ts';
import { EVENTS, UPCASTERS } from './features.ts';

/** Reading so many takes a few milliseconds. Whoever goes back does so soon after an upgrade, so the newest events tell. */
const LOOKED_AT = 500;

/**
 * Refuses a log with events that a newer version of the program has written, before anything is done on it: this version would leave them
 * out of its read models and decide without them. It looks at the newest events only.
 * @throws LogRefused, StoreUnavailable
 */
export async function refuseNewerEvents(log: Pick<RawLog, 'readLast'>): Promise<void> {
  const { version } = upcasting(UPCASTERS);
  const newer = new Set<string>();
  for (const { type, metadata } of await newestOf(log)) {
    if (EVENTS.get(type) === undefined) newer.add(`${type}, which this version does not know`);
    else if (metadata.schema_version > version(type))
      newer.add(`${type} of version ${metadata.schema_version}, of which this version knows ${version(type)}`);
  }
  if (newer.size === 0) return;
  throw new LogRefused(
    `A newer version of the program has written events: ${[...newer].sort().join('; ')}. Start the newer version again. To go back, put everything back from a backup that was made before the upgrade; what was written since is lost then.`,
  );
}

/** None if one of them cannot be read. Finding what is damaged is the work of others. */
const newestOf = (log: Pick<RawLog, 'readLast'>): Promise<readonly StoredEvent[]> =>
  log.readLast(LOOKED_AT).catch((error: unknown) => {
    if (error instanceof StoreUnavailable) throw error;
    return [];
  });
