import type { App } from '../app/app.ts';
import { succeedShorterLedgers } from '../app/ledger/shorter-log.ts';
import type { Config } from '../config/config.ts';
import type { SignedHeads } from '../ports/ledger.ts';
import type { Log } from '../ports/log.ts';
import { type Anchoring, LogRefused, startAnchoring } from '../store/anchor/anchoring.ts';
import type { SqliteLog } from '../store/event-log/sqlite-log.ts';
import type { Stores } from '../store/stores.ts';
import { refuseNewerEvents } from './newer-events.ts';
import { withOverrides } from './operations/with-overrides.ts';

export interface KnownLogParts {
  readonly config: Pick<Config, 'acceptShorterLog'>;
  readonly stores: Pick<Stores, 'log' | 'vault'>;
  readonly log: Log;
}

/**
 * Refuses a log that is shorter than what the vault knows, or another one, or that a newer version of the program has written, before
 * anything is done on it: neither reactors nor read models have changed by then. A log that the operator accepts is written to the audit log.
 * @throws LogRefused, StoreUnavailable
 */
export async function startOnKnownLog({ config, stores, log }: KnownLogParts): Promise<Anchoring> {
  await refuseNewerEvents(stores.log);
  const ports = { log: stores.log, anchors: stores.vault };
  const { anchoring, accepted } = await startAnchoring(ports, { accept: config.acceptShorterLog });
  if (accepted !== null) {
    log.warn({ known: accepted.known, found: accepted.found }, 'event_log.accepted');
    log.info({ audit: 'log_acceptance', outcome: 'done', account: null }, 'audit.recorded');
  }
  return anchoring;
}

/** What the vault knows of the log is never behind a signed head, so nobody can take away events that a head names. */
export const anchoredHeads = (heads: SignedHeads, anchoring: Anchoring): SignedHeads =>
  withOverrides(heads, {
    async keepHead(...head) {
      await anchoring.settle();
      return heads.keepHead(...head);
    },
  });

export interface AcceptanceParts {
  readonly app: App;
  readonly anchoring: Anchoring;
  readonly config: Pick<Config, 'acceptShorterLog'>;
}

/**
 * Lets ledgers go on under new ids whose heads no longer fit a log that was accepted. The read models must serve.
 * @throws StoreUnavailable, StoreFull
 */
export async function endAcceptance({ app, anchoring, config }: AcceptanceParts): Promise<void> {
  if (!anchoring.isAccepted()) return;
  await app.waitForReadModels(await app.store.head());
  await succeedShorterLedgers(app);
  if (!config.acceptShorterLog) await anchoring.forgetAcceptance();
}

/** @throws LogRefused if the index of streams lacks rows, because the next event would then fork its stream */
export function refuseBrokenIndex(log: Pick<SqliteLog, 'indexLacks'>, dataDir: string): void {
  const lacking = log.indexLacks();
  if (lacking === 0) return;
  const what = lacking > 0 ? `lacks ${lacking} of its rows` : `has ${-lacking} rows too many`;
  throw new LogRefused(
    `The index of the event log in ${dataDir} ${what}. Run 'npx vouch verify --repair-index', which makes it again from the events, and start the program then.`,
  );
}
