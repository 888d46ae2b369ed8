import type { TokenEndpointResponse } from 'openid-client';
import { type OAuthTokens, ProviderRefused, ProviderUnavailable } from '../../ports/oauth.ts';

/** The library takes 8 MB and most people never connect anything, so it is loaded when it is needed. */
export const library = () => import('openid-client');

/** How long one request may take, in milliseconds of real time. */
export const TIMEOUT_MS = 8_000;

/**
 * The library's codes for a missing or invalid answer: nobody answered in time, or something other than the provider
 * did.
 */
const NO_ANSWER: ReadonlySet<string> = new Set([
  'OAUTH_TIMEOUT',
  'OAUTH_ABORT',
  'OAUTH_PARSE_ERROR',
  'OAUTH_RESPONSE_IS_NOT_JSON',
  'OAUTH_RESPONSE_IS_NOT_CONFORM',
]);
const TOO_MANY_REQUESTS = 429;

/** Runs a call of the library, and tells its errors apart. `name`: the provider's. @throws ProviderRefused, ProviderUnavailable */
export async function answered<T>(name: string, call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    throw await errorOf(name, error);
  }
}

async function errorOf(name: string, error: unknown): Promise<Error> {
  const { AuthorizationResponseError, ClientError, ResponseBodyError } = await library();
  if (error instanceof ProviderRefused || error instanceof ProviderUnavailable) return error;
  if (error instanceof ResponseBodyError || error instanceof AuthorizationResponseError) {
    const status = 'status' in error ? error.status : 400;
    if (status < 500 && status !== TOO_MANY_REQUESTS)
      return new ProviderRefused(error.error, error.error_description ?? `${name} refused: ${error.error}.`);
  } else if (error instanceof ClientError && !NO_ANSWER.has(error.code ?? '')) {
    return new ProviderRefused('invalid_response', `${name} answered in a way that cannot be trusted.`);
  }
  // The library's own text may contain an address with a code in it.
  return new ProviderUnavailable(`${name} does not answer.`);
}

/** GitHub separates scopes by commas, all others by blanks. */
const scopesIn = (scope: string | undefined): readonly string[] => (scope ?? '').split(/[\s,]+/).filter((one) => one !== '');

export const tokensIn = ({ access_token, refresh_token, expires_in, scope }: TokenEndpointResponse): OAuthTokens => ({
  access: access_token,
  refresh: refresh_token ?? null,
  expiresIn: expires_in ?? null,
  scopes: scopesIn(scope),
});
