import { expect, test } from 'vitest';
import { connectionStream } from '../../src/domain/connection/events.ts';
import { integrationStream } from '../../src/domain/integration/events.ts';
import type { Recorded } from '../../src/domain/kernel/event.ts';
import { developmentGitHub } from '../../src/providers/github/development.ts';
import { switchFollowsConnection } from '../../src/reactors/switch-follows-connection.ts';
import { type Client, member } from '../support/client.ts';
import { type Connecting, connectGitHub, connectGoogle, startConnecting } from '../support/connecting.ts';

const PATH = '/api/settings/integrations';

async function begun(): Promise<Connecting & { readonly ada: Client; readonly owner: string }> {
  const server = await startConnecting({
    wrap: (app) => ({ ...app, github: developmentGitHub({ connections: app.connections, clock: app.clock, isSigned: async () => false }) }),
  });
  const ada = await member(server);
  await connectGitHub(ada, server);
  return { ...server, ada, owner: (await ada.get('/api/auth/user')).body.user.id };
}

const isOn = async (ada: Client): Promise<boolean> => (await ada.get(PATH)).body.github_closes_tasks;
const switchOn = async (ada: Client): Promise<number> => (await ada.put(PATH, { github_closes_tasks: true })).status;

test('the switch goes off with the account for which it was switched on', async () => {
  const server = await begun();
  const { ada, github } = server;
  expect([await switchOn(ada), await isOn(ada)]).toEqual([200, true]);
  expect((await ada.delete('/api/oauth/github')).status).toBe(204);
  expect([await isOn(ada), await switchOn(ada)]).toEqual([false, 409]);
  await connectGitHub(ada, server);
  expect([await isOn(ada), await switchOn(ada), await isOn(ada)]).toEqual([false, 200, true]);
  github.person = { id: '2002', email: 'other@example.org', verified: true };
  await connectGitHub(ada, server);
  expect([await isOn(ada), await switchOn(ada), await isOn(ada)]).toEqual([false, 200, true]);
  const changes = (await ada.get('/api/audit')).body.filter(({ action }: { action: string }) => action === 'integrations.changed');
  expect(changes.map(({ after }: { after: { github_closes_tasks: boolean } }) => after.github_closes_tasks)).toEqual([
    ...[true, false, true, false, true],
  ]);
});

test('the switch stays on where the same account is connected again, or Google is', async () => {
  const server = await begun();
  const { ada } = server;
  await switchOn(ada);
  await connectGitHub(ada, server);
  await connectGoogle(ada, server);
  expect((await ada.delete('/api/oauth/google')).status).toBe(204);
  expect(await isOn(ada)).toBe(true);
});

test('where the program ends in between, a reactor switches it off, and what came since stays', async () => {
  const { ada, app, owner, github, ...server } = await begun();
  await switchOn(ada);
  await ada.delete('/api/oauth/github');
  const [made, removed] = (await app.store.readStream(connectionStream(owner, 'github'))) as [Recorded, Recorded];
  const react = async (event: Recorded): Promise<boolean> => {
    const position = await switchFollowsConnection.react(event, app);
    if (position) await app.waitForReadModels(position);
    return isOn(ada);
  };
  // As it was before the program ended: the connection is gone, and the switch is on.
  await connectGitHub(ada, { ...server, github });
  await switchOn(ada);
  await app.providerTokens.endProviderTokens(owner, 'github');
  expect(await react(made)).toBe(true);
  expect(await react(removed)).toBe(false);
  const count = (await app.store.readStream(integrationStream(owner))).length;
  expect(await react(removed)).toBe(false);
  expect((await app.store.readStream(integrationStream(owner))).length).toBe(count);
  // A reaction that comes late finds the account that was connected and allowed since.
  await connectGitHub(ada, { ...server, github });
  expect([await switchOn(ada), await react(removed), await react(made)]).toEqual([200, true, true]);
});
