import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterEach, describe, expect, it, onTestFinished } from 'vitest';
import { startAgenda } from '../../src/jobs/agenda.ts';
import { openMongoJobs } from '../../src/store/mongo/jobs.ts';
import { sharedMongo } from '../servers/shared.ts';
import { BEAT_MS, beatsUntil } from '../support/beats.ts';
import { openWatched, scans } from '../support/plans.ts';
import { agendaContract, counted, quiet, SCAN_MS, sharedAgendaContract } from './agenda.ts';
import { job, jobsContract, next } from './jobs.ts';

const server = await sharedMongo();
const PROCESS = join(import.meta.dirname, 'agenda-process.ts');

/** A database of its own, unless one is given. `asked`: called with the name of each command. */
function open(url = server?.database() ?? '', asked: (command: string) => void = () => undefined) {
  const mongo = openWatched(url);
  onTestFinished(() => mongo.close());
  mongo.db.client.on('commandStarted', ({ commandName }) => asked(commandName));
  return openMongoJobs(mongo.db);
}

describe.skipIf(server === null)(`jobs on ${server?.name}`, () => {
  afterEach(async () => expect(await scans()).toEqual([]));

  jobsContract(async () => open());
  agendaContract(async () => open(), true);
  sharedAgendaContract(async () => {
    const url = server?.database();
    return { one: open(url), other: open(url) };
  });

  it('are taken over from a killed process when their lock has expired, not before', async () => {
    const lockMs = 1_500;
    const url = server?.database() ?? '';
    const child = spawn(process.execPath, [PROCESS, url, `${lockMs}`], { stdio: ['ignore', 'pipe', 'inherit'] });
    onTestFinished(() => void child.kill('SIGKILL'));
    await once(child.stdout, 'data');
    const work = counted('work', '1 second');
    const agenda = await startAgenda(open(url), [work.work], quiet(), { shared: true, scanMs: SCAN_MS, lockMs });
    onTestFinished(() => agenda.stop(1_000));
    const beside = counted('beside');
    const other = await startAgenda(open(url), [beside.work], quiet(), { shared: true, scanMs: SCAN_MS });
    onTestFinished(() => other.stop(1_000));
    // While it is alive, it keeps its lock for longer than one lock lasts.
    const before = performance.now();
    while (performance.now() - before < 1.5 * lockMs) await beside.turns(beside.starts.length + 1);
    expect(work.starts).toEqual([]);
    child.kill('SIGKILL');
    const taken = work.turns(1);
    expect(await beatsUntil(taken, () => beside.turns(beside.starts.length + 1))).toBeLessThan((lockMs + 1_000) / BEAT_MS);
    await taken;
  });

  it('are asked for with one query, however many there are', async () => {
    let asked: string[] = [];
    const backend = open(server?.database(), (command) => void asked.push(command));
    await backend.connect();
    const { repository } = backend;
    await repository.saveJob(job({ name: 'due' }), undefined);
    await repository.saveJob(job({ name: 'later', nextRunAt: new Date(Date.now() + 3_600_000) }), undefined);
    asked = [];
    const found = await Promise.all(['due', 'later', 'never'].map((name) => next(repository, name)));
    expect(found.map((one) => one?.name)).toEqual(['due', undefined, undefined]);
    expect(asked).toEqual(['find', 'findAndModify']);
  });

  it('report an error of the store, and continue once it answers again', async () => {
    const backend = open();
    const errors: string[] = [];
    const work = counted('work');
    const agenda = await startAgenda(backend, [work.work], quiet(errors), { shared: true, scanMs: SCAN_MS });
    onTestFinished(() => agenda.stop(1_000));
    await work.turns(1);
    const { getNextJobToRun } = backend.repository;
    const refused = Promise.withResolvers<void>();
    backend.repository.getNextJobToRun = async () => {
      refused.resolve();
      throw new Error('refused');
    };
    await refused.promise;
    backend.repository.getNextJobToRun = getNextJobToRun;
    await work.turns(work.starts.length + 2);
    expect(errors).toContain('job.store_failed');
  });
});
