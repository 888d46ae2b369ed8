import { describe, expect, it, onTestFinished } from 'vitest';
import { startAgenda } from '../../src/jobs/agenda.ts';
import { openJobBackend } from '../../src/store/jobs/sqlite-jobs.ts';
import { agendaContract, counted, quiet, SCAN_MS } from '../contract/agenda.ts';

describe('agenda over SQLite', () => {
  agendaContract(async () => openJobBackend(':memory:'), false);

  it('runs a job again whose end could not be written, as on a full disk', async () => {
    const backend = openJobBackend(':memory:');
    const save = backend.repository.saveJobState.bind(backend.repository);
    let isFull = false;
    backend.repository.saveJobState = (job, options) => (isFull ? Promise.reject(new Error('full')) : save(job, options));
    const work = counted('work', '0.05 seconds', async () => {
      isFull = work.starts.length === 2;
    });
    const agenda = await startAgenda(backend, [work.work], quiet(), { scanMs: SCAN_MS, lookMs: 60 });
    onTestFinished(() => agenda.stop(2_000));
    await work.turns(2);
    await new Promise((resolve) => setTimeout(resolve, 5 * SCAN_MS));
    isFull = false;
    await work.turns(4);
    expect(work.starts.length).toBeGreaterThanOrEqual(4);
  });
});
