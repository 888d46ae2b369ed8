import { expect, onTestFinished, test } from 'vitest';
import { freePort } from '../support/ports.ts';
import { asAnswer } from './global.ts';
import { startSecantus, WATCHED } from './mongodb/secantus.ts';
import { withClient } from './mongodb/server.ts';
import { NoMongo } from './mongodb.ts';
import { NoPython, pythonWith } from './python.ts';
import { hasOwnMongo } from './shared.ts';

test('a port is given to one server only, even before that server listens on it', async () => {
  const ports: number[] = [];
  for (let count = 0; count < 300; count += 1) ports.push(await freePort());
  expect(new Set(ports).size).toBe(ports.length);
});

test('the first and every later caller are told if there is no Python of a suitable version', async () => {
  const wanted = { product: 'Something', name: 'never-made', packages: [], minors: [90, 92] } as const;
  for (let time = 0; time < 2; time += 1) {
    const refused = pythonWith(wanted);
    await expect(refused).rejects.toThrow(NoPython);
    await expect(refused).rejects.toThrow('Something needs Python 3.90 to 3.91 with venv, and there is none.');
  }
});

test('tests get the reason if no server is available, and fail if a server does not start', async () => {
  expect(await asAnswer(Promise.resolve({ name: 'MongoDB' }))).toEqual({ name: 'MongoDB' });
  expect(await asAnswer(Promise.reject(new NoMongo('PyPI is away.')))).toEqual({ missing: 'PyPI is away.' });
  expect(await asAnswer(Promise.reject(new Error('out of memory')))).toEqual({ fault: 'Error: out of memory' });
});

test.runIf(await hasOwnMongo())('a server that hangs is restarted', async () => {
  const told = Promise.withResolvers<string>();
  const server = await startSecantus({ watch: { everyMs: 10, answerMs: 2_000, tell: told.resolve } });
  onTestFinished(() => server.stop());
  await withClient(server.url, async (client) => {
    await expect.poll(() => client.db(WATCHED).collection('tries').countDocuments()).toBe(1);
  });
  server.signal('SIGSTOP');
  expect(await told.promise).toContain('did not answer, and was started anew');
  await withClient(server.url, (client) => client.db('after').collection('tried').insertOne({ times: 1 }));
});
