import { CONSENT_SERVER, clientId, clientSecret, type OAuthClient, toClient, UNENCRYPTED_TOKENS } from './oauth.ts';
import { type Section, serviceAddress, type ValuesOf } from './variable.ts';

export interface GoogleConfig {
  /**
   * `url`: the issuer, without a trailing slash. Null: in development, connecting and signing in with Google use the
   * program's own consent server; in production they are switched off.
   */
  readonly oauth: (OAuthClient & { readonly url: string }) | null;
  /** The address of Gmail's API, without a trailing slash. */
  readonly gmailUrl: string;
}

const ISSUER = 'https://accounts.google.com';
const GMAIL = 'https://gmail.googleapis.com';

export const GOOGLE = {
  service: {
    name: 'google',
    title: 'Google',
    standIn: CONSENT_SERVER,
    needed: ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'],
    otherwise: 'nobody can connect Gmail or sign in with Google',
  },
  variables: {
    GOOGLE_CLIENT_ID: {
      schema: clientId,
      description: 'id of the program as it is registered at Google, to connect Gmail and to sign in',
    },
    GOOGLE_CLIENT_SECRET: { schema: clientSecret, description: 'its secret there', secret: true },
    GOOGLE_URL: {
      schema: serviceAddress(ISSUER).default(ISSUER),
      description: 'the issuer; its endpoints are found by discovery',
      production: { unencrypted: UNENCRYPTED_TOKENS },
    },
    GMAIL_URL: {
      schema: serviceAddress(GMAIL).default(GMAIL),
      description: "address of Gmail's API, through which people who connected Google send their emails",
      production: { unencrypted: UNENCRYPTED_TOKENS },
    },
  },
} satisfies Section;

export function toGoogle(env: ValuesOf<typeof GOOGLE.variables>): GoogleConfig {
  const client = toClient(env.GOOGLE_CLIENT_ID, env.GOOGLE_CLIENT_SECRET);
  return { oauth: client && { ...client, url: env.GOOGLE_URL }, gmailUrl: env.GMAIL_URL };
}
