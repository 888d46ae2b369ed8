import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { connectionStream } from '../../src/domain/connection/events.ts';
import { integrationStream } from '../../src/domain/integration/events.ts';
import type { Recorded } from '../../src/domain/kernel/event.ts';
import { developmentGitHub } from '../../src/providers/github/development.ts';
import { switchFollowsConnection } from '../../src/reactors/account.ts';
import { type Client, member } from '../support/client.ts';
import { type Connecting, connectGitHub, connectGoogle, startConnecting } from '../support/connecting.ts';
import { type GitHubServer, SECRET, startGitHubServer } from '../support/github/server.ts';
import { ADA, BO, sha } from '../support/github/world.ts';

describe('a webhook of GitHub', () => {
  let server: GitHubServer;
  let ada: Client;

  beforeAll(async () => {
    server = await startGitHubServer();
    ada = server.ada;
  });
  afterAll(() => server.dispose());

  const PATH = '/api/webhooks/github';
  const send = (event: string, body: object, { secret = SECRET, bytes = JSON.stringify(body) } = {}) =>
    ada.post(PATH, bytes, {
      'content-type': 'application/json',
      'x-github-event': event,
      'x-hub-signature-256': `sha256=${createHmac('sha256', secret).update(JSON.stringify(body)).digest('hex')}`,
      cookie: '',
    });
  const push = (message: string, { by = ADA, author = by.login }: { by?: typeof ADA; author?: string } = {}) => ({
    ref: 'refs/heads/main',
    sender: by,
    repository: { full_name: 'ada/ship', pushed_at: Math.floor(Date.parse(server.stores.clock.now()) / 1_000) },
    commits: [
      {
        id: sha(message),
        message,
        timestamp: server.now().replace('Z', '+00:00'),
        url: `https://github.com/ada/ship/commit/${sha(message)}`,
        author: { username: author },
      },
    ],
  });
  const name = (id: string): string => `vouch:${id.slice(-12)}`;
  const switched = (github_closes_tasks: boolean) => ada.put('/api/settings/integrations', { github_closes_tasks });
  const made = async (): Promise<string> => {
    const id = await server.make();
    server.later();
    return id;
  };
  const stateOf = async (id: string): Promise<string> => (await server.show(id)).state;
  beforeEach(async () => {
    server.begin();
    expect((await switched(true)).status).toBe(200);
  });

  test('has an effect once the owner switches it on, with a connected account', async () => {
    expect((await ada.get('/api/settings/integrations')).body).toEqual({ github_closes_tasks: true });
    const id = await made();
    await switched(false);
    expect((await send('push', push(`x ${name(id)}`))).status).toBe(204);
    expect(await stateOf(id)).toBe('awaiting_proof');
    server.accounts.clear();
    expect([(await switched(true)).body.code, (await switched(false)).status]).toEqual(['conflict', 200]);
    const old = { 'if-match': '"999"' };
    expect((await ada.put('/api/settings/integrations', { github_closes_tasks: false }, old)).status).toBe(412);
  });

  test('about a commit that names a task gives its proof once, however often it arrives', async () => {
    const id = await made();
    const delivery = push(`Mend the parser\n\ncloses ${name(id).toUpperCase().replace('VOUCH', 'vouch')}`);
    for (let n = 0; n < 3; n++) expect((await send('push', delivery)).status).toBe(204);
    const { state, decision, submissions } = await server.show(id);
    expect([state, decision?.judge, submissions.length]).toEqual(['verified', { kind: 'check', name: 'github' }, 1]);
    expect(submissions[0]?.commits).toMatchObject([{ confirmed: true, author: 'ada', message: expect.stringContaining('Mend') }]);
    expect((await ada.get(`/api/tasks/${id}`)).body).toMatchObject({ status: 'completed', outcome: 'kept' });
  });

  test('about a pull request that names a task gives its proof if its author opened it or anybody merged it', async () => {
    const [opened, merged, draft] = [await made(), await made(), await made()];
    const pull = (id: string, action: string, sender = ADA, more: object = {}) => ({
      action,
      sender,
      repository: { full_name: 'ada/ship' },
      pull_request: {
        html_url: `https://github.com/ada/ship/pull/${id.slice(-3)}`,
        number: 9,
        title: 'Ship',
        body: name(id),
        user: ADA,
        created_at: server.now(),
        ...more,
      },
    });
    await send('pull_request', pull(opened, 'opened'));
    await send('pull_request', pull(merged, 'closed', BO, { merged_at: server.now() }));
    await send('pull_request', pull(draft, 'opened', ADA, { draft: true }));
    await send('pull_request', pull(draft, 'edited', BO));
    await send('pull_request', pull(draft, 'closed', BO));
    expect([await stateOf(opened), await stateOf(merged), await stateOf(draft)]).toEqual(['verified', 'verified', 'awaiting_proof']);
  });

  test('proves nothing if it is forged, from a stranger, about others’ commits or from another time', async () => {
    const id = await made();
    const words = `x ${name(id)}`;
    const forged = [
      await send('push', push(words), { secret: 'another secret' }),
      await send('push', push(words), { bytes: JSON.stringify(push(words)).replace('main', 'evil') }),
      await ada.post(PATH, JSON.stringify(push(words)), { 'content-type': 'application/json', 'x-github-event': 'push' }),
    ];
    expect(forged.map(({ status, body }) => [status, body.code])).toEqual([
      [400, 'malformed'],
      [400, 'malformed'],
      [400, 'malformed'],
    ]);
    const before = push(words);
    const taken = [
      push(words, { by: BO }),
      push(words, { author: 'bo' }),
      { ...before, ref: 'refs/tags/v1' },
      { ...before, commits: before.commits.map((one) => ({ ...one, timestamp: '2026-01-01T00:00:00Z' })) },
      push('x vouch:000000000000'),
      { zen: 'Keep it logically awesome.' },
    ];
    for (const body of taken) expect((await send('push', body)).status).toBe(204);
    expect((await send('ping', { zen: 'x' })).status).toBe(204);
    expect(await stateOf(id)).toBe('awaiting_proof');
    server.accounts.clear();
    await send('push', push(words));
    expect(await stateOf(id)).toBe('awaiting_proof');
  });

  test('does not change a named task of somebody else', async () => {
    const bob = await member(server, 'bo@example.org');
    const { id } = (await bob.post('/api/tasks', { title: 'Theirs', due_date: '2026-11-27', verification_type: 'general' })).body;
    server.later();
    await send('push', push(`x ${name(id)}`));
    expect((await bob.get(`/api/verifications/${id}`)).body.state).toBe('awaiting_proof');
  });
});

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

test('the switch is turned off when the account for which it was turned on is disconnected', async () => {
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

test('the switch stays on if the same account is connected again, or Google is connected', async () => {
  const server = await begun();
  const { ada } = server;
  await switchOn(ada);
  await connectGitHub(ada, server);
  await connectGoogle(ada, server);
  expect((await ada.delete('/api/oauth/google')).status).toBe(204);
  expect(await isOn(ada)).toBe(true);
});

test('if the program ends in between, a reactor turns the switch off, unless it was turned on again since', async () => {
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
  // A late reaction finds the account that was connected again and the switch that was turned on again.
  await connectGitHub(ada, { ...server, github });
  expect([await switchOn(ada), await react(removed), await react(made)]).toEqual([200, true, true]);
});
