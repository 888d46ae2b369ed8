import type { Files } from '../../ports/files.ts';
import type { ReactorProgress } from '../../ports/reactor-progress.ts';
import type { RawLog } from '../event-log/raw-log.ts';
import type { FileName } from './copy-files.ts';
import type { VaultRows } from './vault-rows.ts';

/** An installation's stores as a migration sees them. */
export interface Side {
  readonly log: RawLog;
  readonly vault: VaultRows;
  /** How far reactors have come; its positions are those of this side's log. */
  readonly reactors: ReactorProgress;
  readonly files: Files;
  fileNames(): AsyncIterable<FileName>;
  /** Who is running on them, for operators; null: nobody is known to. While somebody is, only the log may be read. */
  readonly usedBy: string | null;
  close(): Promise<void>;
}
