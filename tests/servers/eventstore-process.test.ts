import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { all, append, CREDENTIALS, clientOf, event, newStream, numberOf, refusalOf } from './eventstore/bare-client.ts';
import { startEventStoreDouble, startEventStoreDoubleProcess } from './eventstore.ts';

test('its process can be stopped and continued by signals', async () => {
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

test('a stopped process stays stopped, whatever is healed or continued afterwards', async () => {
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
