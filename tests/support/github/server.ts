import type { Access } from '../../../src/ports/oauth.ts';
import { createApi } from '../../../src/providers/github/api.ts';
import { NO_APP } from '../../../src/providers/github/app.ts';
import { createGitHub } from '../../../src/providers/github/github.ts';
import { signedWith } from '../../../src/providers/github/pushes.ts';
import { type ProofServer, startProofServer } from '../partner-server.ts';
import { type GitHubDouble, startGitHub } from './double.ts';
import { ADA, sha, TOKEN } from './world.ts';

export const SECRET = 'a secret of the webhook';

/** A server with a member who has connected an account of a GitHub that is on this machine. */
export interface GitHubServer extends Omit<ProofServer, 'later'> {
  readonly double: GitHubDouble;
  /** What people have connected, by owner. */
  readonly accounts: Map<string, Access>;
  /** The program's time, in whole seconds as GitHub has it. */
  now(): string;
  /** A second passes, so that what is made next is made after what was. */
  later(): void;
  /** Lets the real time pass by which GitHub's limits are measured, in milliseconds. */
  pass(ms: number): void;
  /** Makes a commit at GitHub, and gives its address. */
  commit(message: string, fields?: object): string;
  /** Empties GitHub, and connects the member anew. */
  begin(): void;
}

export async function startGitHubServer(): Promise<GitHubServer> {
  const double = await startGitHub();
  const accounts = new Map<string, Access>();
  const connections = {
    tokenOf: async (owner: string) => accounts.get(owner) ?? null,
    refused: async (owner: string) => void accounts.delete(owner),
  };
  let passed = 0;
  const real = () => Date.now() + passed;
  const api = createApi({ url: double.url, now: real });
  const isSigned = signedWith(SECRET);
  const github = createGitHub({ connections, api, app: NO_APP, site: 'https://github.com', isSigned, now: real });
  const server = await startProofServer({ wrap: (app) => ({ ...app, github }) });
  const me: string = (await server.ada.get('/api/auth/me')).body.user.id;
  const now = (): string => server.stores.clock.now().replace(/\.\d+Z$/, 'Z');
  const pass = (ms: number): void => {
    passed += ms;
  };
  return {
    ...server,
    double,
    accounts,
    now,
    pass,
    later: () => void server.stores.clock.advance('PT1S'),
    commit(message, fields = {}) {
      const one = { sha: sha(message), repository: 'ada/ship', message, author: ADA, date: now(), ...fields };
      double.world.commits.push(one);
      return `https://github.com/${one.repository}/commit/${one.sha}`;
    },
    begin() {
      // What was remembered of GitHub is over.
      pass(700_000);
      Object.assign(double.world, { commits: [], pulls: [], pushes: [], faults: [], asked: [] });
      accounts.set(me, { token: TOKEN, id: String(ADA.id), scopes: ['read:user'] });
    },
    async dispose() {
      await server.dispose();
      await double.close();
    },
  };
}
