import type { Configuration, CustomFetch } from 'openid-client';
import { type OAuthPerson, type OAuthProvider, type OAuthTokens, ProviderRefused, ProviderUnavailable } from '../../ports/oauth.ts';
import { answered, library, TIMEOUT_MS, tokensIn } from './answers.ts';

export interface GitHubOptions {
  readonly id: string;
  readonly secret: string;
  /** Without a trailing slash, as `apiUrl`. They are asked for with each call, since the address of one's own is known late. */
  readonly url: () => string;
  readonly apiUrl: () => string;
  readonly timeoutMs?: number;
}

const NAME = 'GitHub';
/** The least that each purpose needs: public commits need no scope of their own. */
const SCOPES = { connect: 'read:user', signin: 'read:user user:email' } as const;
const HEADERS = { Accept: 'application/vnd.github+json', 'X-GitHub-Api-Version': '2022-11-28', 'User-Agent': 'Vouch' } as const;

/** GitHub answers 200 where it refuses a code, and names what is wrong in the body. As other providers do it, that is 400. */
const githubFetch: CustomFetch = async (url, options) => {
  const response = await fetch(url, options as RequestInit);
  if (response.status !== 200) return response;
  const text = await response.text();
  const error = errorIn(text);
  const body = error === null ? text : JSON.stringify({ ...error, error: CODES[error.error] ?? error.error });
  return new Response(body, { status: error === null ? 200 : 400, headers: { 'content-type': 'application/json' } });
};
const CODES: Readonly<Record<string, string>> = { bad_verification_code: 'invalid_grant', bad_refresh_token: 'invalid_grant' };

function errorIn(text: string): { readonly error: string } | null {
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === 'object' && body !== null && 'error' in body ? (body as { error: string }) : null;
  } catch {
    return null;
  }
}

interface Address {
  readonly email: string;
  readonly primary: boolean;
  readonly verified: boolean;
}

/** GitHub's plain OAuth, and its API for who somebody is. */
export function githubOAuth({ id, secret, url, apiUrl, timeoutMs = TIMEOUT_MS }: GitHubOptions): OAuthProvider {
  async function configured(): Promise<Configuration> {
    const client = await library();
    const issuer = url();
    const endpoints = { authorization_endpoint: `${issuer}/login/oauth/authorize`, token_endpoint: `${issuer}/login/oauth/access_token` };
    const config = new client.Configuration({ issuer, ...endpoints }, id, undefined, client.ClientSecretPost(secret));
    if (issuer.startsWith('http:')) client.allowInsecureRequests(config);
    config[client.customFetch] = githubFetch;
    config.timeout = timeoutMs / 1_000;
    return config;
  }

  /** @throws ProviderUnavailable where nobody answers */
  async function api(path: string, init: RequestInit): Promise<Response> {
    const headers = { ...HEADERS, ...(init.headers as Record<string, string>) };
    try {
      return await fetch(apiUrl() + path, { ...init, headers, redirect: 'error', signal: AbortSignal.timeout(timeoutMs) });
    } catch {
      throw new ProviderUnavailable(`${NAME} does not answer.`);
    }
  }

  async function read<T>(path: string, { access }: OAuthTokens): Promise<T> {
    const response = await api(path, { headers: { Authorization: `Bearer ${access}` } });
    if (response.status === 401) throw new ProviderRefused('invalid_token', `${NAME} refused the token that it had given.`);
    if (!response.ok) throw new ProviderUnavailable(`${NAME} answered ${response.status}.`);
    return (await response.json()) as T;
  }

  async function personOf(tokens: OAuthTokens, withAddress: boolean): Promise<OAuthPerson> {
    const { id: number, name } = await read<{ id: number; name: string | null }>('/user', tokens);
    if (!Number.isSafeInteger(number)) throw new ProviderRefused('invalid_response', `${NAME} does not say who this is.`);
    const addresses = withAddress ? await read<readonly Address[]>('/user/emails', tokens) : [];
    const primary = addresses.find((one) => one.primary);
    return {
      id: String(number),
      name: name ?? '',
      email: primary ? { address: primary.email, verified: primary.verified === true } : null,
    };
  }

  /** Ends a token, or all that the person allowed (`grant`). */
  async function end(what: 'token' | 'grant', access: string): Promise<void> {
    const Authorization = `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`;
    const body = JSON.stringify({ access_token: access });
    const headers = { Authorization, 'Content-Type': 'application/json' };
    const response = await api(`/applications/${encodeURIComponent(id)}/${what}`, { method: 'DELETE', headers, body });
    // 404 and 422: there is no such token any more.
    if (!response.ok && response.status !== 404 && response.status !== 422)
      throw new ProviderUnavailable(`${NAME} answered ${response.status}.`);
  }

  return {
    name: NAME,
    start: ({ purpose, redirectUri, state, verifier }) =>
      answered(NAME, async () => {
        const client = await library();
        const challenge = await client.calculatePKCECodeChallenge(verifier);
        const pkce = { code_challenge: challenge, code_challenge_method: 'S256' };
        return client.buildAuthorizationUrl(await configured(), { redirect_uri: redirectUri, scope: SCOPES[purpose], state, ...pkce }).href;
      }),

    finish: ({ purpose, redirectUri, state, verifier }, query) =>
      answered(NAME, async () => {
        const client = await library();
        const checks = { pkceCodeVerifier: verifier, expectedState: state };
        const tokens = tokensIn(await client.authorizationCodeGrant(await configured(), new URL(redirectUri + query), checks));
        return { tokens, person: await personOf(tokens, purpose === 'signin') };
      }),

    refresh: (token) => answered(NAME, async () => tokensIn(await (await library()).refreshTokenGrant(await configured(), token))),
    revoke: ({ access }) => end('grant', access),
    discard: ({ access }) => end('token', access),
  };
}
