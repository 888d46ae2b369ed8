/** What a personal token can be allowed to do. Each call names the scopes that it needs. */
export const SCOPES = ['tasks:read', 'tasks:write', 'proof:write', 'reports:read', 'settings:read', 'settings:write'] as const;
export type Scope = (typeof SCOPES)[number];

/**
 * How a caller has shown who they are: the browser's cookie (`session`), a short-lived token that was given to that
 * cookie (`access_token`), a token that a person made for a program (`personal_token`), or the link in a message to
 * a partner (`partner_link`).
 */
export const MEANS = ['session', 'access_token', 'personal_token', 'partner_link'] as const;
export type Means = (typeof MEANS)[number];

/** Something that only a certain plan includes: the id of that plan. */
export const ENTITLEMENTS = ['pro'] as const;
export type Entitlement = (typeof ENTITLEMENTS)[number];

/** The means of a person who is signed in. */
export const SIGNED_IN: readonly Means[] = ['session', 'access_token'];
/** For calls that nobody may make with a token that was found somewhere. */
export const COOKIE_ONLY: readonly Means[] = ['session'];
