import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import { excludeSystemEvents } from '@eventstore/db-client';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  all,
  append,
  type Client,
  CREDENTIALS,
  clientOf,
  event,
  events,
  Heard,
  newStream,
  numberOf,
  refusalOf,
} from './eventstore/bare-client.ts';
import { type EventStoreDoubleServer, startEventStoreDouble, startEventStoreDoubleProcess } from './eventstore.ts';

const STARTS = [
  ['in this process', startEventStoreDouble],
  ['in a process of its own', startEventStoreDoubleProcess],
] as const;

describe.each(STARTS)('faults of the double %s', (_name, start) => {
  let server: EventStoreDoubleServer;
  let client: Client;
  let given: string;
  beforeAll(async () => {
    server = await start();
  });
  afterAll(() => server.stop());
  beforeEach(() => {
    client = clientOf(server.url);
    given = newStream();
  });
  afterEach(async () => {
    await server.faults.heal();
    await client.dispose();
  });

  const read = (stream: string) => all(client.readStream(stream));
  const subscribed = async () => {
    const heard = new Heard(client.subscribeToAll({ fromPosition: 'end', filter: excludeSystemEvents() }));
    await heard.until('caughtUp');
    return heard;
  };
  /** Resolves when so many calls of a kind have arrived at the server. */
  const arrived = async (kind: 'append' | 'read', count: number) => {
    while ((await server.faults.state()).calls[kind] < count) await setImmediate();
  };

  test('refuse: all calls fail as unavailable before any deadline, and the same client works afterwards', async () => {
    await append(client, given, events(2));
    const heard = await subscribed();
    await server.faults.refuse();
    expect(await refusalOf(append(client, newStream(), event(0)))).toMatchObject({ type: 'unavailable', code: 14 });
    expect(await refusalOf(read(given))).toMatchObject({ type: 'unavailable', code: 14 });
    const refused = new Heard(client.subscribeToAll());
    await refused.until('error unavailable');
    await heard.until('error unavailable');
    await server.faults.heal();
    expect((await append(client, given, event(2))).nextExpectedRevision).toBe(2n);
  });

  test('cut: a subscription gets one error and no end, and the next call works', async () => {
    const heard = await subscribed();
    await server.faults.cut();
    await heard.until('error unavailable');
    expect((await append(client, newStream(), event(0))).success).toBe(true);
    expect(heard.things).toEqual(['confirmation', 'caughtUp', 'error unavailable']);
  });

  test('cut for a while: connections are refused, then accepted again', async () => {
    await append(client, given, event(0));
    const works = () =>
      append(client, given, event(1)).then(
        () => true,
        () => false,
      );
    const cut = server.faults.cut(300);
    while (await works());
    while (!(await works()));
    await cut;
    expect((await read(given)).length).toBeGreaterThan(1);
  });

  test('stall: an append fails at its deadline, and a read hangs until the fault ends', async () => {
    await append(client, given, event(0));
    await server.faults.stall();
    const began = performance.now();
    const late = client.appendToStream(given, event(1), { credentials: CREDENTIALS, deadline: 200 });
    const reading = read(given);
    expect(await refusalOf(late)).toMatchObject({ type: 'deadline-exceeded', code: 4 });
    expect(performance.now() - began).toBeGreaterThan(190);
    await server.faults.heal();
    expect((await reading).length).toBeGreaterThan(0);
  });

  test('stall: a new connection is accepted and never answered', async () => {
    const heard = await subscribed();
    await server.faults.stall();
    await server.faults.cut();
    await heard.until('error unavailable');
    const late = client.appendToStream(given, event(1), { credentials: CREDENTIALS, deadline: 300 });
    expect(await refusalOf(late)).toMatchObject({ type: 'deadline-exceeded', code: 4 });
    expect((await server.faults.state()).connections).toBeGreaterThan(0);
  });

  test('stall in the middle of a read: some events arrive, then nothing, and the others after the fault ends', async () => {
    await append(client, given, events(5));
    await server.faults.stall({ afterEvents: 3 });
    const reading = client.readStream(given)[Symbol.asyncIterator]();
    const next = async () => numberOf((await reading.next()).value);
    expect([await next(), await next(), await next()]).toEqual([0, 1, 2]);
    const fourth = next();
    const late = client.appendToStream(newStream(), event(0), { credentials: CREDENTIALS, deadline: 200 });
    expect(await refusalOf(Promise.race([late, fourth]))).toMatchObject({ type: 'deadline-exceeded' });
    await server.faults.heal();
    expect([await fourth, await next()]).toEqual([3, 4]);
  });

  test('slow: each answer takes the given time', async () => {
    await append(client, given, event(0));
    await server.faults.slow(150);
    for (const call of [() => append(client, given, event(1)), () => read(given)]) {
      const began = performance.now();
      await call();
      expect(performance.now() - began).toBeGreaterThan(140);
    }
  });

  test('loseAnswers: the append is stored and the connection is cut, and a repeat gets the first answer', async () => {
    const batch = events(2);
    await server.faults.loseAnswers(2);
    expect(await refusalOf(append(client, given, batch, 'no_stream'))).toMatchObject({ type: 'unavailable', code: 14 });
    expect(await refusalOf(append(client, given, batch, 'no_stream'))).toMatchObject({ type: 'unavailable' });
    expect((await append(client, given, batch, 'no_stream')).nextExpectedRevision).toBe(1n);
    expect((await read(given)).map(numberOf)).toEqual([0, 1]);
  });

  test('reorder: answers of concurrent appends arrive last first, and a single one is not held for ever', async () => {
    await append(client, newStream(), event(0));
    const { calls } = await server.faults.state();
    await server.faults.reorder(3);
    const order: number[] = [];
    const appends: Promise<unknown>[] = [];
    for (const index of [0, 1, 2]) {
      appends.push(append(client, newStream(), event(index)).then(() => order.push(index)));
      await arrived('append', calls.append + index + 1);
    }
    await Promise.all(appends);
    expect(order).toHaveLength(3);
    expect(order.indexOf(2)).toBeLessThan(order.indexOf(0));
    expect((await append(client, newStream(), event(0))).success).toBe(true);
  });

  test('slowConsumer: live subscriptions are dropped, and can be made again', async () => {
    const heard = await subscribed();
    // Subscriptions of earlier clients end in a moment.
    await expect.poll(async () => (await server.faults.state()).subscriptions).toBe(1);
    expect(await server.faults.slowConsumer()).toBe(1);
    await heard.until('error timeout');
    expect(heard.error).toMatchObject({ code: 10 });
    expect(heard.error?.message).toContain('Consumer too slow to handle event while live');
    expect((await subscribed()).error).toBeUndefined();
  });

  test('notReady: each path gives its own error', async () => {
    await append(client, given, event(0), 'any', 'batch');
    await server.faults.notReady();
    expect(await refusalOf(append(client, given, event(1), 'any', 'batch'))).toMatchObject({
      type: 'unknown',
      message: 'Could not recognize Server Is Not Ready',
    });
    expect(await refusalOf(append(client, given, event(1)))).toMatchObject({ type: 'unavailable', code: 14 });
    expect(await refusalOf(read(given))).toMatchObject({ type: 'unavailable', code: 14 });
    await server.faults.heal();
    expect(await read(given)).toHaveLength(1);
  });

  test('restart: the same log at the same port', async () => {
    await append(client, given, events(2));
    const heard = await subscribed();
    await server.faults.restart();
    await heard.until('error unavailable');
    expect((await append(client, given, event(2), 1n)).nextExpectedRevision).toBe(2n);
    expect((await read(given)).map(numberOf)).toEqual([0, 1, 2]);
  });
});

test('the process of the double can be stopped and continued by signals', async () => {
  const server = await startEventStoreDoubleProcess();
  const client = clientOf(server.url);
  await append(client, 'given', event(0));
  server.signal('SIGSTOP');
  const late = client.appendToStream('given', event(1), { credentials: CREDENTIALS, deadline: 200 });
  expect(await refusalOf(late)).toMatchObject({ type: 'deadline-exceeded' });
  server.signal('SIGCONT');
  expect((await append(client, 'given', event(2))).success).toBe(true);
  await client.dispose();
  await server.stop();
});

test('the process of the double stays stopped, whatever is healed or continued afterwards', async () => {
  const server = await startEventStoreDouble();
  const client = clientOf(server.url);
  const cut = server.faults.cut(20);
  await server.stop();
  await cut;
  await server.faults.heal();
  expect(await refusalOf(append(client, 'given', event(0)))).toMatchObject({ type: 'unavailable' });
  await client.dispose();
});

test('faults under load lose nothing that was acknowledged', async () => {
  const server = await startEventStoreDoubleProcess();
  const client = clientOf(server.url);
  const acknowledged: string[] = [];
  let going = true;
  const writer = async (stream: string) => {
    for (let n = 0; going; n += 1) {
      await append(client, stream, event(n)).then(
        () => acknowledged.push(`${stream} ${n}`),
        () => undefined,
      );
    }
  };
  const streams = ['one', 'two', 'three', 'four'];
  const writers = Promise.all(streams.map(writer));
  for (const fault of [() => server.faults.cut(50), () => server.faults.restart(20), () => server.faults.loseAnswers(3)]) {
    await fault();
    const before = acknowledged.length;
    while (acknowledged.length < before + 40) await append(client, 'beside', event(0)).catch(() => undefined);
  }
  going = false;
  await writers;
  const stored = await Promise.all(streams.map((stream) => all(client.readStream(stream))));
  const names = new Set(stored.flat().map((found) => `${found.event?.streamId} ${numberOf(found)}`));
  expect(acknowledged.filter((each) => !names.has(each))).toEqual([]);
  expect(names.size).toBe(stored.flat().length);
  await client.dispose();
  await server.stop();
});

const PROGRAM = (start: string, after: string) => `
  import { append, clientOf, event, Heard } from './eventstore/bare-client.ts';
  import { startEventStoreDouble, startEventStoreDoubleProcess } from './eventstore.ts';
  const server = await ${start}();
  const client = clientOf(server.url);
  const heard = new Heard(client.subscribeToAll());
  await append(client, 'given', event(0));
  await heard.until('happened 0');
  ${after}
`;

test.each([
  ['startEventStoreDouble', 'await client.dispose(); await server.stop();'],
  ['startEventStoreDoubleProcess', 'await client.dispose(); await server.stop();'],
  ['startEventStoreDoubleProcess', 'console.log(server.url); process.kill(process.pid, "SIGKILL");'],
])('a process that used %s ends, and so does the double', async (start, after) => {
  const child = spawn(process.execPath, ['--input-type=module-typescript', '-e', PROGRAM(start, after)], {
    cwd: import.meta.dirname,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  // The pipe is closed when the last process that has it has ended.
  const printed: Buffer[] = [];
  child.stdout.on('data', (part: Buffer) => printed.push(part));
  await once(child, 'close');
  const url = Buffer.concat(printed).toString().trim();
  expect([child.exitCode, child.signalCode]).toEqual(after.includes('SIGKILL') ? [null, 'SIGKILL'] : [0, null]);
  if (url !== '') await expect.poll(() => append(clientOf(url), newStream(), event(0)).catch(({ type }) => type)).toBe('unavailable');
});
