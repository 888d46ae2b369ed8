import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { githubCommit, githubPull } from '../../src/contracts/connection.ts';
import { verification } from '../../src/contracts/proof.ts';
import { type Client, member } from '../support/client.ts';
import { type GitHubServer, startGitHubServer } from '../support/github/server.ts';
import { ADA, BO, sha } from '../support/github/world.ts';

let server: GitHubServer;
let ada: Client;

beforeAll(async () => {
  server = await startGitHubServer();
  ada = server.ada;
});
afterAll(() => server.dispose());
beforeEach(() => server.begin());

const given = async (id: string, data: object) => verification.strict().parse((await server.give(id, data)).body);

describe("the lists of GitHub's changes", () => {
  const COMMITS = '/api/connections/github/commits';
  test('contain commits, pull requests and reviews since the task was created, in pages', async () => {
    server.commit('before');
    server.later();
    const id = await server.make();
    server.later();
    for (let n = 0; n < 21; n++) server.commit(`c${n}`);
    const first = await ada.get(`${COMMITS}?task_id=${id}`);
    const commits = z.array(githubCommit.strict()).parse(first.body);
    expect([commits.length, commits[0]]).toEqual([
      20,
      expect.objectContaining({ author: 'ada', repository: 'ada/ship', additions: 12, deletions: 3, read_at: server.stores.clock.now() }),
    ]);
    const next = /<([^>]+)>; rel="next"/.exec(first.headers.get('link') ?? '')?.[1] ?? '';
    const second = await ada.get(next);
    expect([second.body.length, second.headers.get('link')]).toEqual([1, null]);
    expect((await ada.get(`${COMMITS}?task_id=${id}&repository=ada/other`)).body).toEqual([]);
    server.double.world.pulls.push({
      repository: 'ada/ship',
      number: 7,
      title: 'Ship',
      user: ADA,
      created_at: server.now(),
      merged_at: null,
      reviews: [],
    });
    const pulls = await ada.get(`/api/connections/github/pulls?task_id=${id}`);
    expect(z.array(githubPull.strict()).parse(pulls.body)).toMatchObject([
      { kind: 'pull_request', number: 7, state: 'open', author: 'ada' },
    ]);
  });

  test('refuse a task of somebody else, an invalid repository, and an owner who is not connected', async () => {
    const id = await server.make();
    const bob = await member(server, 'bob@example.org');
    expect([(await bob.get(`${COMMITS}?task_id=${id}`)).status, (await ada.get(`${COMMITS}?task_id=nothing`)).status]).toEqual([404, 404]);
    const wrong = [COMMITS, `${COMMITS}?task_id=${id}&repository=${encodeURIComponent('ada/ship author:bo')}`];
    for (const path of wrong) expect((await ada.get(path)).status).toBe(422);
    server.accounts.clear();
    expect((await ada.get(`${COMMITS}?task_id=${id}`)).body.code).toBe('conflict');
  });

  test('say how long GitHub asks to wait', async () => {
    const id = await server.make();
    server.double.world.faults = [{ status: 429, headers: { 'retry-after': '40' }, message: 'slow down' }];
    const refused = await ada.get(`${COMMITS}?task_id=${id}`);
    expect([refused.status, refused.body.code, refused.headers.get('retry-after')]).toEqual([503, 'unavailable', '40']);
    server.pass(60_000);
    expect((await ada.get(`${COMMITS}?task_id=${id}`)).status).toBe(200);
  });
});

describe('a proof of commits', () => {
  test('is accepted by the check if the connected account made them after the task was created', async () => {
    const id = await server.make();
    server.later();
    const url = server.commit('Mend the parser');
    server.double.world.pushes.push({ head: sha('Mend the parser'), created_at: server.now(), by: ADA });
    const { state, decision, submissions } = await given(id, { text: 'Done', commits: [url] });
    expect([state, decision?.judge]).toEqual(['verified', { kind: 'check', name: 'github' }]);
    expect(submissions[0]?.commits).toEqual([
      {
        url,
        kind: 'commit',
        sha: sha('Mend the parser'),
        repository: 'ada/ship',
        author: 'ada',
        committed_at: server.now().replace('Z', '.000Z'),
        pushed_at: server.now().replace('Z', '.000Z'),
        message: 'Mend the parser',
        confirmed: true,
        note: null,
        read_at: server.stores.clock.now(),
      },
    ]);
    expect((await ada.get('/api/reports/daily')).body.counts).toMatchObject({ verified: 1 });
  });

  test('is also looked up if it is a pull request given as a link', async () => {
    const id = await server.make();
    server.later();
    server.double.world.pulls.push({
      repository: 'ada/ship',
      number: 8,
      title: 'Ship',
      user: ADA,
      created_at: server.now(),
      merged_at: null,
      reviews: [],
    });
    const url = 'https://github.com/ada/ship/pull/8';
    const { state, submissions } = await given(id, { links: [url, 'https://example.org/x'] });
    expect([state, submissions[0]?.links]).toEqual(['verified', [url, 'https://example.org/x']]);
    expect(submissions[0]?.commits).toMatchObject([{ url, kind: 'pull_request', confirmed: true, message: 'Ship' }]);
  });

  test('goes to the next judge, with what was read, if it is not confirmed', async () => {
    const early = server.commit('early');
    server.later();
    const id = await server.make();
    server.later();
    const theirs = server.commit('theirs', { author: BO });
    const future = server.commit('future', { date: '2030-01-01T00:00:00Z' });
    const gone = `https://github.com/ada/ship/commit/${sha('gone')}`;
    const own = server.commit('own');
    const { decision, submissions } = await given(id, { commits: [early, theirs, future, gone, own] });
    expect(decision?.judge.kind).toBe('self');
    expect(submissions[0]?.commits.map(({ confirmed, note }) => [confirmed, note])).toEqual([
      [false, 'It was made before the task was.'],
      [false, 'Its author is another account than the connected one.'],
      [false, 'Its date lies in the future.'],
      [null, 'GitHub shows nothing at this address to the connected account.'],
      [true, null],
    ]);
  });

  test('whose push GitHub dates before the task is not confirmed, whatever the commit says', async () => {
    server.double.world.pushes.push({ head: sha('dated'), created_at: server.now(), by: ADA });
    server.later();
    const id = await server.make();
    server.later();
    const { submissions } = await given(id, { commits: [server.commit('dated')] });
    expect(submissions[0]?.commits).toMatchObject([{ confirmed: false, note: 'It reached GitHub before the task was made.' }]);
  });

  test('is not looked up without a connection', async () => {
    server.accounts.clear();
    const { decision, submissions } = await given(await server.make(), { commits: [server.commit('own')] });
    expect([decision?.judge.kind, server.double.world.asked]).toEqual(['self', []]);
    expect(submissions[0]?.commits).toMatchObject([{ confirmed: null, note: null, read_at: null }]);
  });

  test('waits for the check while GitHub asks to wait', async () => {
    const id = await server.make();
    server.later();
    server.double.world.faults = [{ status: 403, headers: { 'retry-after': '90' }, message: 'You have exceeded a secondary rate limit.' }];
    const { state, judge, submissions } = await given(id, { commits: [server.commit('own')] });
    expect([state, judge, submissions[0]?.commits[0]?.confirmed]).toEqual(['in_review', 'check', null]);
    server.pass(120_000);
  });
});
