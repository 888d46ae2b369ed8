import { expect, onTestFinished, test } from 'vitest';
import { hasOwnMongo } from '../shared.ts';
import { startSecantus } from './secantus.ts';
import { withClient } from './server.ts';

test.runIf(await hasOwnMongo())('a server that hangs is started anew', async () => {
  const told = Promise.withResolvers<string>();
  const server = await startSecantus({ watch: { everyMs: 10, answerMs: 2_000, tell: told.resolve } });
  onTestFinished(() => server.stop());
  server.signal('SIGSTOP');
  expect(await told.promise).toContain('did not answer, and was started anew');
  await withClient(server.url, (client) => client.db('after').collection('tried').insertOne({ times: 1 }));
});
