import { createHash } from 'node:crypto';
import { itemAt } from '../../domain/kernel/records.ts';
import {
  type ChangePage,
  type ChangeQuery,
  type FoundChange,
  type GitHub,
  GitHubNotConnected,
  type GithubChange,
} from '../../ports/github.ts';
import type { Connections } from '../../ports/oauth.ts';
import { addressOf } from './address.ts';

const SITE = 'https://github.com';
const HOUR_S = 3_600;
const A_PAGE = 20;
const MOST = 45;
const WORK = [
  'Write the test first',
  'Mend the parser of dates',
  'Take out what nobody reads',
  'Say in the README how it starts',
  'Keep the order of a page',
];
const NOT_CONNECTED = 'Connect GitHub in the settings first.';

export interface DevelopmentGitHubOptions {
  readonly connections: Pick<Connections, 'tokenOf'>;
  /** The program's clock. */
  readonly clock: { now(): string };
  readonly isSigned: GitHub['isSigned'];
}

const seconds = (instant: string): number => Math.ceil(Date.parse(instant) / 1_000);
const instantOf = (at: number): string => new Date(at * 1_000).toISOString();

/**
 * An invented sha begins with its own second. The rest depends on the account, so nobody can invent one for another
 * account.
 */
function shaOf(id: string, repository: string, at: number): string {
  const mark = createHash('sha256').update(`${id} ${repository} ${at}`).digest('hex');
  return `${at.toString(16).padStart(9, '0')}${mark}`.slice(0, 40);
}

/**
 * A GitHub for development without ids. Every connected account has a commit shortly after any instant, and one on
 * every hour since. Nothing is stored: the program can tell from an address alone whether it invented it.
 */
export function developmentGitHub({ connections, clock, isSigned }: DevelopmentGitHubOptions): GitHub {
  async function idOf(owner: string): Promise<string> {
    const access = await connections.tokenOf(owner, 'github');
    if (access === null) throw new GitHubNotConnected(NOT_CONNECTED);
    return access.id;
  }
  const repositoriesOf = (id: string): readonly string[] => [`dev-${id}/garden`, `dev-${id}/letters`];

  function commitAt(id: string, repository: string, at: number): GithubChange {
    const sha = shaOf(id, repository, at);
    return {
      kind: 'commit',
      url: `${SITE}/${repository}/commit/${sha}`,
      repository,
      sha,
      number: null,
      text: itemAt(WORK, at % WORK.length),
      author: `dev-${id}`,
      state: null,
      at: instantOf(at),
      merged_at: null,
      pushed_at: at % 2 === 0 ? instantOf(at) : null,
      additions: (at % 120) + 1,
      deletions: at % 40,
    };
  }

  /** One repository has pull requests of the account, the other has reviews of other people's pull requests. */
  function pullAt(id: string, repository: string, at: number): GithubChange {
    const isReview = Math.floor(at / HOUR_S) % 2 === 1;
    const url = `${SITE}/${repository}/pull/${at}`;
    return {
      ...commitAt(id, repository, at),
      kind: isReview ? 'review' : 'pull_request',
      url: isReview ? `${url}#pullrequestreview-${at}` : url,
      sha: null,
      number: at,
      state: isReview ? 'approved' : 'merged',
      merged_at: isReview ? null : instantOf(at),
      pushed_at: null,
      additions: null,
      deletions: null,
    };
  }

  async function page(owner: string, query: ChangeQuery, make: typeof commitAt): Promise<ChangePage> {
    const id = await idOf(owner);
    const [from, to] = [seconds(query.since) + 1, Math.floor(Date.parse(clock.now()) / 1_000)];
    const times = [from];
    for (let hour = Math.ceil((from + 1) / HOUR_S) * HOUR_S; hour <= to; hour += HOUR_S) times.push(hour);
    const newest = times
      .filter((at) => at <= to)
      .slice(-MOST)
      .reverse();
    const repositories = repositoriesOf(id);
    const made = newest.map((at) => make(id, itemAt(repositories, Math.floor(at / HOUR_S) % 2), at));
    const wanted = made.filter(({ repository }) => query.repository === null || repository === query.repository);
    const start = (query.page - 1) * A_PAGE;
    return { changes: wanted.slice(start, start + A_PAGE), next: start + A_PAGE < wanted.length ? query.page + 1 : null };
  }

  function found(id: string, url: string): readonly (readonly [string, FoundChange])[] {
    const address = addressOf(url, SITE);
    if (address === null) return [];
    const { kind, repository, id: name, number } = address;
    const at = kind === 'commit' ? Number.parseInt((name ?? '').slice(0, 9), 16) : (number ?? 0);
    if (!(at > 0) || at > Date.parse(clock.now()) / 1_000) return [];
    const author = /^dev-([^/]+)\//.exec(repository)?.[1] ?? '';
    if (!repositoriesOf(author).includes(repository)) return [];
    const change = (kind === 'commit' ? commitAt : pullAt)(author, repository, at);
    return change.url === url ? [[url, { change, own: author === id }]] : [];
  }

  return {
    accountOf: async (owner) => (await connections.tokenOf(owner, 'github'))?.id ?? null,
    isSigned,
    kindOf: (url) => addressOf(url, SITE)?.kind ?? null,
    commits: (owner, query) => page(owner, query, commitAt),
    pulls: (owner, query) => page(owner, query, pullAt),
    async lookUp(owner, urls) {
      const id = await idOf(owner);
      return new Map(urls.flatMap((url) => found(id, url)));
    },
  };
}
