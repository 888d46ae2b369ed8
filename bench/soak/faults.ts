import { setTimeout as pause } from 'node:timers/promises';
import {
  connectionsFor,
  openAndCut,
  openIdle,
  openSlowBodies,
  openSlowReaders,
  waitUntil,
} from '../../tests/support/faults/connections.ts';
import { canMount, fillDiskRepeatedly, startSmallDisk } from '../../tests/support/faults/disk.ts';
import { openHandles, rssMb } from '../../tests/support/server-process.ts';
import { type Person, signUp } from '../support/person.ts';
import { startProgram } from '../support/program.ts';
import { type Bounds, print } from './watch.ts';

export interface FaultOptions {
  /** Connections on which nothing is sent. */
  readonly idle: number;
  /** Connections that are opened and cut. */
  readonly cuts: number;
  /** How often the disk fills up. */
  readonly fillings: number;
}

const [SLOW_BODIES, SLOW_READERS, SENT_AHEAD] = [500, 100, 10];
const [LONG_TASKS, LONG] = [100, 5_000];
const DISK_MIB = 128;
const SETTLE_MS = 7_000;
/** More memory than this after the second time is growth. */
const GROWTH = 0.1;
/** A request may take two minutes, and the program looks every five seconds. */
const [ENDED_MS, LOOK_MS] = [140_000, 1_000];
const OF_THE_WRITER = 2;
/** Between two writes: a person who works fast. */
const WRITE_MS = 20;

const tokenOf = async (person: Person): Promise<string> =>
  (await person.need<{ session: { access_token: string } }>(200, 'GET', '/api/auth/session')).session.access_token;
const write = async (person: Person, title: string, description = ''): Promise<string> =>
  (await person.need<{ id: string }>(201, 'POST', '/api/tasks', { title, description })).id;

/** Many idle, slow and cut connections, while somebody writes. The slow ones are left until the program ends them. */
export async function connectionFaults(data: string, options: FaultOptions, bounds: Bounds): Promise<void> {
  const program = await startProgram(data);
  try {
    const person = await signUp(program.url, 'ann@example.org');
    for (let index = 0; index < LONG_TASKS; index += 1) await write(person, `Long ${index}`, 'é'.repeat(LONG));
    const token = await tokenOf(person);
    await pause(SETTLE_MS);
    const handles = openHandles(program.pid);
    const memory: number[] = [];
    for (let round = 0; round < 2; round += 1) {
      await oneRound({ url: program.url, pid: program.pid, person, token, handles }, options, bounds);
      await pause(SETTLE_MS);
      memory.push(rssMb(program.pid));
    }
    person.leave();
    await waitUntil('every connection is closed', () => openHandles(program.pid) <= handles).catch(() => undefined);
    bounds.keep(`${openHandles(program.pid)} open handles, ${handles} before`, openHandles(program.pid) <= handles);
    const [first, second] = memory as [number, number];
    bounds.keep(`${first.toFixed(0)} MB after the faults, ${second.toFixed(0)} MB after the same again`, second <= first * (1 + GROWTH));
  } finally {
    const code = await program.stop();
    bounds.keep(`the program ended with ${code}`, code === 0);
  }
}

interface FaultTarget {
  readonly url: string;
  readonly pid: number;
  readonly person: Person;
  readonly token: string;
  /** Open handles before the faults. */
  readonly handles: number;
}

async function oneRound({ url, pid, person, token, handles }: FaultTarget, { idle, cuts }: FaultOptions, bounds: Bounds): Promise<void> {
  const noted: string[] = [];
  let isOver = false;
  const writer = (async () => {
    while (!isOver) {
      noted.push(await write(person, `Beside faults ${noted.length}`));
      await pause(WRITE_MS);
    }
  })();
  const slow = [
    await openSlowBodies(url, token, connectionsFor(SLOW_BODIES)),
    await openSlowReaders(url, token, '/api/tasks', connectionsFor(SLOW_READERS), SENT_AHEAD),
    await openIdle(url, connectionsFor(idle)),
  ];
  await openAndCut(url, token, cuts);
  // A client that does not read does not notice that its connection was closed, so the program's handles are counted.
  const left = () => Math.max(0, openHandles(pid) - handles - OF_THE_WRITER);
  const end = performance.now() + ENDED_MS;
  while (left() > 0 && performance.now() < end) await pause(LOOK_MS);
  bounds.keep(`${left()} idle and slow connections were not ended by the program within ${ENDED_MS / 1_000} s`, left() === 0);
  for (const one of slow) one.cut();
  isOver = true;
  await writer;
  let missing = 0;
  for (const id of noted) if ((await person.ask('GET', `/api/tasks/${id}`)).status !== 200) missing += 1;
  bounds.keep(`${noted.length} tasks acknowledged beside ${idle} idle and ${cuts} cut connections, ${missing} lost`, missing === 0);
}

/** Fills a disk again and again while several clients write to it. */
export async function diskFaults({ fillings }: FaultOptions, bounds: Bounds): Promise<void> {
  if (!canMount()) return print('        A disk that fills up: left out, as this machine lets nobody mount a file system.');
  const disk = await startSmallDisk(DISK_MIB);
  try {
    const program = await startProgram(disk.folder, {}, disk.through);
    const person = await signUp(program.url, 'ann@example.org');
    const run = await fillDiskRepeatedly({ url: program.url, token: await tokenOf(person), disk, fillings });
    let lost = 0;
    for (const id of run.created) {
      const answer = await person.ask('GET', `/api/tasks/${id}`);
      if (answer.status !== 200 || (run.completed.has(id) && JSON.parse(answer.text).status !== 'completed')) lost += 1;
    }
    bounds.keep(
      `a disk that was full ${fillings} times: ${run.created.size} tasks acknowledged, ${lost} lost, ${run.refused} writes refused, ` +
        `${run.readsWhenFull} reads answered meanwhile, writing again after ${run.slowestRecoveryMs.toFixed(0)} ms at most`,
      lost === 0,
    );
    person.leave();
    bounds.keep('the program ended with 0', (await program.stop()) === 0);
  } finally {
    await disk.dispose();
  }
}
