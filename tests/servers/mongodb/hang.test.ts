import { expect, onTestFinished, test } from 'vitest';
import { hasOwnMongo } from '../shared.ts';
import { WATCHED } from './hang.ts';
import { startSecantus } from './secantus.ts';
import { withClient } from './server.ts';

test.runIf(await hasOwnMongo())('a server that hangs is started anew', async () => {
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
