import { generateKeyPairSync } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { afterAll, beforeAll, beforeEach, vi } from 'vitest';
import type { GitHub } from '../../../src/ports/github.ts';
import type { Access, Connections } from '../../../src/ports/oauth.ts';
import { createApi } from '../../../src/providers/github/api.ts';
import { githubApp, NO_APP } from '../../../src/providers/github/app.ts';
import { createGitHub } from '../../../src/providers/github/github.ts';
import { signedWith } from '../../../src/providers/github/pushes.ts';
import { close, listen } from '../../servers/listening.ts';
import {
  ADA,
  type Answered,
  answerToApp,
  BO,
  type DoubleCommit,
  type DoublePull,
  type DoublePush,
  type DoubleWorld,
  emptyWorld,
  installationOf,
  isOfApp,
  NOT_FOUND,
  sha,
  TOKEN,
} from './world.ts';

const placeOf = ({ repository = 'ada/ship' }: DoublePush): string => repository;
const refOf = ({ branch = 'main' }: DoublePush): string => `refs/heads/${branch}`;

/** A server that speaks as much of GitHub's REST API as is used, and refuses what GitHub refuses. */
export async function startGitHub(publicKey?: string) {
  const world = emptyWorld();

  const sees = (token: string, repository: string): boolean =>
    !world.hidden.has(repository) || (installationOf(world, token)?.repositories.includes(repository) ?? false);

  const commitJson = ({ sha: id, repository, message, author, date }: DoubleCommit) => ({
    sha: id,
    node_id: 'C_1',
    html_url: `https://github.com/${repository}/commit/${id}`,
    commit: { message, author: { name: author?.login ?? 'Somebody', email: 'x@example.org', date }, committer: { date } },
    author: author && { ...author, type: 'User' },
    repository: { full_name: repository, private: world.hidden.has(repository) },
  });
  const pullJson = (pull: DoublePull) => ({
    html_url: `https://github.com/${pull.repository}/pull/${pull.number}`,
    number: pull.number,
    title: pull.title,
    user: pull.user,
    state: pull.merged_at === null ? 'open' : 'closed',
    created_at: pull.created_at,
    updated_at: pull.merged_at ?? pull.created_at,
  });
  const reviewJson = (pull: DoublePull, { id, user, state, submitted_at }: DoublePull['reviews'][number]) => ({
    id,
    user,
    state,
    submitted_at,
    body: 'Looks right.',
    html_url: `https://github.com/${pull.repository}/pull/${pull.number}#pullrequestreview-${id}`,
  });

  function search(url: URL, token: string): Answered {
    const q = url.searchParams.get('q') ?? '';
    const term = (name: string): string | undefined => new RegExp(`(?:^| )${name}:(\\S+)`).exec(q)?.[1];
    const since = (name: string): string => term(name)?.replace('>=', '') ?? '';
    const inRepository = (repository: string): boolean => (term('repo') ?? repository) === repository && sees(token, repository);
    const [page, size] = [Number(url.searchParams.get('page') ?? 1), Number(url.searchParams.get('per_page') ?? 30)];
    if (q === '' || size > 100) return [422, { message: 'Validation Failed' }];
    const paged = (all: readonly object[]): Answered => [
      200,
      { total_count: all.length, incomplete_results: false, items: all.slice((page - 1) * size, page * size) },
    ];
    if (url.pathname.endsWith('/commits')) {
      const found = world.commits.filter(
        ({ author, date, repository, branch }) =>
          branch === undefined && author?.login === term('author') && date >= since('author-date') && inRepository(repository),
      );
      return paged(found.toSorted((a, b) => (a.date < b.date ? 1 : -1)).map(commitJson));
    }
    if (!q.includes('is:pr')) return [422, { message: 'Validation Failed' }];
    const reviewer = term('reviewed-by');
    const found = world.pulls.filter(
      (pull) =>
        inRepository(pull.repository) &&
        (pull.merged_at ?? pull.created_at) >= since('updated') &&
        (reviewer === undefined
          ? pull.user.login === term('author')
          : pull.user.login !== term('-author') && pull.reviews.some(({ user }) => user.login === reviewer)),
    );
    const withLinks = found.map((pull) => ({
      ...pullJson(pull),
      repository_url: `https://api.github.com/repos/${pull.repository}`,
      pull_request: { merged_at: pull.merged_at },
    }));
    return paged(withLinks);
  }

  function ofRepository(path: string, url: URL, token: string): Answered {
    const [, repository = '', rest = ''] = /^\/repos\/([^/]+\/[^/]+)\/(.*)$/.exec(path) ?? [];
    if (!sees(token, repository)) return NOT_FOUND;
    const [kind, name, , id] = rest.split('/');
    if (kind === 'commits' && name !== undefined) {
      const found = world.commits.find((one) => one.repository === repository && one.sha.startsWith(name));
      return found
        ? [200, { ...commitJson(found), stats: { additions: 12, deletions: 3, total: 15 } }]
        : [422, { message: `No commit found for SHA: ${name}` }];
    }
    if (kind === 'commits') {
      const [author, since, from] = ['author', 'since', 'sha'].map((key) => url.searchParams.get(key) ?? '');
      const all = world.commits.filter((one) => one.repository === repository);
      const branch = from === '' ? undefined : (all.find((one) => one.sha === from)?.branch ?? from);
      const reached = all.filter((one) => one.branch === undefined || one.branch === branch);
      return [200, reached.filter((one) => one.author?.login === author && one.date >= (since ?? '')).map(commitJson)];
    }
    if (kind === 'activity') {
      const pushes = world.pushes.filter((one) => placeOf(one) === repository && one.by.login === url.searchParams.get('actor'));
      return [
        200,
        pushes.map((one) => ({ after: one.head, ref: refOf(one), timestamp: one.created_at, activity_type: 'push', actor: one.by })),
      ];
    }
    if (kind === 'collaborators') {
      const user = [ADA, BO].find(({ login }) => login === name);
      const permission = world.readers.get(repository)?.includes(name ?? '') ? 'read' : 'none';
      return user && installationOf(world, token) ? [200, { permission, role_name: permission, user }] : NOT_FOUND;
    }
    const pull = world.pulls.find((one) => one.repository === repository && one.number === Number(name));
    if (kind !== 'pulls' || !pull) return NOT_FOUND;
    if (!rest.includes('/reviews')) return [200, { ...pullJson(pull), merged_at: pull.merged_at }];
    if (id === undefined) return [200, pull.reviews.map((review) => reviewJson(pull, review))];
    const review = pull.reviews.find((one) => one.id === Number(id));
    return review ? [200, reviewJson(pull, review)] : NOT_FOUND;
  }

  function answer(request: IncomingMessage, token: string): Answered {
    const url = new URL(request.url ?? '', 'http://x');
    const path = decodeURIComponent(url.pathname);
    if (isOfApp(token, publicKey)) return answerToApp(world, request.method, path);
    const installation = installationOf(world, token);
    const user = world.tokens.get(token);
    if (user === undefined && installation === undefined) return [401, { message: 'Bad credentials' }];
    if (path === '/user') return user ? [200, user] : [403, { message: 'Resource not accessible by integration' }];
    if (path.startsWith('/search/')) return search(url, token);
    if (path.startsWith('/repos/')) return ofRepository(path, url, token);
    if (path === '/installation/repositories')
      return [
        200,
        {
          repositories: (installation?.repositories ?? []).map((full_name) => ({
            full_name,
            private: true,
            pushed_at: '2030-01-01T00:00:00Z',
          })),
        },
      ];
    const of = /^\/users\/([^/]+)\/events$/.exec(path)?.[1];
    if (of === undefined) return NOT_FOUND;
    return [
      200,
      world.pushes
        .filter((one) => one.by.login === of && !world.hidden.has(placeOf(one)))
        .map((one) => ({
          type: 'PushEvent',
          created_at: one.created_at,
          repo: { id: 1, name: placeOf(one) },
          payload: { head: one.head, ref: refOf(one) },
        })),
    ];
  }

  function handle(request: IncomingMessage, response: ServerResponse): void {
    world.asked.push(`${request.method} ${decodeURIComponent(request.url ?? '')}`);
    const token = /^(?:bearer|token) (.+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? '';
    const fault = world.faults.shift();
    const [status, body] = !request.headers['user-agent']
      ? ([403, { message: 'Request forbidden by administrative rules.' }] as const)
      : fault
        ? ([fault.status, { message: fault.message }] as const)
        : answer(request, token);
    response.writeHead(status, { 'content-type': 'application/json; charset=utf-8', ...fault?.headers });
    response.end(JSON.stringify(body));
  }

  const server = createServer(handle);
  const port = await listen(server);
  return {
    url: `http://127.0.0.1:${port}`,
    world,
    close: () => close(server),
  };
}

export type GitHubDouble = Awaited<ReturnType<typeof startGitHub>>;

export const SITE = 'https://github.com';
export const addressOf = ({ repository, sha: id }: DoubleCommit): string => `${SITE}/${repository}/commit/${id}`;

/** GitHub as the program asks it, and the double behind it, which is empty before each test. */
export interface Hub {
  readonly world: DoubleWorld;
  /** What the owner has connected. */
  access: Access | null;
  /** Real time, by which limits are measured; it moves on when the program waits. */
  time: number;
  readonly waits: number[];
  readonly refused: Connections['refused'];
  /** One that remembers nothing yet. */
  open(options?: { readonly withApp?: boolean }): GitHub;
  /** Makes a commit of the owner's, of 20 November 2026, 11:00 UTC. */
  commit(name: string, fields?: Partial<DoubleCommit>): DoubleCommit;
}

export function githubHub(): Hub {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', {
    modulusLength: 2_048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
  });
  let double: GitHubDouble;
  const refused = vi.fn(async () => undefined);
  const connections: Connections = { tokenOf: async () => hub.access, refused };
  const hub: Hub = {
    access: null,
    time: 0,
    waits: [],
    refused,
    get world() {
      return double.world;
    },
    open({ withApp = false } = {}) {
      hub.time = Date.now();
      hub.waits.length = 0;
      const now = () => hub.time;
      const wait = async (ms: number): Promise<void> => {
        hub.waits.push(ms);
        hub.time += ms;
      };
      const api = createApi({ url: double.url, now, wait, timeoutMs: 2_000 });
      const app = withApp ? githubApp({ id: '77', key: privateKey, url: double.url }, api) : NO_APP;
      return createGitHub({ connections, api, app, site: SITE, isSigned: signedWith('secret'), now });
    },
    commit(name, fields = {}) {
      const one = { sha: sha(name), repository: 'ada/ship', message: name, author: ADA, date: '2026-11-20T11:00:00Z', ...fields };
      double.world.commits.push(one);
      return one;
    },
  };
  beforeAll(async () => {
    double = await startGitHub(publicKey);
  });
  afterAll(() => double.close());
  beforeEach(() => {
    hub.access = { token: TOKEN, id: String(ADA.id), scopes: ['read:user'] };
    refused.mockClear();
    Object.assign(double.world, emptyWorld());
  });
  return hub;
}
