import type { Config } from '../../config/config.ts';
import { AccountDeleted, AccountDeletionRequested, AccountForgotten } from '../../domain/account/events.ts';
import { type EventStore, withAppend } from '../../domain/kernel/event-store.ts';
import { type AuditEntry, auditHash } from '../../http/kernel/audit.ts';
import { type Answered, HEALTH } from '../../http/kernel/meter.ts';
import type { Log } from '../../ports/log.ts';
import type { KeyedHashes } from '../../ports/secrets.ts';
import type { Meters } from './meters.ts';

/** Writes lines of the operators' audit log. They are the only lines with the field `audit`. */
export function createAuditLog(log: Pick<Log, 'info'>): (entry: AuditEntry) => void {
  return ({ act, ...rest }) => log.info({ audit: act, ...rest }, 'audit.recorded');
}

/** The steps by which an account is deleted, as the audit log names them. */
const STEPS: Readonly<Record<string, string>> = {
  [AccountDeletionRequested.type]: 'decided',
  [AccountDeleted.type]: 'keys_destroyed',
  [AccountForgotten.type]: 'last_keys_destroyed',
};

/**
 * Gives the same store, which also writes each step of a deletion to the audit log, in whichever process it happens.
 */
export function auditedDeletions(store: EventStore, hashes: KeyedHashes, log: Pick<Log, 'info'>): EventStore {
  return withAppend(store, async (stream, expected, events) => {
    const appended = await store.append(stream, expected, events);
    for (const { type, metadata } of appended.events) {
      const outcome = STEPS[type];
      if (outcome === undefined || metadata.owner === null) continue;
      log.info({ audit: 'erasure', outcome, account: auditHash(hashes, 'account', metadata.owner) }, 'audit.recorded');
    }
    return appended;
  });
}

const MS = 1_000;

/** Counts each request and, in production, logs a line for it: the pattern of its route, never its path or the caller. */
export function createRequestObserver(meters: Meters, { mode }: Config, log: Log): (request: Answered) => void {
  if (mode !== 'production') return meters.answered;
  return (request) => {
    meters.answered(request);
    const { id, route, method, status, seconds } = request;
    if (route === HEALTH) return;
    log.info({ request: id, method, route, status, ms: Math.round(seconds * MS) }, 'request.answered');
  };
}
