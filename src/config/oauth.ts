import { z } from 'zod';

/** The program's registration at a provider. */
export interface OAuthClient {
  readonly id: string;
  readonly secret: string;
}

/** What replaces the providers in development. */
export const CONSENT_SERVER = 'the consent server under `/dev/oauth`';
export const UNENCRYPTED_TOKENS = 'begins with http: outside this machine tokens would travel unencrypted. It must be https.';

export const clientId = z
  .string()
  .regex(/^[\x21-\x7e]{1,500}$/, { error: 'is the id under which the program is registered there.' })
  .optional();
export const clientSecret = z
  .string()
  .regex(/^[\x21-\x7e]{1,500}$/, { error: 'is the secret of the registered program.' })
  .optional();

export const toClient = (id: string | undefined, secret: string | undefined): OAuthClient | null =>
  id === undefined || secret === undefined ? null : { id, secret };
