import { ServiceUnavailable } from '../domain/kernel/decider.ts';

export type ChangeKind = 'commit' | 'pull_request' | 'review';

export type PullState = 'open' | 'closed' | 'merged' | 'approved' | 'changes_requested' | 'commented' | 'dismissed';

/** What GitHub shows about a change. Instants are RFC 3339 in UTC, with milliseconds. */
export interface GithubChange {
  readonly kind: ChangeKind;
  readonly url: string;
  /** `owner/name`. */
  readonly repository: string;
  /** The hash of a commit. */
  readonly sha: string | null;
  /** Null: there is no pull request. */
  readonly number: number | null;
  /** The message of a commit, or the title of a pull request. For a review that is looked up by its address: its text. */
  readonly text: string;
  /** The login of the author. If the author of a commit has no account at GitHub: the name in the commit. */
  readonly author: string | null;
  /** Null: it is a commit. */
  readonly state: PullState | null;
  /** For a commit the author's date, which the person who makes the commit can choose. For the others GitHub's own time. */
  readonly at: string;
  readonly merged_at: string | null;
  /** When GitHub received a commit; null if that is not known. */
  readonly pushed_at: string | null;
  /** The number of lines; null if that is not known. */
  readonly additions: number | null;
  readonly deletions: number | null;
}

export interface ChangeQuery {
  /** Only changes from this instant on. */
  readonly since: string;
  /** `owner/name`; null: any. */
  readonly repository: string | null;
  /** The number of the page, from 1. */
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
  /**
   * The id of the connected account; null: no account is connected.
   * @throws GitHubBusy
   */
  accountOf(owner: string): Promise<string | null>;
  /**
   * Whether GitHub signed these bytes. `signature`: the header `X-Hub-Signature-256`. It is also false if the operator
   * has set no secret.
   */
  isSigned(bytes: Uint8Array, signature: string): Promise<boolean>;
  /** Tells from the form of an address what it leads to. Null: to no commit, pull request or review at GitHub. */
  kindOf(url: string): ChangeKind | null;
  /**
   * Commits by the owner.
   * @throws GitHubNotConnected, GitHubBusy
   */
  commits(owner: string, query: ChangeQuery): Promise<ChangePage>;
  /**
   * Pull requests and reviews by the owner.
   * @throws GitHubNotConnected, GitHubBusy
   */
  pulls(owner: string, query: ChangeQuery): Promise<ChangePage>;
  /**
   * Looks up what is at these addresses, within a time limit. The result has no entry for an address that shows nothing,
   * or nothing that the owner may see.
   * @throws GitHubNotConnected, GitHubBusy
   */
  lookUp(owner: string, urls: readonly string[]): Promise<ReadonlyMap<string, FoundChange>>;
}

/** The owner has connected no account at GitHub, or GitHub has ended the connection. */
export class GitHubNotConnected extends Error {
  override readonly name = 'GitHubNotConnected';
}

/** GitHub does not answer, or asks the program to wait. */
export class GitHubBusy extends ServiceUnavailable {
  override readonly name = 'GitHubBusy';
  /** The number of seconds to wait; null: GitHub did not say. */
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

/** For a program without GitHub: no owner is connected. */
export const NO_GITHUB: GitHub = {
  accountOf: async () => null,
  isSigned: async () => false,
  kindOf: () => null,
  commits: () => Promise.reject(new GitHubNotConnected('GitHub is not connected.')),
  pulls: () => Promise.reject(new GitHubNotConnected('GitHub is not connected.')),
  lookUp: () => Promise.reject(new GitHubNotConnected('GitHub is not connected.')),
};
