import type { Scratch, ServingReadModels } from '../analysis/differences.ts';
import type { ReadLog } from '../analysis/from-log.ts';
import type { Accounts } from '../app/account/accounts.ts';
import type { App } from '../app/app.ts';
import type { SigningKey } from '../contracts/ledger/head.ts';
import type { EventCatalogue } from '../domain/kernel/event-catalogue.ts';
import type { Leases, ReactorProgress } from '../ports/coordination.ts';
import type { Mailer } from '../ports/mailer.ts';
import type { KeyedHashes, Opener } from '../ports/secrets.ts';
import type { WhatsApp } from '../ports/whatsapp.ts';
import type { AnyProjection } from '../projections/engine/projection.ts';
import type { Runner } from '../projections/engine/runner.ts';

/** The program opened for a command, without an HTTP server. */
export interface Opened {
  readonly app: App;
  readonly accounts: Accounts;
  readonly runner: Runner;
  /** The leases of processes on servers; null with file storage, which one process opens alone. */
  readonly leases: Leases | null;
  /** The durable state of the reactors. */
  readonly reactors: ReactorProgress;
  /** The names of the reactors in the order in which they are shown. */
  readonly reactorNames: readonly string[];
  /** Moves the clock and runs everything that falls due on the way. Resolves with the new instant. */
  readonly move: (to: (now: string) => string) => Promise<string>;
  close(): Promise<void>;
}

export interface OpenOptions {
  /** Uses a clock that stands still at this instant until it is moved, instead of the program's own. */
  readonly at?: string;
  /** Nothing leaves the program: mails go into the development mailbox, WhatsApp messages into the outbox, and the rubric reviews. */
  readonly offline?: boolean;
  /** Receives the mails instead of the configured mailer. */
  readonly mailer?: Mailer;
  /** Receives the WhatsApp messages instead of the configured account. */
  readonly whatsapp?: WhatsApp;
  /** A data folder that is used instead of the configured one. */
  readonly folder?: string;
}

/** The log and the keys, opened only to be read. */
export interface OpenedLog {
  readonly log: ReadLog;
  readonly hashes: KeyedHashes;
  readonly opener: Opener;
  /** Opens the read models as they serve, only to read them. Closed with the log. @throws Error if there are none */
  readModels(): Promise<ServingReadModels>;
  close(): Promise<void>;
}

export interface VerifyOptions {
  /** Look at the log only, with what the vault knows of it. */
  readonly logOnly?: boolean;
  /** Also read each file, and have SQLite check its pages. */
  readonly deep?: boolean;
  /** First make the index of the event log again. */
  readonly repairIndex?: boolean;
}

/** Something that is not as it was written. Null where it does not apply. */
export interface FoundFault {
  readonly check: string;
  readonly stream: string | null;
  readonly revision: number | null;
  readonly event_id: string | null;
  readonly position: string | null;
  /** What else is concerned, such as the id of a file. */
  readonly subject: string | null;
  readonly reason: string;
}

export interface VerifyReport {
  readonly events: number;
  readonly streams: number;
  readonly faults: readonly FoundFault[];
  /** Sentences that are no faults. */
  readonly notes: readonly string[];
}

/** The folder of a backup, and the folder for its keys; null: they are in the backup's own folder. */
export interface BackupFolders {
  readonly folder: string;
  readonly keys: string | null;
}

export interface BackupReport {
  readonly folder: string;
  /** Where the vault is, and the master key if it is a file. */
  readonly keys: string;
  readonly has_master_key: boolean;
  readonly made_at: string;
  readonly keep_days: number;
  readonly keep_until: string;
  readonly events: number;
  readonly head: string;
  readonly files: number;
  readonly bytes: number;
  /** How many accounts and sign-ups are on the list of those that were erased. */
  readonly erased: number;
}

export interface RestoreReport {
  readonly folder: string;
  readonly made_at: string;
  readonly keep_until: string;
  readonly events: number;
  readonly files: number;
  /** How many accounts were erased again, because they were erased after the backup was made. */
  readonly erased_again: number;
  /** Whoever was erased after this instant is on no list. */
  readonly erased_known_until: string;
}

/** What a change of the master key has done. */
export interface RotatedMasterKey {
  /** How many entries of the vault the new key opens now. */
  readonly entries: number;
  /** How many of them this run has encrypted anew. */
  readonly changed: number;
  /** How many entries neither key opens. They are damaged, and stay as they are. */
  readonly damaged: number;
  /** The file with the new key; null: it is in the settings. */
  readonly file: string | null;
}

/** The dependencies of the commands. */
export interface CliPorts {
  /** Serves until a signal ends it. `role` replaces the configured role. */
  serve(role?: string): Promise<void>;
  open(options?: OpenOptions): Promise<Opened>;
  /** Every type of event. */
  readonly catalogue: EventCatalogue;
  /** Every read model. */
  readonly projections: readonly AnyProjection[];
  /** Opens an empty store for a fold of one's own. It is gone when it is closed. */
  openScratch(): Scratch;
  /** Opens the log only to read it, beside a serving program. On servers no lease is needed. @throws Error if there is no log */
  openLog(): Promise<OpenedLog>;
  /** Verifies the data. May run beside a serving program, unless it makes the index again. */
  verify(options: VerifyOptions, onProgress: (events: number) => void): Promise<VerifyReport>;
  /** Begins a new signing key and ends the ones before it, beside a serving program. */
  rotateSigningKey(): Promise<{ readonly ended: readonly string[]; readonly begun: SigningKey }>;
  /** Changes the master key: on files with the program stopped, on servers beside it. */
  rotateMasterKey(): Promise<RotatedMasterKey>;
  /** Makes a backup of the data folder, beside a serving program. */
  backUp(folders: BackupFolders): Promise<BackupReport>;
  /** Restores a backup into an empty data folder. */
  restore(folders: BackupFolders): Promise<RestoreReport>;
  /** Copies everything to the other stores. Stops in order when the signal aborts. */
  readonly migrate: MigrationPort;
  /** Asks another origin for its keys. */
  readonly fetch: typeof fetch;
  /** The instant of the program's clock. */
  now(): string;
  /** Prints a line to standard output. */
  print(line: string): void;
  /** Writes text to standard output, and resolves when it can take more. */
  write(text: string): Promise<void>;
  readonly progress: Progress;
}

export interface Progress {
  /** Shows the progress; `share` is from 0 to 1. */
  show(share: number, text: string): void;
  done(): void;
}

export type MigrationTarget = 'eventstore' | 'sqlite';

export interface Migration {
  /** The number of events copied in this run. */
  readonly copied: number;
  /** True if it was told to stop, and stopped in order. */
  readonly stopped: boolean;
  /** Who still uses the stores to copy from; null if nobody does and everything was copied. */
  readonly usedBy: string | null;
  readonly compared: {
    readonly events: number;
    readonly missing: number;
    readonly difference: { readonly stream: string; readonly revision: number; readonly event_id: string } | null;
  } | null;
  /** The number of copied vault entries, and of copied files. */
  readonly vault: number;
  readonly files: number;
  /** The number of read models built from the copy up to its end; null if they are built when the program starts. */
  readonly readModels: number | null;
}

export type MigrationPort = (to: MigrationTarget, progress: Progress, signal: AbortSignal) => Promise<Migration>;
