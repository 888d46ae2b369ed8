import { once } from 'node:events';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createParser } from 'eventsource-parser';
import { readConfig } from '../src/config/config.ts';
import { plus } from '../src/domain/calendar/dates.ts';
import { type Assembled, assemble } from '../src/wiring/assemble.ts';
import { confirm } from '../tests/support/confirmed.ts';
import { rssMb } from '../tests/support/server-process.ts';
import { copied } from './support/fill.ts';
import { withFolder } from './support/folder.ts';
import { type Bench, median } from './support/measure.ts';
import { type Running, startProgram } from './support/program.ts';

const SILENT = { info: () => undefined, warn: () => undefined, error: () => undefined };
const DAY_MS = 86_400_000;

/** A folder with so many accounts, and the cookie of a session of each. */
async function filled(folder: string, accounts: number): Promise<readonly string[]> {
  const mailer = { send: async () => ({ message_id: 'none' }), close: async () => undefined };
  const assembled = await assemble({ config: readConfig({ VOUCH_DATA: folder }), log: SILENT, mailer });
  // At once, so that many share a commit.
  const cookies = await Promise.all(Array.from({ length: accounts }, (_, index) => joined(assembled, `live${index}`)));
  await assembled.app.waitForReadModels(await assembled.app.store.head());
  await assembled.close();
  return cookies;
}

async function joined(assembled: Assembled, owner: string): Promise<string> {
  await confirm(assembled.app, owner);
  const { app } = assembled;
  const [id, now] = [app.newId(), app.clock.now()];
  await app.sessions.putSession({ id, user_id: owner, created_at: now, expires_at: plus(now, DAY_MS) });
  return `vouch_session=${id}.${app.hashes.keyed('session', id)}`;
}

interface Stream {
  /** Called with the instant (`performance.now()`) at which an event arrived. */
  onEvent: (at: number) => void;
  close(): void;
}

/** Opens a live connection. Resolves when its first event has arrived. */
async function follow({ url }: Running, cookie: string): Promise<Stream> {
  const asked: ClientRequest = request(`${url}/api/live`, { headers: { cookie }, agent: false });
  asked.end();
  const [response] = (await once(asked, 'response')) as [IncomingMessage];
  if (response.statusCode !== 200) throw new Error(`A live connection gave ${response.statusCode}.`);
  const { promise: begun, resolve } = Promise.withResolvers<number>();
  const stream: Stream = { onEvent: resolve, close: () => asked.destroy() };
  const parser = createParser({ onEvent: () => stream.onEvent(performance.now()) });
  response.setEncoding('utf8').on('data', (text: string) => parser.feed(text));
  response.on('error', () => undefined);
  asked.on('error', () => undefined);
  await begun;
  return stream;
}

const [PEOPLE, EACH, WRITES] = [5, 20, 100];
/** Longer than changes are gathered, so that each write is told at once. */
const APART_MS = 250;

/** Milliseconds from the answer to a write until all other connections of its owner were told; 0 if they were told before. */
async function told(program: Running, cookie: string, streams: readonly Stream[]): Promise<readonly number[]> {
  const arrivals = streams.map((stream) => {
    const { promise, resolve } = Promise.withResolvers<number>();
    stream.onEvent = resolve;
    return promise;
  });
  const answer = await fetch(`${program.url}/api/tasks`, {
    method: 'POST',
    headers: { cookie, 'content-type': 'application/json' },
    body: JSON.stringify({ title: 'Water the ferns' }),
  });
  const acknowledged = performance.now();
  if (answer.status !== 201) throw new Error(`A write gave ${answer.status}.`);
  await answer.text();
  return (await Promise.all(arrivals)).map((at) => Math.max(0, at - acknowledged));
}

/** The median of the times from an acknowledged write to its event in another connection, over 100 open connections. */
export const liveMs: Bench = () =>
  withFolder(async (folder) => {
    const data = join(folder, 'data');
    const cookies = await filled(data, PEOPLE);
    const program = await startProgram(data);
    try {
      const streams = await Promise.all(cookies.map((cookie) => Promise.all(Array.from({ length: EACH }, () => follow(program, cookie)))));
      const times: number[] = [];
      for (let write = 0; write < WRITES; write += 1) {
        const person = write % PEOPLE;
        times.push(...(await told(program, cookies[person] as string, streams[person] as readonly Stream[])));
        await pause(APART_MS);
      }
      for (const stream of streams.flat()) stream.close();
      const ours = median(times);
      return [{ name: 'live_ms', ratio: ours, goal: 50, better: 'lower', ours, baseline: 0, unit: 'ms', runs: WRITES }];
    } finally {
      await program.stop();
    }
  });

const [STREAMS, MEMORY_RUNS] = [1_000, 3];
/** Long enough for the garbage of the start to be collected. */
const STARTED_MS = 20_000;
/** Long enough for two comments, and for the garbage of opening to be collected. */
const OPENED_MS = 35_000;

/** By how much the memory of a program grows, in MB, when a connection is opened for each cookie. */
async function grownBy(data: string, cookies: readonly string[]): Promise<number> {
  const program = await startProgram(data);
  try {
    // What the program needs for any connection is loaded.
    (await follow(program, cookies[0] as string)).close();
    await pause(STARTED_MS);
    const before = rssMb(program.pid);
    const streams: Stream[] = [];
    for (const cookie of cookies) streams.push(await follow(program, cookie));
    await pause(OPENED_MS);
    const grown = rssMb(program.pid) - before;
    for (const stream of streams) stream.close();
    return grown;
  } finally {
    await program.stop();
  }
}

/** The memory, in MB, that 1,000 idle live connections of 1,000 people take of the program. The runs are at the same time, because each mostly waits. */
export const live1000RssMb: Bench = () =>
  withFolder(async (folder) => {
    const first = join(folder, 'data');
    const cookies = await filled(first, STREAMS);
    const copies = Array.from({ length: MEMORY_RUNS }, (_, run) => copied(first, join(folder, `data-${run}`)));
    const ours = median(await Promise.all(copies.map((data) => grownBy(data, cookies))));
    return [{ name: 'live_1000_rss_mb', ratio: ours, goal: 60, better: 'lower', ours, baseline: 0, unit: 'MB', runs: MEMORY_RUNS }];
  });
