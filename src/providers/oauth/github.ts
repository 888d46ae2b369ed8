import type { Configuration, CustomFetch } from 'openid-client';
import { z } from 'zod';
import { type OAuthPerson, type OAuthProvider, type OAuthTokens, ProviderRefused, ProviderUnavailable } from '../../ports/oauth.ts';
import { answered, library, TIMEOUT_MS, tokensIn } from './answers.ts';

export interface GitHubOptions {
  readonly id: string;
  readonly secret: string;
  /** Without a trailing slash, like `apiUrl`. They are functions, because the program's own address is known late. */
  readonly url: () => string;
  readonly apiUrl: () => string;
  readonly timeoutMs?: number;
}

const NAME = 'GitHub';
/** The least that each purpose needs: public commits need no scope of their own. */
const SCOPES = { connect: 'read:user', signin: 'read:user user:email' } as const;
const HEADERS = { Accept: 'application/vnd.github+json', 'X-GitHub-Api-Version': '2022-11-28', 'User-Agent': 'Vouch' } as const;

/**
 * GitHub answers 200 when it refuses a code, and names the error in the body. This makes it a 400, as with other
 * providers.
 */
const githubFetch: CustomFetch = async (url, options) => {
  // The tests of screens read these types too, and with them the browser's, which know no such body.
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
    if (typeof body !== 'object' || body === null || !('error' in body) || typeof body.error !== 'string') return null;
    return { ...body, error: body.error };
  } catch {
    return null;
  }
}

const account = z.object({ id: z.int(), name: z.string().nullish() });
const addressesOf = z.array(z.object({ email: z.string(), primary: z.boolean().catch(false), verified: z.boolean().catch(false) }));

interface ApiRequest extends RequestInit {
  readonly headers: Readonly<Record<string, string>>;
}

/** GitHub's OAuth, and its API for the identity of the person. */
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

  /** @throws ProviderUnavailable if nobody answers */
  async function api(path: string, init: ApiRequest): Promise<Response> {
    const headers = { ...HEADERS, ...init.headers };
    try {
      return await fetch(apiUrl() + path, { ...init, headers, redirect: 'error', signal: AbortSignal.timeout(timeoutMs) });
    } catch {
      throw new ProviderUnavailable(`${NAME} does not answer.`);
    }
  }

  async function read<T>(path: string, schema: z.ZodType<T>, { access }: OAuthTokens): Promise<T> {
    const response = await api(path, { headers: { Authorization: `Bearer ${access}` } });
    if (response.status === 401) throw new ProviderRefused('invalid_token', `${NAME} refused the token that it had given.`);
    if (!response.ok) throw new ProviderUnavailable(`${NAME} answered ${response.status}.`);
    const answer = schema.safeParse(await response.json());
    if (!answer.success) throw new ProviderRefused('invalid_response', `${NAME} does not say who this is.`);
    return answer.data;
  }

  async function personOf(tokens: OAuthTokens, withAddress: boolean): Promise<OAuthPerson> {
    const { id: number, name } = await read('/user', account, tokens);
    const addresses = withAddress ? await read('/user/emails', addressesOf, tokens) : [];
    const primary = addresses.find((one) => one.primary);
    return {
      id: String(number),
      name: name ?? '',
      email: primary ? { address: primary.email, verified: primary.verified } : null,
    };
  }

  /** Ends a token, or all that the person allowed (`grant`). */
  async function end(what: 'token' | 'grant', access: string): Promise<void> {
    const Authorization = `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`;
    const body = JSON.stringify({ access_token: access });
    const headers = { Authorization, 'Content-Type': 'application/json' };
    const response = await api(`/applications/${encodeURIComponent(id)}/${what}`, { method: 'DELETE', headers, body });
    // 404 and 422 mean that the token does not exist any more.
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
