import type { AgendaBackend } from 'agenda';
import type { EventStore } from '../domain/kernel/event-store.ts';
import type { Leases, ReactorProgress } from '../ports/coordination.ts';
import type { Documents } from '../ports/documents.ts';
import type { Copies, Files, MailCopy, MessageCopy } from '../ports/files.ts';
import type { Opener } from '../ports/secrets.ts';
import type { RawLog } from './event-log/raw-log.ts';
import type { VaultDriver } from './vault/driver.ts';

export interface Stores {
  readonly store: EventStore;
  /** The log as it is stored, for `verify` and `migrate`. */
  readonly log: RawLog;
  readonly documents: Documents;
  readonly vault: VaultDriver;
  readonly opener: Opener;
  readonly files: Files;
  readonly mailbox: Copies<MailCopy>;
  readonly outbox: Copies<MessageCopy>;
  readonly reactors: ReactorProgress;
  /** Creates a new job backend with each call. The caller closes it (agenda does). */
  jobs(): AgendaBackend;
  /** The leases; null if only one process writes these stores. */
  readonly leases: Leases | null;
  /** The present state of each part, for /readyz. Never rejects; `error` is a sentence for operators, or null. */
  health(): Promise<readonly { readonly name: string; readonly error: string | null }[]>;
  /** Ends subscriptions and connections, and commits waiting work. */
  close(): Promise<void>;
}
