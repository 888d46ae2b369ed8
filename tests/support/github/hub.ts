import { generateKeyPairSync } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, vi } from 'vitest';
import type { Access, Connections } from '../../../src/ports/connections.ts';
import type { GitHub } from '../../../src/ports/github.ts';
import { createApi } from '../../../src/providers/github/api.ts';
import { githubApp, NO_APP } from '../../../src/providers/github/app.ts';
import { createGitHub } from '../../../src/providers/github/github.ts';
import { signedWith } from '../../../src/providers/github/signatures.ts';
import { type GitHubDouble, startGitHub } from './double.ts';
import { ADA, type DoubleCommit, type DoubleWorld, emptyWorld, sha, TOKEN } from './world.ts';

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
