import type { Configuration } from 'openid-client';
import { type OAuthProvider, ProviderRefused } from '../../ports/oauth.ts';
import { answered, library, TIMEOUT_MS, tokensIn } from './answers.ts';

export interface GoogleOptions {
  readonly id: string;
  readonly secret: string;
  /** The issuer, without a trailing slash. It is a function, because the program's own address is known late. */
  readonly url: () => string;
  readonly timeoutMs?: number;
}

const NAME = 'Google';
const GMAIL_SEND = 'https://www.googleapis.com/auth/gmail.send';
/** The least that each purpose needs. */
const SCOPES = { connect: `openid email ${GMAIL_SEND}`, signin: 'openid email' } as const;

/** Google by OpenID Connect: endpoints and keys are found by discovery. */
export function googleOAuth({ id, secret, url, timeoutMs = TIMEOUT_MS }: GoogleOptions): OAuthProvider {
  let found: { readonly issuer: string; readonly config: Promise<Configuration> } | null = null;

  async function discover(issuer: string): Promise<Configuration> {
    const client = await library();
    const insecure = issuer.startsWith('http:') ? [client.allowInsecureRequests] : [];
    return client.discovery(new URL(issuer), id, undefined, client.ClientSecretPost(secret), {
      execute: [...insecure, client.enableNonRepudiationChecks],
      timeout: timeoutMs / 1_000,
    });
  }

  /** The discovered configuration is cached, but failures are not. */
  async function configured(): Promise<Configuration> {
    const issuer = url();
    if (found?.issuer !== issuer) found = { issuer, config: discover(issuer) };
    const { config } = found;
    try {
      return await config;
    } catch (error) {
      if (found?.config === config) found = null;
      throw error;
    }
  }

  return {
    name: NAME,
    start: ({ purpose, redirectUri, state, verifier, nonce }) =>
      answered(NAME, async () => {
        const client = await library();
        const parameters = {
          redirect_uri: redirectUri,
          scope: SCOPES[purpose],
          state,
          nonce,
          code_challenge: await client.calculatePKCECodeChallenge(verifier),
          code_challenge_method: 'S256',
          // Google gives a refresh token only if it asks the person again.
          ...(purpose === 'connect' && { access_type: 'offline', prompt: 'consent' }),
        };
        return client.buildAuthorizationUrl(await configured(), parameters).href;
      }),

    finish: ({ purpose, redirectUri, state, verifier, nonce }, query) =>
      answered(NAME, async () => {
        const client = await library();
        const given = await client.authorizationCodeGrant(await configured(), new URL(redirectUri + query), {
          pkceCodeVerifier: verifier,
          expectedState: state,
          expectedNonce: nonce,
          idTokenExpected: true,
        });
        const tokens = tokensIn(given);
        if (purpose === 'connect' && !tokens.scopes.includes(GMAIL_SEND))
          throw new ProviderRefused('scope_missing', 'Google did not allow sending emails.');
        const claims = given.claims();
        if (claims === undefined) throw new ProviderRefused('invalid_response', 'Google does not say who this is.');
        const { sub, name, email, email_verified: verified } = claims;
        const address = typeof email === 'string' ? { address: email, verified: verified === true } : null;
        return { tokens, person: { id: sub, name: typeof name === 'string' ? name : '', email: address } };
      }),

    refresh: (token) => answered(NAME, async () => tokensIn(await (await library()).refreshTokenGrant(await configured(), token))),

    async revoke({ access, refresh }) {
      try {
        await answered(NAME, async () => (await library()).tokenRevocation(await configured(), refresh ?? access));
      } catch (error) {
        // The token was already revoked.
        if (!(error instanceof ProviderRefused)) throw error;
      }
    },

    // Revoking it would also end the person's connection. It expires by itself within the hour.
    discard: async () => undefined,
  };
}
