import { createHash, createPublicKey, verify } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface DoubleUser {
  readonly login: string;
  readonly id: number;
}
export interface DoubleCommit {
  readonly sha: string;
  readonly repository: string;
  readonly message: string;
  /** Null: its author has no account. */
  readonly author: DoubleUser | null;
  /** With whole seconds, as GitHub has it. */
  readonly date: string;
}
export interface DoublePull {
  readonly repository: string;
  readonly number: number;
  readonly title: string;
  readonly user: DoubleUser;
  readonly created_at: string;
  readonly merged_at: string | null;
  readonly reviews: readonly {
    readonly id: number;
    readonly user: DoubleUser;
    readonly state: string;
    readonly submitted_at: string | null;
  }[];
}

/** What the next answers are in place of their own. */
export interface Fault {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly message: string;
}

export const ADA: DoubleUser = { login: 'ada', id: 1815 };
export const BO: DoubleUser = { login: 'bo', id: 1912 };
export const TOKEN = 'gho_ada';
export const sha = (text: string): string => createHash('sha1').update(text).digest('hex');

/** A server that speaks as much of GitHub's REST API as is used, and refuses what GitHub refuses. */
export async function startGitHub(publicKey?: string) {
  const world = {
    tokens: new Map<string, DoubleUser>([[TOKEN, ADA]]),
    commits: [] as DoubleCommit[],
    pulls: [] as DoublePull[],
    pushes: [] as { readonly head: string; readonly created_at: string; readonly by: DoubleUser }[],
    hidden: new Set<string>(),
    /** The App is installed on the account with this id, and may read these repositories. */
    installation: null as { readonly account: number; readonly repositories: readonly string[] } | null,
    faults: [] as Fault[],
    asked: [] as string[],
  };
  const APP_TOKEN = 'ghs_installation';

  const isApp = (token: string): boolean => {
    const [head = '', body = '', mark = ''] = token.split('.');
    if (publicKey === undefined || mark === '') return false;
    const signed = verify('RSA-SHA256', Buffer.from(`${head}.${body}`), createPublicKey(publicKey), Buffer.from(mark, 'base64url'));
    const { iat, exp, iss } = JSON.parse(Buffer.from(body, 'base64url').toString()) as { iat: number; exp: number; iss: unknown };
    return signed && exp - iat <= 660 && exp * 1_000 > Date.now() && String(iss) === '77';
  };

  function sees(token: string, repository: string): boolean {
    if (!world.hidden.has(repository)) return true;
    return token === APP_TOKEN && (world.installation?.repositories.includes(repository) ?? false);
  }

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

  type Answered = readonly [status: number, body: unknown];
  const NONE: Answered = [404, { message: 'Not Found' }];

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
        ({ author, date, repository }) => author?.login === term('author') && date >= since('author-date') && inRepository(repository),
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
    if (!sees(token, repository)) return NONE;
    const [kind, name, , id] = rest.split('/');
    if (kind === 'commits' && name !== undefined) {
      const found = world.commits.find((one) => one.repository === repository && one.sha.startsWith(name));
      return found
        ? [200, { ...commitJson(found), stats: { additions: 12, deletions: 3, total: 15 } }]
        : [422, { message: `No commit found for SHA: ${name}` }];
    }
    if (kind === 'commits') {
      const [author, since] = [url.searchParams.get('author'), url.searchParams.get('since') ?? ''];
      return [
        200,
        world.commits.filter((one) => one.repository === repository && one.author?.login === author && one.date >= since).map(commitJson),
      ];
    }
    const pull = world.pulls.find((one) => one.repository === repository && one.number === Number(name));
    if (kind !== 'pulls' || !pull) return NONE;
    if (!rest.includes('/reviews')) return [200, { ...pullJson(pull), merged_at: pull.merged_at }];
    if (id === undefined) return [200, pull.reviews.map((review) => reviewJson(pull, review))];
    const review = pull.reviews.find((one) => one.id === Number(id));
    return review ? [200, reviewJson(pull, review)] : NONE;
  }

  function answer(request: IncomingMessage, token: string): Answered {
    const url = new URL(request.url ?? '', 'http://x');
    const path = decodeURIComponent(url.pathname);
    if (isApp(token)) {
      const { installation } = world;
      if (installation === null) return NONE;
      if (request.method === 'POST' && path === '/app/installations/5/access_tokens')
        return [
          201,
          {
            token: APP_TOKEN,
            expires_at: new Date(Date.now() + 3_600_000).toISOString(),
            permissions: {},
            repository_selection: 'selected',
          },
        ];
      return path === '/users/ada/installation' ? [200, { id: 5, account: { id: installation.account }, suspended_at: null }] : NONE;
    }
    const user = world.tokens.get(token);
    if (user === undefined && token !== APP_TOKEN) return [401, { message: 'Bad credentials' }];
    if (path === '/user') return user ? [200, user] : [403, { message: 'Resource not accessible by integration' }];
    if (path.startsWith('/search/')) return search(url, token);
    if (path.startsWith('/repos/')) return ofRepository(path, url, token);
    if (path === '/installation/repositories')
      return [
        200,
        {
          repositories: (world.installation?.repositories ?? []).map((full_name) => ({
            full_name,
            private: true,
            pushed_at: '2030-01-01T00:00:00Z',
          })),
        },
      ];
    const of = /^\/users\/([^/]+)\/events$/.exec(path)?.[1];
    if (of === undefined) return NONE;
    return [
      200,
      world.pushes
        .filter(({ by }) => by.login === of)
        .map(({ head, created_at }) => ({ type: 'PushEvent', created_at, payload: { head, ref: 'refs/heads/main' } })),
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
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    world,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export type GitHubDouble = Awaited<ReturnType<typeof startGitHub>>;
