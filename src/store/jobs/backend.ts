import type { AgendaBackend } from 'agenda';
import { openDatabase } from '../sqlite/database.ts';
import { createRepository, SCHEMA } from './repository.ts';

/** Agenda's jobs in an SQLite file. Losing the newest of them in a power cut loses nothing: they are planned anew at each start. */
export function openJobBackend(path: string): AgendaBackend & { close(): void } {
  const database = openDatabase(path, { synchronous: 'NORMAL' });
  database.exec(SCHEMA);
  const close = (): void => {
    if (database.isOpen) database.close();
  };
  return {
    name: 'SQLite',
    repository: createRepository(database),
    ownsConnection: true,
    connect: async () => undefined,
    disconnect: async () => close(),
    close,
  };
}
