import { z } from 'zod';
import { serviceAddress } from './config-address.ts';

/** The program as an application that is registered at a provider. */
interface OAuthClient {
  readonly id: string;
  readonly secret: string;
}

/** Null: connecting and signing in with it go to the consent server of the program's own in development, and are switched off in production. */
export interface OAuthConfig {
  /** `url`: the issuer, without a trailing slash. */
  readonly google: (OAuthClient & { readonly url: string }) | null;
  readonly github: (OAuthClient & { readonly url: string; readonly apiUrl: string }) | null;
}

const clientId = z.string().regex(/^[\x21-\x7e]{1,500}$/, { error: 'is the id under which the program is registered there.' });
const clientSecret = z.string().regex(/^[\x21-\x7e]{1,500}$/, { error: 'is the secret of the registered program.' });
const address = (usual: string) => serviceAddress(usual).default(usual);

/** The variables about Google and GitHub, for the schema of the environment. */
export const OAUTH_VARIABLES = {
  GOOGLE_CLIENT_ID: clientId.optional(),
  GOOGLE_CLIENT_SECRET: clientSecret.optional(),
  GOOGLE_URL: address('https://accounts.google.com'),
  GITHUB_CLIENT_ID: clientId.optional(),
  GITHUB_CLIENT_SECRET: clientSecret.optional(),
  GITHUB_URL: address('https://github.com'),
  GITHUB_API_URL: address('https://api.github.com'),
};

type OAuthEnvironment = z.output<z.ZodObject<typeof OAUTH_VARIABLES>>;

export function toOAuth(env: OAuthEnvironment): OAuthConfig {
  const google = clientOf(env.GOOGLE_CLIENT_ID, env.GOOGLE_CLIENT_SECRET);
  const github = clientOf(env.GITHUB_CLIENT_ID, env.GITHUB_CLIENT_SECRET);
  return {
    google: google && { ...google, url: env.GOOGLE_URL },
    github: github && { ...github, url: env.GITHUB_URL, apiUrl: env.GITHUB_API_URL },
  };
}

const clientOf = (id: string | undefined, secret: string | undefined): OAuthClient | null =>
  id === undefined || secret === undefined ? null : { id, secret };
