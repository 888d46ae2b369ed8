import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AgendaBackend, JobParameters } from 'agenda';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openJobBackend } from '../../src/store/jobs/sqlite-jobs.ts';
import { EARLIER, job, jobsContract, next } from '../contract/jobs.ts';

function open(path = ':memory:'): AgendaBackend['repository'] & { backend: AgendaBackend } {
  const backend = openJobBackend(path);
  onTestFinished(() => backend.disconnect());
  return Object.assign(backend.repository, { backend });
}

describe('jobs on SQLite', () => {
  jobsContract(async () => openJobBackend(':memory:'));

  it('releases the locks of a killed process at the next start, so that its jobs run again', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'vouch-jobs-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const path = join(folder, 'jobs.db');
    const first = open(path);
    await first.saveJob(job({ name: 'waiting' }), undefined);
    await first.saveJob(job({ name: 'running' }), undefined);
    await next(first, 'waiting');
    const running = (await next(first, 'running')) as JobParameters;
    await first.saveJobState({ ...running, nextRunAt: null }, undefined);
    await first.backend.disconnect();
    const second = open(path);
    await second.backend.connect();
    expect(await next(second, 'waiting')).toBeDefined();
    expect(await second.getNextJobToRun('running', new Date(), EARLIER, undefined, undefined)).toBeDefined();
  });
});
