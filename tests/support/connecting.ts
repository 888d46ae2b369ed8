import { onTestFinished } from 'vitest';
import { withConnections } from '../../src/app/connection/tokens.ts';
import { githubOAuth } from '../../src/providers/oauth/github.ts';
import { googleOAuth } from '../../src/providers/oauth/google.ts';
import { CLIENT, GitHubDouble, GoogleDouble } from '../servers/oauth.ts';
import type { Answered, Client } from './client.ts';
import { startTestServer, type TestServer, type TestServerOptions } from './server.ts';

export interface Connecting extends TestServer {
  readonly google: GoogleDouble;
  readonly github: GitHubDouble;
}

/** Short, so that a provider that hangs is not waited for long. */
const TIMEOUT_MS = 400;

/** The providers of the program at these doubles. */
export const providersAt = (google: Pick<GoogleDouble, 'url'>, github: Pick<GitHubDouble, 'url'>) => ({
  google: googleOAuth({ ...CLIENT, url: () => google.url, timeoutMs: TIMEOUT_MS }),
  github: githubOAuth({ ...CLIENT, url: () => github.url, apiUrl: () => `${github.url}/api`, timeoutMs: TIMEOUT_MS }),
});

/** Both doubles, which end with the test. */
export async function startDoubles(): Promise<{ readonly google: GoogleDouble; readonly github: GitHubDouble }> {
  const [google, github] = await Promise.all([new GoogleDouble().start(), new GitHubDouble().start()]);
  onTestFinished(async () => void (await Promise.all([google.close(), github.close()])));
  return { google, github };
}

/** A server whose owners connect with doubles of Google and GitHub. It ends with the test. */
export async function startConnecting(options: TestServerOptions = {}): Promise<Connecting> {
  const { google, github } = await startDoubles();
  const oauth = providersAt(google, github);
  const { wrap = (app) => app } = options;
  const server = await startTestServer({ ...options, wrap: (app) => wrap(withConnections({ ...app, oauth })) });
  onTestFinished(() => server.dispose());
  google.app = server.url;
  github.app = server.url;
  return { ...server, google, github };
}

export const location = ({ headers }: Answered): string => headers.get('location') ?? '';

/** Goes to Google with a new state. Gives the address to which the browser is sent. */
export async function toGoogle(client: Client): Promise<string> {
  const { state } = (await client.get('/api/oauth/state')).body;
  return location(await client.get(`/api/oauth/google?state=${encodeURIComponent(state)}`));
}

/** Connects Google, or GitHub. Gives the address at which the browser ends. */
export const connectGoogle = async (client: Client, { google }: Pick<Connecting, 'google'>): Promise<string> =>
  location(await client.get(google.allow(await toGoogle(client))));
export const connectGitHub = async (client: Client, { github }: Pick<Connecting, 'github'>): Promise<string> =>
  location(await client.get(github.allow(location(await client.get('/api/oauth/github')))));
