import { getEventListeners } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AgendaBackend, JobParameters } from 'agenda';
import { describe, expect, it, onTestFinished, test } from 'vitest';
import { backOff, OWN_TIME } from '../../src/projections/engine/views.ts';
import { openJobBackend } from '../../src/store/jobs/sqlite-jobs.ts';
import { REAL_TIME } from '../../src/store/leases.ts';
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

const PAUSES = {
  'between renewals': (signal: AbortSignal) => REAL_TIME.sleep(1, signal),
  'between looks': (signal: AbortSignal) => OWN_TIME.sleep(1, signal),
  'before another attempt': (signal: AbortSignal) => backOff(1, signal),
};

describe.each(Object.entries(PAUSES))('a pause %s', (_, pause) => {
  test('leaves no listener behind, even after many pauses on one signal', async () => {
    const { signal } = new AbortController();
    await Promise.all([pause(signal), pause(signal)]);
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });

  test('is not begun after everything has ended', async () => {
    await expect(pause(AbortSignal.abort())).resolves.toBeUndefined();
  });
});

test.each([
  ['between renewals', REAL_TIME],
  ['between looks', OWN_TIME],
])('%s ends with the signal', async (_, time) => {
  const ending = new AbortController();
  const pause = time.sleep(3_600_000, ending.signal);
  ending.abort();
  await expect(pause).resolves.toBeUndefined();
});
