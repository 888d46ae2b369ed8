import type { AgendaBackend } from 'agenda';
import { SqliteJobRepository } from './job-repository.ts';
import { JobTable } from './job-table.ts';

/** Opens agenda's jobs in an SQLite file that only this process opens. */
export function openJobBackend(path: string): AgendaBackend {
  const table = new JobTable(path);
  const repository = new SqliteJobRepository(table);
  return {
    name: 'SQLite',
    repository,
    ownsConnection: true,
    connect: () => repository.connect(),
    disconnect: async () => table.close(),
  };
}
