import { describe } from 'vitest';
import { openJobBackend } from '../../src/store/jobs/sqlite-jobs.ts';
import { agendaContract } from '../contract/agenda.ts';

describe('agenda over SQLite', () => {
  agendaContract(async () => openJobBackend(':memory:'), false);
});
