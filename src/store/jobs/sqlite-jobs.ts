import type { AgendaBackend } from 'agenda';
import { SqliteJobRepository } from './job-repository.ts';
import { JobTable } from './job-table.ts';

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
