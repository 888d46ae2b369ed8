import type { Accounts } from '../app/account/accounts.ts';
import type { App } from '../app/app.ts';
import type { Leases } from '../ports/leases.ts';
import type { ReactorProgress } from '../ports/reactor-progress.ts';
import type { Runner } from '../projections/engine/runner.ts';
import type { Mailer } from '../providers/mail/port.ts';
import type { WhatsApp } from '../providers/whatsapp/port.ts';

/** The program on its data folder, without its outside. */
export interface Opened {
  readonly app: App;
  readonly accounts: Accounts;
  readonly runner: Runner;
  /** Of processes on servers; null: on files, which one process alone opens. */
  readonly leases: Leases | null;
  /** What follows from events: how far each reactor has come, and what it holds. */
  readonly reactors: ReactorProgress;
  /** In the order in which they are shown. */
  readonly reactorNames: readonly string[];
  /** Moves the clock, through everything that falls due on the way. */
  readonly move: (to: (now: string) => string) => Promise<string>;
  close(): Promise<void>;
}

export interface OpenOptions {
  /** A clock that stands still at this instant until it is moved, instead of the program's own. */
  readonly at?: string;
  /** Takes the mails, instead of the configured one. */
  readonly mailer?: Mailer;
  /** Takes the WhatsApp messages, instead of the configured one. */
  readonly whatsapp?: WhatsApp;
  /** A data folder of its own, instead of the configured one. */
  readonly folder?: string;
}

export interface ChainBreak {
  readonly stream: string;
  readonly revision: number;
  readonly event_id: string;
  readonly reason: string;
}

export interface EventFault {
  readonly stream: string;
  readonly event_id: string;
  readonly reason: string;
}

/** What the commands work with. */
export interface CliPorts {
  /** Serves until a signal ends it. `role`: instead of the configured one. */
  serve(role?: string): Promise<void>;
  open(options?: OpenOptions): Promise<Opened>;
  /** Walks the hash chains of the log in the data folder; may run beside a serving program. */
  verify(onProgress: (events: number) => void): Promise<{
    readonly events: number;
    readonly streams: number;
    readonly breaks: readonly ChainBreak[];
    /** Events that are not as their type is declared: how many, and the first of them. */
    readonly faults?: { readonly count: number; readonly first: readonly EventFault[] };
  }>;
  /** SQLite's own check of each file in the data folder: what is wrong with it, empty where it is sound. Null: the stores are servers. */
  checkFiles(): readonly { readonly file: string; readonly faults: readonly string[] }[] | null;
  /** Copies everything to the other stores; stops in order when the signal aborts. */
  readonly migrate: MigrationPort;
  /** Where the program's clock stands. */
  now(): string;
  /** Standard output, a line. */
  print(line: string): void;
  readonly progress: Progress;
}

export interface Progress {
  /** `share` from 0 to 1. */
  show(share: number, text: string): void;
  done(): void;
}

export type MigrationTarget = 'eventstore' | 'sqlite';

export interface Migration {
  /** Events copied in this run. */
  readonly copied: number;
  /** Told to stop, in order. */
  readonly stopped: boolean;
  /** Who still runs on the stores to copy from; null: nobody, and everything was copied. */
  readonly usedBy: string | null;
  readonly compared: {
    readonly events: number;
    readonly missing: number;
    readonly difference: { readonly stream: string; readonly revision: number; readonly event_id: string } | null;
  } | null;
  /** Entries of the vault, and files. */
  readonly vault: number;
  readonly files: number;
  /** Read models that were built from the copy, up to its end; null: they are built when the program starts. */
  readonly readModels: number | null;
}

export type MigrationPort = (to: MigrationTarget, progress: Progress, signal: AbortSignal) => Promise<Migration>;
