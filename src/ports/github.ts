import { ServiceUnavailable } from '../domain/kernel/decider.ts';

/** A commit, a pull request, or a review of a pull request. */
export type ChangeKind = 'commit' | 'pull_request' | 'review';

export type PullState = 'open' | 'closed' | 'merged' | 'approved' | 'changes_requested' | 'commented' | 'dismissed';

/** What GitHub shows of a change. Instants are RFC 3339 in UTC, to the millisecond. */
export interface GithubChange {
  readonly kind: ChangeKind;
  readonly url: string;
  /** `owner/name`. */
  readonly repository: string;
  /** Of a commit. */
  readonly sha: string | null;
  /** Of the pull request, where there is one. */
  readonly number: number | null;
  /** The message of a commit, the title of a pull request. Of a review that is looked up by its address: what it says. */
  readonly text: string;
  /** The login of the author; of a commit whose author has no account at GitHub the name that the commit says. */
  readonly author: string | null;
  /** Null: it is a commit. */
  readonly state: PullState | null;
  /** Of a commit the author's date, which whoever makes the commit can choose; of the others GitHub's own. */
  readonly at: string;
  readonly merged_at: string | null;
  /** When a commit reached GitHub; null where that is not known. */
  readonly pushed_at: string | null;
  /** Lines; null where they are not known. */
  readonly additions: number | null;
  readonly deletions: number | null;
}

export interface ChangeQuery {
  /** Only what was made from this instant on. */
  readonly since: string;
  /** `owner/name`; null: any. */
  readonly repository: string | null;
  /** From 1 on. */
  readonly page: number;
}

export interface ChangePage {
  /** Newest first, within the page. */
  readonly changes: readonly GithubChange[];
  /** The number of the next page; null: this is the last one. */
  readonly next: number | null;
}

/** `own`: whether the connected account is its author. */
export interface FoundChange {
  readonly change: GithubChange;
  readonly own: boolean;
}

/** GitHub, as the connected account of an owner sees it. */
export interface GitHub {
  /** The id of the connected account; null: none is connected. @throws GitHubBusy */
  accountOf(owner: string): Promise<string | null>;
  /** Whether GitHub signed these bytes. `signature`: the header `X-Hub-Signature-256`. False also without a secret. */
  isSigned(bytes: Uint8Array, signature: string): Promise<boolean>;
  /** What an address is, by its form alone. Null: no commit, pull request or review at GitHub. */
  kindOf(url: string): ChangeKind | null;
  /** Commits of the owner's. @throws GitHubNotConnected, GitHubBusy */
  commits(owner: string, query: ChangeQuery): Promise<ChangePage>;
  /** Pull requests and reviews of the owner's. @throws GitHubNotConnected, GitHubBusy */
  pulls(owner: string, query: ChangeQuery): Promise<ChangePage>;
  /**
   * What stands at addresses, by address, within a bound of time. One that is missing shows nothing that the owner may see.
   * @throws GitHubNotConnected, GitHubBusy
   */
  lookUp(owner: string, urls: readonly string[]): Promise<ReadonlyMap<string, FoundChange>>;
}

/** The owner has connected no account at GitHub, or GitHub ended the connection. */
export class GitHubNotConnected extends Error {
  override readonly name = 'GitHubNotConnected';
}

/** GitHub does not answer, or asks to wait. */
export class GitHubBusy extends ServiceUnavailable {
  override readonly name = 'GitHubBusy';
  /** In how many seconds it may be asked again; null: GitHub did not say. */
  readonly seconds: number | null;
  readonly detail: string;
  readonly retryAfter: number;
  constructor(message: string, seconds: number | null = null) {
    super(message);
    this.seconds = seconds;
    this.detail = `${message} Try again later.`;
    this.retryAfter = seconds ?? 5;
  }
}

/** For a program without GitHub: nobody is connected. */
export const NO_GITHUB: GitHub = {
  accountOf: async () => null,
  isSigned: async () => false,
  kindOf: () => null,
  commits: () => Promise.reject(new GitHubNotConnected('GitHub is not connected.')),
  pulls: () => Promise.reject(new GitHubNotConnected('GitHub is not connected.')),
  lookUp: () => Promise.reject(new GitHubNotConnected('GitHub is not connected.')),
};
