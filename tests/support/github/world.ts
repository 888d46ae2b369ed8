import { createHash } from 'node:crypto';

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
  /** Another than the default branch. */
  readonly branch?: string;
}
export interface DoublePush {
  readonly head: string;
  readonly created_at: string;
  readonly by: DoubleUser;
  readonly repository?: string;
  readonly branch?: string;
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

/** The App on an account, for the repositories that were chosen there. */
export interface DoubleInstallation {
  readonly id: number;
  readonly account: DoubleUser & { readonly type: 'User' | 'Organization' };
  readonly repositories: readonly string[];
  readonly suspended_at?: string;
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
export type Answered = readonly [status: number, body: unknown];

export const emptyWorld = () => ({
  tokens: new Map<string, DoubleUser>([[TOKEN, ADA]]),
  commits: [] as DoubleCommit[],
  pulls: [] as DoublePull[],
  pushes: [] as DoublePush[],
  hidden: new Set<string>(),
  /** Where the App is installed. */
  installations: [] as readonly DoubleInstallation[],
  /** Who may read a repository of somebody else, by its name: logins. */
  readers: new Map<string, readonly string[]>(),
  faults: [] as Fault[],
  asked: [] as string[],
});
export type DoubleWorld = ReturnType<typeof emptyWorld>;
