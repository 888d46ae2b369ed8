import { Agenda, type AgendaBackend, type JobParameters } from 'agenda';
import { describe, expect, it, onTestFinished } from 'vitest';

const PAST = new Date('2026-11-20T16:00:00.000Z');
export const EARLIER = new Date(PAST.getTime() - 60_000);
const LATER = new Date(PAST.getTime() + 60_000);

export const job = (change: Partial<JobParameters<unknown>> = {}): JobParameters<unknown> => ({
  name: 'due',
  type: 'normal',
  priority: 0,
  nextRunAt: PAST,
  data: {},
  ...change,
});
export const next = (jobs: AgendaBackend['repository'], name = 'due') => jobs.getNextJobToRun(name, PAST, EARLIER, PAST, undefined);

/** What agenda needs of a store of jobs. */
export function jobsContract(openBackend: () => Promise<AgendaBackend>): void {
  async function open(): Promise<AgendaBackend['repository']> {
    const backend = await openBackend();
    await backend.connect();
    onTestFinished(() => backend.disconnect());
    return backend.repository;
  }

  describe('the store of jobs', () => {
    it('returns a job as it was saved, with an id', async () => {
      const jobs = await open();
      const saved = await jobs.saveJob(job({ data: { a: [1, null] }, repeatInterval: '1 second' }), { lastModifiedBy: 'me' });
      expect(saved).toEqual({ ...job({ data: { a: [1, null] }, repeatInterval: '1 second' }), _id: saved._id, lastModifiedBy: 'me' });
      expect(await jobs.getJobById(`${saved._id}`)).toEqual(saved);
      expect(await jobs.getJobById('0123456789abcdef01234567')).toBeNull();
    });

    it('hands out due jobs, oldest first, then by priority', async () => {
      const jobs = await open();
      await jobs.saveJob(job({ data: 'low' }), undefined);
      await jobs.saveJob(job({ data: 'high', priority: 10 }), undefined);
      await jobs.saveJob(job({ data: 'old', nextRunAt: EARLIER }), undefined);
      await jobs.saveJob(job({ data: 'later', nextRunAt: LATER }), undefined);
      await jobs.saveJob(job({ data: 'off', disabled: true }), undefined);
      await jobs.saveJob(job({ name: 'other', data: 'other' }), undefined);
      const first = await next(jobs);
      expect([first?.data, first?.lockedAt]).toEqual(['old', PAST]);
      expect([(await next(jobs))?.data, (await next(jobs))?.data, await next(jobs)]).toEqual(['high', 'low', undefined]);
    });

    it('gives each job to one of many that ask at once', async () => {
      const jobs = await open();
      for (let n = 0; n < 5; n += 1) await jobs.saveJob(job({ data: n }), undefined);
      const got: unknown[] = [];
      // A process that meets another one may get nothing, and asks again.
      for (let round = 0; round < 10 && got.length < 5; round += 1)
        for (const one of await Promise.all(Array.from({ length: 8 }, () => next(jobs)))) if (one) got.push(one.data);
      expect(got.toSorted()).toEqual([0, 1, 2, 3, 4]);
    });

    it('hands a job out again when its lock is too old', async () => {
      const jobs = await open();
      await jobs.saveJob(job(), undefined);
      await jobs.getNextJobToRun('due', PAST, EARLIER, EARLIER, undefined);
      expect((await next(jobs))?.lockedAt).toEqual(PAST);
      expect(await next(jobs)).toBeUndefined();
    });

    it('locks a job only in the state that was read', async () => {
      const jobs = await open();
      const saved = (await jobs.saveJob(job(), undefined)) as JobParameters;
      expect(await jobs.lockJob({ ...saved, nextRunAt: LATER }, undefined)).toBeUndefined();
      expect(await jobs.lockJob(saved, undefined)).toMatchObject({ _id: saved._id });
      expect(await jobs.lockJob(saved, undefined)).toBeUndefined();
      await jobs.unlockJob(saved);
      expect(await jobs.lockJob(saved, undefined)).toBeDefined();
    });

    it('keeps a single job once for each name, and does not postpone one that is due', async () => {
      const jobs = await open();
      const first = await jobs.saveJob(job({ type: 'single', nextRunAt: EARLIER }), undefined);
      const again = await jobs.saveJob(job({ type: 'single', data: 'new' }), undefined);
      expect(again).toEqual({ ...first, data: 'new' });
      expect((await jobs.queryJobs()).total).toBe(1);
    });

    it('keeps a unique job once, and the first one with insertOnly', async () => {
      const jobs = await open();
      const save = (data: object, insertOnly: boolean) =>
        jobs.saveJob(job({ data, unique: { 'data.user': 'ann' }, uniqueOpts: { insertOnly } }), undefined);
      await save({ user: 'ann', n: 1 }, true);
      expect((await save({ user: 'ann', n: 2 }, true)).data).toEqual({ user: 'ann', n: 1 });
      expect((await save({ user: 'ann', n: 3 }, false)).data).toEqual({ user: 'ann', n: 3 });
      expect((await jobs.queryJobs()).total).toBe(1);
    });

    it('stores how a job went, clears fields that are no longer set, and refuses for a removed job', async () => {
      const jobs = await open();
      const saved = (await jobs.saveJob(job({ lockedAt: PAST, failReason: 'x' }), undefined)) as JobParameters;
      const { lockedAt: _, failReason: __, ...rest } = saved;
      await jobs.saveJobState({ ...rest, nextRunAt: null, lastFinishedAt: LATER }, undefined);
      expect(await jobs.getJobById(`${saved._id}`)).toEqual({ ...rest, nextRunAt: null, lastFinishedAt: LATER });
      await jobs.removeJobs({ id: `${saved._id}` });
      await expect(jobs.saveJobState(saved, undefined)).rejects.toThrow('is not there any more');
    });

    it('removes, disables and enables jobs that match all criteria, and none without criteria', async () => {
      const jobs = await open();
      for (const name of ['a', 'b', 'c']) await jobs.saveJob(job({ name, data: { deep: { name } } }), undefined);
      expect(await jobs.removeJobs({})).toBe(0);
      expect(await jobs.disableJobs({ names: ['a', 'b'] })).toBe(2);
      expect((await jobs.queryJobs({ state: 'paused' })).jobs.map((one) => one.name).toSorted()).toEqual(['a', 'b']);
      expect(await next(jobs, 'a')).toBeUndefined();
      expect(await jobs.enableJobs({ name: 'a' })).toBe(1);
      expect(await next(jobs, 'a')).toBeDefined();
      expect(await jobs.removeJobs({ data: { deep: { name: 'c' } } })).toBe(1);
      expect(await jobs.removeJobs({ notNames: ['a'] })).toBe(1);
      expect(await jobs.getDistinctJobNames()).toEqual(['a']);
      expect(await jobs.purgeAllJobs()).toBe(1);
    });

    it('sorts and pages jobs as asked', async () => {
      const jobs = await open();
      for (const [n, at] of [PAST, EARLIER, LATER].entries()) await jobs.saveJob(job({ name: `job-${n}`, nextRunAt: at }), undefined);
      const { jobs: page, total } = await jobs.queryJobs({ search: 'JOB', sort: { nextRunAt: 'asc' }, skip: 1, limit: 1 });
      expect([page.map((one) => one.name), total]).toEqual([['job-0'], 3]);
      expect((await jobs.getJobsOverview()).map((one) => one.total)).toEqual([1, 1, 1]);
    });

    it('works with agenda: what is due runs once, and draining ends', async () => {
      const backend = await openBackend();
      const agenda = new Agenda({ backend, processEvery: 5 });
      await agenda.ready;
      const ran: unknown[] = [];
      const all = Promise.withResolvers<void>();
      agenda.define('note', async (one: { attrs: { data: unknown } }) => {
        ran.push((one.attrs.data as { n: number }).n);
        if (ran.length === 5) all.resolve();
      });
      for (let n = 0; n < 5; n += 1) await agenda.now('note', { n });
      await agenda.start();
      await all.promise;
      await agenda.drain({ timeout: 5000 });
      expect(ran.toSorted()).toEqual([0, 1, 2, 3, 4]);
    });
  });
}
