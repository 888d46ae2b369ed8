import { beforeEach, describe, expect, test } from 'vitest';
import { addressOf, githubHub } from '../../support/github/double.ts';
import { ADA, BO, type DoubleInstallation, sha } from '../../support/github/world.ts';

const hub = githubHub();
const query = { since: '2026-11-20T10:00:00.500Z', repository: null, page: 1 };
const ENGINES: DoubleInstallation['account'] = { login: 'engines', id: 1843, type: 'Organization' };
const engines = (fields: Partial<DoubleInstallation> = {}): DoubleInstallation => ({
  id: 9,
  account: ENGINES,
  repositories: ['engines/mill', 'engines/store'],
  ...fields,
});
const listed = async (repository: string | null = null): Promise<readonly string[]> =>
  (await hub.open({ withApp: true }).commits('u', { ...query, repository })).changes.map(({ text }) => text);

describe('private repositories of an organization that installed the App', () => {
  beforeEach(() => {
    for (const name of ['engines/mill', 'engines/store']) hub.world.hidden.add(name);
    hub.world.installations = [engines()];
    hub.world.readers.set('engines/mill', ['ada']);
  });

  test('are read only if GitHub says that the owner may read them', async () => {
    const mill = hub.commit('mill', { repository: 'engines/mill' });
    const store = hub.commit('store', { repository: 'engines/store' });
    hub.commit('of another', { repository: 'engines/mill', author: BO });
    expect([await listed(), await listed('engines/mill'), await listed('engines/store')]).toEqual([['mill'], ['mill'], []]);
    const found = await hub.open({ withApp: true }).lookUp('u', [mill, store].map(addressOf));
    expect([...found]).toMatchObject([[addressOf(mill), { own: true, change: { text: 'mill', additions: 12 } }]]);
    expect(await hub.open().lookUp('u', [addressOf(mill)])).toEqual(new Map());
  });

  test('are looked up again each minute, so that a former member can read nothing', async () => {
    const url = addressOf(hub.commit('mill', { repository: 'engines/mill' }));
    const api = hub.open({ withApp: true });
    expect((await api.lookUp('u', [url])).size).toBe(1);
    hub.world.readers.clear();
    expect((await hub.open({ withApp: true }).lookUp('u', [url])).size).toBe(0);
  });

  test('are not read for a login that now belongs to somebody else', async () => {
    hub.commit('mill', { repository: 'engines/mill' });
    hub.world.tokens.set('gho_ada', { ...ADA, id: 4711 });
    hub.access = { token: 'gho_ada', id: '4711', scopes: [] };
    expect(await listed('engines/mill')).toEqual([]);
  });

  test.each([
    ['that was suspended', engines({ suspended_at: '2026-11-01T00:00:00Z' })],
    ['on the account of another person', engines({ account: { ...BO, type: 'User' } })],
  ])('are not read for an installation %s', async (_, installation) => {
    hub.world.installations = [installation];
    hub.commit('mill', { repository: 'engines/mill' });
    expect(await listed()).toEqual([]);
  });

  test('are listed beside those of the owner’s own account and public ones', async () => {
    hub.world.hidden.add('ada/secret');
    hub.world.installations = [engines(), { id: 5, account: { ...ADA, type: 'User' }, repositories: ['ada/secret'] }];
    hub.commit('mill', { repository: 'engines/mill', date: '2026-11-20T13:00:00Z' });
    hub.commit('secret', { repository: 'ada/secret', date: '2026-11-20T12:00:00Z' });
    hub.commit('public');
    expect(await listed()).toEqual(['mill', 'secret', 'public']);
  });
});

describe('commits on other branches', () => {
  const push = (head: string, fields: object = {}) =>
    hub.world.pushes.unshift({ head: sha(head), created_at: '2026-11-20T12:00:00Z', by: ADA, branch: 'topic', ...fields });

  test('of public repositories are listed where the owner pushed them since, with those of default branches', async () => {
    hub.commit('main');
    hub.commit('first', { branch: 'topic', date: '2026-11-20T11:30:00Z' });
    hub.commit('second', { branch: 'topic', date: '2026-11-20T11:40:00Z' });
    hub.commit('elsewhere', { branch: 'topic', repository: 'bo/fork', date: '2026-11-20T11:50:00Z' });
    hub.commit('not pushed', { branch: 'quiet' });
    hub.commit('pushed before', { branch: 'old' });
    push('second');
    push('elsewhere', { repository: 'bo/fork' });
    push('pushed before', { branch: 'old', created_at: '2026-11-20T09:00:00Z' });
    const { changes, next } = await hub.open().commits('u', query);
    expect(changes.map(({ text, pushed_at }) => [text, pushed_at])).toEqual([
      ['elsewhere', '2026-11-20T12:00:00.000Z'],
      ['second', '2026-11-20T12:00:00.000Z'],
      ['first', null],
      ['main', null],
    ]);
    expect(next).toBeNull();
    expect((await hub.open().commits('u', { ...query, repository: 'bo/fork' })).changes.map(({ text }) => text)).toEqual(['elsewhere']);
  });

  test("of private repositories are found by the owner's activities there", async () => {
    hub.world.hidden.add('engines/mill');
    hub.world.installations = [engines()];
    hub.world.readers.set('engines/mill', ['ada']);
    hub.commit('topic', { repository: 'engines/mill', branch: 'topic' });
    hub.commit('of another', { repository: 'engines/mill', branch: 'theirs', author: BO });
    push('topic', { repository: 'engines/mill' });
    push('of another', { repository: 'engines/mill', branch: 'theirs', by: BO });
    expect([await listed(), await listed('engines/mill')]).toEqual([['topic'], ['topic']]);
  });

  test('are looked up on five branches at most, and not for a push to a default branch', async () => {
    for (let n = 0; n < 7; n++) {
      hub.commit(`c${n}`, { branch: `b${n}` });
      push(`c${n}`, { branch: `b${n}` });
    }
    hub.commit('main');
    push('main', { branch: 'main' });
    const { changes } = await hub.open().commits('u', query);
    expect(changes.map(({ text }) => text).toSorted()).toEqual(['c2', 'c3', 'c4', 'c5', 'c6', 'main']);
    expect(hub.world.asked.filter((path) => path.includes('sha='))).toHaveLength(5);
  });
});
