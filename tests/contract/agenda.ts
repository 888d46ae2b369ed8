import type { AgendaBackend } from 'agenda';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { type RegularJob, startAgenda } from '../../src/jobs/agenda.ts';
import type { Log } from '../../src/ports/log.ts';

const EVERY = '0.05 seconds';
export const SCAN_MS = 20;
const LOOK_MS = 60;

export const quiet = (errors: string[] = []): Log => ({
  info: () => undefined,
  warn: () => undefined,
  error: (_, event) => void errors.push(event),
});

/** Work that counts its runs; `turns(n)` resolves once there were n. */
export function counted(name: string, every = EVERY, run: (turn: number) => Promise<void> = async () => undefined) {
  const waiting: { readonly n: number; readonly resolve: () => void }[] = [];
  const starts: number[] = [];
  const work: RegularJob = {
    name,
    every,
    async run() {
      starts.push(performance.now());
      for (const { n, resolve } of waiting) if (n <= starts.length) resolve();
      await run(starts.length);
    },
  };
  const turns = (n: number) => new Promise<void>((resolve) => (n <= starts.length ? resolve() : waiting.push({ n, resolve })));
  return { work, starts, turns };
}

/** What regular work needs, over any store of jobs. */
export function agendaContract(open: () => Promise<AgendaBackend>, shared: boolean): void {
  async function start(works: readonly RegularJob[], errors?: string[]) {
    const agenda = await startAgenda(await open(), works, quiet(errors), { shared, scanMs: SCAN_MS, lookMs: LOOK_MS });
    let stopped: Promise<void> | null = null;
    const stop = () => (stopped ??= agenda.stop(2_000));
    onTestFinished(stop);
    return { stop };
  }

  describe('regular work', () => {
    it('runs again and again, each piece of work at its own interval', async () => {
      const quick = counted('quick');
      const rare = counted('rare', '1 hour');
      await start([quick.work, rare.work]);
      await Promise.all([quick.turns(4), rare.turns(1)]);
      await quick.turns(6);
      expect(rare.starts).toHaveLength(1);
    });

    it('leaves nothing running when its start failed', async () => {
      const backend = await open();
      const [one, two] = [counted('one'), counted('two')];
      const save = backend.repository.saveJob.bind(backend.repository);
      backend.repository.saveJob = (job, options) =>
        job.name === 'two' ? Promise.reject(new Error('The store is away.')) : save(job, options);
      const beginning = startAgenda(backend, [one.work, two.work], quiet(), { shared, scanMs: SCAN_MS });
      await expect(beginning).rejects.toThrow('The store is away.');
      const begun = one.starts.length;
      await new Promise((resolve) => setTimeout(resolve, 15 * SCAN_MS));
      expect(one.starts).toHaveLength(begun);
    });

    it('that no longer exists is removed from the store', async () => {
      const backend = await open();
      await backend.connect();
      await backend.repository.saveJob({ name: 'cascades', type: 'single', nextRunAt: new Date(), priority: 0, data: {} }, undefined);
      const [errors, work]: [string[], ReturnType<typeof counted>] = [[], counted('work')];
      const agenda = await startAgenda(backend, [work.work], quiet(errors), {
        shared,
        scanMs: SCAN_MS,
        dropped: ['cascades', 'never was'],
      });
      onTestFinished(() => agenda.stop(2_000));
      await work.turns(2);
      expect((await backend.repository.queryJobs()).jobs.map(({ name }) => name)).toEqual(['work']);
      expect(errors).toEqual([]);
    });

    it('never runs twice at once, however long it takes', async () => {
      let running = 0;
      const other = counted('other');
      const slow = counted('slow', EVERY, async () => {
        running += 1;
        expect(running).toBe(1);
        await other.turns(other.starts.length + 4);
        running -= 1;
      });
      const errors: string[] = [];
      await start([slow.work, other.work], errors);
      await slow.turns(3);
      expect(errors).toEqual([]);
    });

    it('that fails is logged, and runs again at the next interval', async () => {
      const errors: string[] = [];
      const failing = counted('failing', EVERY, async () => {
        throw new Error('no');
      });
      await start([failing.work], errors);
      await failing.turns(3);
      expect(errors.slice(0, 2)).toEqual(['job.failed', 'job.failed']);
    });

    it.each([
      ['back by hours', -5 * 3_600_000],
      ['back by days', -3 * 86_400_000],
      ['forward by days', 3 * 86_400_000],
    ])('continues when the clock of the machine jumps %s', async (_what, by) => {
      onTestFinished(() => void vi.useRealTimers());
      const work = counted('work');
      await start([work.work]);
      await work.turns(2);
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + by });
      const forward = setInterval(() => vi.setSystemTime(Date.now() + SCAN_MS), SCAN_MS);
      onTestFinished(() => clearInterval(forward));
      await work.turns(work.starts.length + 3);
    });

    it('is awaited when the agenda stops, and none runs afterwards', async () => {
      const end = Promise.withResolvers<void>();
      let ended = false;
      const work = counted('work', EVERY, async () => {
        await end.promise;
        ended = true;
      });
      const agenda = await start([work.work]);
      await work.turns(1);
      const stopping = agenda.stop();
      end.resolve();
      await stopping;
      expect(ended).toBe(true);
      await new Promise(setImmediate);
      expect(work.starts).toHaveLength(1);
    });
  });
}

/** Two processes' worth of agendas on one store. */
export function sharedAgendaContract(open: () => Promise<{ readonly one: AgendaBackend; readonly other: AgendaBackend }>): void {
  const LOCK_MS = 1_000;
  async function start(backend: AgendaBackend, works: readonly RegularJob[]) {
    const agenda = await startAgenda(backend, works, quiet(), { shared: true, scanMs: SCAN_MS, lockMs: LOCK_MS });
    let stopped: Promise<void> | null = null;
    const stop = () => (stopped ??= agenda.stop(2_000));
    onTestFinished(stop);
    return { stop };
  }

  describe('work that processes share', () => {
    it('runs in one of them at a time, and its jobs are stored once', async () => {
      const { one, other } = await open();
      const interval = 150;
      let running = 0;
      const beside: number[] = [];
      const work = counted('work', `${interval / 1000} seconds`, async () => {
        beside.push(running++);
        await new Promise(setImmediate);
        running -= 1;
      });
      await Promise.all([start(one, [work.work]), start(other, [work.work])]);
      await work.turns(8);
      expect(Math.max(...beside)).toBe(0);
      // If two processes ran it in turns, it would take half of the time. Single gaps prove nothing: a busy machine starts late, and then on time.
      const took = (work.starts[7] as number) - (work.starts[0] as number);
      expect(took / 7).toBeGreaterThan((2 / 3) * interval);
      expect((await one.repository.queryJobs()).jobs.map(({ name }) => name)).toEqual(['work']);
    });

    it('is not taken over from a slow process, nor by a process that starts', async () => {
      const { one, other } = await open();
      const end = Promise.withResolvers<void>();
      const long = counted('long', EVERY, () => end.promise);
      await start(one, [long.work]);
      await long.turns(1);
      const beside = counted('beside');
      await start(other, [long.work, beside.work]);
      const before = performance.now();
      while (performance.now() - before < 2.5 * LOCK_MS) await beside.turns(beside.starts.length + 1);
      expect(long.starts).toHaveLength(1);
      end.resolve();
      await long.turns(2);
    });

    it('that another process has taken over is not changed by the former one', async () => {
      const { one, other } = await open();
      await other.connect();
      const end = Promise.withResolvers<void>();
      const lost = counted('lost', '1 hour', () => end.promise);
      const agenda = await start(one, [lost.work]);
      await lost.turns(1);
      const [job] = (await other.repository.queryJobs()).jobs;
      // As if it had been suspended for longer than its lock lasts.
      await other.repository.unlockJobs([job?._id as never]);
      const taken = await other.repository.getNextJobToRun('lost', new Date(Date.now() + 7_200_000), new Date(0), undefined, {
        lastModifiedBy: 'other',
      });
      expect(taken?.lastModifiedBy).toBe('other');
      end.resolve();
      await agenda.stop();
      expect((await other.repository.queryJobs()).jobs[0]).toMatchObject({ lockedAt: taken?.lockedAt, lastModifiedBy: 'other' });
    });

    it('that was locked ahead of its time is released when the process stops', async () => {
      const { one, other } = await open();
      await other.connect();
      const soon = counted('soon', '3 seconds');
      const first = await start(one, [soon.work]);
      await soon.turns(1);
      await first.stop();
      const agenda = await startAgenda(one, [soon.work], quiet(), { shared: true, scanMs: 10_000 });
      const job = async () => (await other.repository.queryJobs()).jobs[0];
      await expect.poll(async () => (await job())?.lockedAt).toBeDefined();
      await agenda.stop(1_000);
      expect((await job())?.lockedAt).toBeUndefined();
      expect(soon.starts).toHaveLength(1);
    });
  });
}
