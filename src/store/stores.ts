import type { AgendaBackend } from 'agenda';
import type { EventStore } from '../domain/kernel/event-store.ts';
import type { Copies, MailCopy, MessageCopy } from '../ports/copies.ts';
import type { Files } from '../ports/files.ts';
import type { Leases } from '../ports/leases.ts';
import type { Opener } from '../ports/opener.ts';
import type { ReactorProgress } from '../ports/reactor-progress.ts';
import type { Documents } from '../projections/engine/documents.ts';
import type { RawLog } from './event-log/raw-log.ts';
import type { VaultDriver } from './vault/driver.ts';

/** What the program is wired with, whichever servers or files lie below. */
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
  /** Made anew with each call; whoever asks closes it (agenda does). */
  jobs(): AgendaBackend;
  /** Null: one process alone writes these stores, and nothing is to be leased. */
  readonly leases: Leases | null;
  /** What each part answers now, for /readyz: rejects for none; `error` is a sentence for operators. */
  health(): Promise<readonly { readonly name: string; readonly error: string | null }[]>;
  /** Ends subscriptions and connections, commits what waits. */
  close(): Promise<void>;
}
