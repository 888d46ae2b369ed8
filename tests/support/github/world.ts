import { createHash, createPublicKey, verify } from 'node:crypto';

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

const PREFIX = 'ghs_installation_';
export const NOT_FOUND: Answered = [404, { message: 'Not Found' }];

/** The installation of which this is the token. */
export const installationOf = ({ installations }: DoubleWorld, token: string): DoubleInstallation | undefined =>
  installations.find(({ id }) => token === `${PREFIX}${id}`);

/** Whether a text is what the App with this key signed to show who it is. */
export function isOfApp(token: string, publicKey: string | undefined): boolean {
  const [head = '', body = '', mark = ''] = token.split('.');
  if (publicKey === undefined || mark === '') return false;
  const signed = verify('RSA-SHA256', Buffer.from(`${head}.${body}`), createPublicKey(publicKey), Buffer.from(mark, 'base64url'));
  const { iat, exp, iss } = JSON.parse(Buffer.from(body, 'base64url').toString()) as { iat: number; exp: number; iss: unknown };
  return signed && exp - iat <= 660 && exp * 1_000 > Date.now() && String(iss) === '77';
}

const shown = ({ id, account, suspended_at = undefined }: DoubleInstallation) => ({
  id,
  account,
  target_type: account.type,
  suspended_at: suspended_at ?? null,
});

/** What GitHub answers to the App itself. */
export function answerToApp({ installations }: DoubleWorld, method: string | undefined, path: string): Answered {
  const [, id] = /^\/app\/installations\/(\d+)\/access_tokens$/.exec(path) ?? [];
  if (method === 'POST' && id !== undefined) {
    const found = installations.find((one) => one.id === Number(id));
    if (found === undefined) return NOT_FOUND;
    if (found.suspended_at) return [403, { message: 'This installation has been suspended' }];
    const expires_at = new Date(Date.now() + 3_600_000).toISOString();
    return [201, { token: `${PREFIX}${id}`, expires_at, permissions: {}, repository_selection: 'selected' }];
  }
  if (path === '/app/installations') return [200, installations.map(shown)];
  const [, login] = /^\/users\/([^/]+)\/installation$/.exec(path) ?? [];
  const [, repository = ''] = /^\/repos\/([^/]+\/[^/]+)\/installation$/.exec(path) ?? [];
  const found = installations.find(({ account, repositories }) => (login ? account.login === login : repositories.includes(repository)));
  return found ? [200, shown(found)] : NOT_FOUND;
}
