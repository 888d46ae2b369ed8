import type { Files } from '../../ports/files.ts';
import type { ReactorProgress } from '../../ports/reactor-progress.ts';
import type { RawLog } from '../event-log/raw-log.ts';
import type { VaultRows } from './vault-rows.ts';

export interface MigrationSide {
  readonly log: RawLog;
  readonly vault: VaultRows;
  /** The reactors' progress. Its positions are those of this side's log. */
  readonly reactors: ReactorProgress;
  readonly files: Files;
  fileOwners(): AsyncIterable<string>;
  /** Who uses the stores, for operators; null if nobody is known to. While somebody does, only the log may be read. */
  readonly usedBy: string | null;
  close(): Promise<void>;
}
