import { type ChildProcess, fork } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import type { Opened } from '../../src/cli/ports.ts';
import { type Action, endOf, planActions, type Stretch } from '../../src/cli/simulate/actions.ts';
import { runActions, signUpEverybody } from '../../src/cli/simulate/live.ts';
import { type FileOutbox, fileOutbox, type SentMessage } from '../../src/cli/simulate/outbox.ts';
import { population } from '../../src/cli/simulate/population.ts';
import { readConfig } from '../../src/config/config.ts';
import { later, MINUTE, plus } from '../../src/domain/calendar/dates.ts';
import { openAlone } from '../../src/wiring/command-line.ts';
import { numbers } from '../projections/support/random-world.ts';
import { sharedProgram } from '../servers/shared.ts';
import { COMPILE_CACHE, KILLS } from '../support/server-process.ts';
import type { Answered, Asked } from '../support/worker-process.ts';
import { differences, outcomesIn, unknownIn } from '../support/year-story.ts';

const STRETCH: Stretch = { from: '2026-01-19T12:00:00.000Z', days: 10, seed: 3 };
const PEOPLE = population(9, STRETCH.seed);
/** An attempt that was lost in the last minutes is repeated by then. */
const END = plus(endOf(STRETCH), 10 * MINUTE);
const MESSAGES = 'messages.ndjson';
const ROOM = mkdtempSync(join(tmpdir(), 'vouch-killed-'));
const [BEGIN, STEADY, KILLED] = ['begin', 'steady', 'killed'].map((name) => join(ROOM, name)) as [string, string, string];

const children = new Set<ChildProcess>();
afterEach(() => {
  for (const child of children) child.kill('SIGKILL');
  rmSync(ROOM, { recursive: true, force: true });
});

const silent = { info: () => undefined, warn: () => undefined, error: (fields: object, message: string) => console.error(message, fields) };

async function inProcess<T>(folder: string, work: (opened: Opened, outbox: FileOutbox) => Promise<T>): Promise<T> {
  mkdirSync(folder, { recursive: true });
  const outbox = fileOutbox(join(folder, MESSAGES));
  const { mailer, whatsapp } = outbox;
  const opened = await openAlone(readConfig({ VOUCH_DATA: folder }), { at: STRETCH.from, mailer, whatsapp }, silent);
  try {
    return await work(opened, outbox);
  } finally {
    await opened.close();
    outbox.close();
  }
}

const reachIn = (opened: Opened) => async (instant: string) => void (await opened.move((now) => later(now, instant)));

/** A process that does what it is asked, unless it is killed during it. */
interface Worker {
  /** `killAfter`: it is killed so many milliseconds after it first wrote something. */
  ask(asked: Asked, killAfter?: number): Promise<'done' | 'killed'>;
}

async function startWorker(): Promise<Worker> {
  const child = fork(await sharedProgram('worker-process'), ['--folder', KILLED, '--at', STRETCH.from], {
    env: { PATH: process.env.PATH ?? '', ...COMPILE_CACHE },
    execArgv: [],
  });
  children.add(child);
  const exited = new Promise<'killed'>((resolve, reject) => {
    child.once('exit', (code, signal) => {
      children.delete(child);
      if (signal === 'SIGKILL' || code === 0) resolve('killed');
      else reject(new Error(`The worker ended with ${code}.`));
    });
  });
  const answer = (wanted: Answered['says'], heard: (says: Answered['says']) => void = () => undefined) =>
    new Promise<'done'>((resolve, reject) => {
      child.removeAllListeners('message').on('message', (message: Answered) => {
        if (message.says === 'failed') reject(new Error(message.error));
        else if (message.says === wanted) resolve('done');
        else heard(message.says);
      });
    });
  await Promise.race([answer('ready'), exited]);
  return {
    async ask(asked, killAfter) {
      let timer: NodeJS.Timeout | undefined;
      let isKilled = false;
      const kill = (): void => {
        isKilled = true;
        child.kill('SIGKILL');
      };
      const answered = answer('done', () => {
        if (killAfter !== undefined) timer = setTimeout(kill, killAfter);
      });
      child.send(asked);
      const came = await Promise.race([answered, exited]);
      clearTimeout(timer);
      return isKilled ? exited : came;
    },
  };
}

/** Plays the same actions in processes that are killed during due work. Resolves with the number of kills. */
async function liveKilled(owners: readonly string[], actions: readonly Action[]): Promise<number> {
  const pick = numbers(20_260_122);
  const steps = [...Map.groupBy(actions, ({ at }) => at)];
  let kills = 0;
  let worker = await startWorker();
  const reach = async (instant: string, share: number): Promise<void> => {
    for (let tries = 0; ; tries += 1) {
      const due = tries < 3 && kills < Math.min(KILLS, Math.ceil(KILLS * share * 1.2));
      if ((await worker.ask({ does: 'reach', instant }, due ? pick(30) : undefined)) === 'done') return;
      kills += 1;
      worker = await startWorker();
    }
  };
  for (const [index, [at, together]] of steps.entries()) {
    await reach(at, index / steps.length);
    await worker.ask({ does: 'live', owners, actions: together });
  }
  await reach(END, 1);
  await worker.ask({ does: 'end' });
  return kills;
}

test(`a worker that is killed ${KILLS} times during due work gives the same events as one that never was`, async () => {
  const owners = await inProcess(BEGIN, (opened, outbox) => signUpEverybody({ opened, reach: reachIn(opened) }, PEOPLE, outbox));
  for (const folder of [STEADY, KILLED]) cpSync(BEGIN, folder, { recursive: true });
  const actions = planActions(PEOPLE, STRETCH);
  await inProcess(STEADY, async (opened) => {
    const reach = reachIn(opened);
    await runActions({ opened, reach }, owners, actions);
    await reach(END);
  });
  expect(await liveKilled(owners, actions)).toBeGreaterThanOrEqual(KILLS);
  await inProcess(KILLED, async ({ app: { store } }) => {
    const lived = { store, owners };
    expect(await inProcess(STEADY, (steady) => differences({ store: steady.app.store, owners }, lived))).toEqual([]);
    const [lost, outcomes] = [await unknownIn(store), await outcomesIn(store)];
    const gone = readFileSync(join(KILLED, MESSAGES), 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as SentMessage);
    const times = new Map([...Map.groupBy(gone, ({ id }) => id)].map(([id, all]) => [id, all.length]));
    const sent = [...outcomes].flatMap(([id, types]) => (types.at(-1) === 'DeliverySent' ? [id] : []));
    expect([...times.keys()].sort()).toEqual(sent.sort());
    for (const [id, count] of times) expect([id, count <= 1 + (lost.get(id) ?? 0)]).toEqual([id, true]);
  });
}, 300_000);
