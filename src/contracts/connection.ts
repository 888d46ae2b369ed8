import { z } from 'zod';
import { instant, zone } from './time.ts';

/** The services that an owner can connect, and with which people can sign in. */
export const PLATFORMS = ['google', 'github'] as const;
export const platform = z.enum(PLATFORMS);
export type Platform = z.infer<typeof platform>;

export const connection = z.object({
  platform,
  connected: z.boolean(),
  userIdOnPlatform: z
    .string()
    .nullable()
    .meta({ description: 'The `sub` of Google, or the numeric id of GitHub as text. Null while it is not connected.' }),
  scopes: z.array(z.string()).meta({ description: 'What the provider allowed, in its own names.' }),
  connected_at: instant.nullable(),
  problem: z.string().nullable().meta({ description: 'A sentence for people where the provider ended the connection.' }),
});
export type Connection = z.infer<typeof connection>;

/** Every platform, or only the one that `platform` names, whether it is connected or not. */
export const connections = z.array(connection);

export const connectionState = z.object({
  state: z.string().meta({ description: 'For one use within 10 minutes, in the session that asked for it.' }),
});

export const connectionsQuery = z.strictObject({ platform: platform.optional() });

/** Actions for which a person without a password has to return from the provider first. */
export const FRESH_RETURNS = ['deletion', 'password'] as const;
export type FreshReturn = (typeof FRESH_RETURNS)[number];

export const providerSignInQuery = z.strictObject({
  timezone: zone.optional().meta({ description: 'The zone of an account that is made; UTC if nothing is said.' }),
  for: z.enum(FRESH_RETURNS).optional().meta({
    description:
      'For whoever is signed in without a password: the way back leads to where the account is deleted, or its first password set. Somebody else than the owner of the account is refused.',
  }),
});

/** The values are not validated, because every answer, even an invalid one, must redirect the browser. */
export const callbackQuery = z.looseObject({ code: z.unknown(), state: z.unknown(), error: z.unknown() }).partial();

/**
 * The codes at the end of a failed return from a provider: `/oauth/redirect?platform=&status=error&code=`.
 * `access_denied`: the person refused; `state_invalid`: the state is unknown, was used, is older than 10 minutes or
 * belongs to another session; `unauthenticated`: nobody is signed in; `scope_missing`: the person did not allow
 * everything that is needed; `unavailable`: the provider does not answer; `not_set_up`: the operator has not configured
 * the provider; `refused`: the provider refused.
 */
export type RedirectCode =
  | 'access_denied'
  | 'state_invalid'
  | 'unauthenticated'
  | 'scope_missing'
  | 'unavailable'
  | 'not_set_up'
  | 'refused';
