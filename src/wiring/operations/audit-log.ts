import { AccountDeleted, AccountDeletionRequested, AccountForgotten } from '../../domain/account/leaving-events.ts';
import { type EventStore, withAppend } from '../../domain/kernel/event-store.ts';
import { type AuditEntry, auditHash } from '../../http/kernel/audit.ts';
import type { Log } from '../../jobs/log.ts';
import type { KeyedHashes } from '../../ports/keyed-hashes.ts';

const MESSAGE = 'audit';

/** Writes lines of the operators' audit log. They are told apart from all others by their field `audit`. */
export function createAuditLog(log: Pick<Log, 'info'>): (entry: AuditEntry) => void {
  return ({ act, ...rest }) => log.info({ audit: act, ...rest }, MESSAGE);
}

/** The steps by which an account is deleted, as the audit log names them. */
const STEPS: Readonly<Record<string, string>> = {
  [AccountDeletionRequested.type]: 'decided',
  [AccountDeleted.type]: 'keys_destroyed',
  [AccountForgotten.type]: 'last_keys_destroyed',
};

/** The same store. Each step of a deletion is a line of the audit log, in whichever process it is carried out. */
export function auditedDeletions(store: EventStore, hashes: KeyedHashes, log: Pick<Log, 'info'>): EventStore {
  return withAppend(store, async (stream, expected, events) => {
    const appended = await store.append(stream, expected, events);
    for (const { type, metadata } of appended.events) {
      const outcome = STEPS[type];
      if (outcome === undefined || metadata.owner === null) continue;
      log.info({ audit: 'erasure', outcome, account: auditHash(hashes, 'account', metadata.owner) }, MESSAGE);
    }
    return appended;
  });
}
