import type { Means } from '../contracts/access.ts';
import type { Admission } from '../contracts/call.ts';
import type { RefusalCode } from '../contracts/refusals.ts';
import { asksWho, meansOf } from './kernel/admission.ts';
import { hostCookieName } from './kernel/cookies.ts';
import { SESSION_COOKIE } from './kernel/session.ts';

/** The means that lead to calls of the API. A partner's link leads to pages only. */
export const OFFERED: readonly Means[] = ['session', 'access_token', 'personal_token'];

/** Names of the security schemes of the OpenAPI document. */
const SCHEME = { session: 'session', access_token: 'bearer', personal_token: 'personal_token', partner_link: 'partner_link' } as const;

const PERSONAL = {
  personal_token: { type: 'http', scheme: 'bearer', description: 'A token for a program; each call names the scopes that it needs.' },
} as const;

/** The security schemes of the OpenAPI document. `secure`: the cookie has the prefix `__Host-`. */
export function securitySchemes(secure: boolean, offered: readonly Means[]) {
  return {
    session: {
      type: 'apiKey',
      in: 'cookie',
      name: hostCookieName(SESSION_COOKIE, secure),
      description: 'The session of a browser.',
    },
    bearer: { type: 'http', scheme: 'bearer', description: 'The `access_token` that GET /api/auth/session gives to a browser.' },
    ...(offered.includes('personal_token') ? PERSONAL : {}),
  } as const;
}

/** The security requirements of a call. Any one of them is enough; `{}` means that nothing is needed. */
export function securityOf(admission: Admission, offered: readonly Means[]): Record<string, string[]>[] {
  const open = admission.access === 'anyone' ? [{}] : [];
  if (!asksWho(admission)) return open;
  const accepted = meansOf(admission).filter((means) => offered.includes(means));
  return [...open, ...accepted.map((means) => ({ [SCHEME[means]]: means === 'personal_token' ? [...(admission.scopes ?? [])] : [] }))];
}

/** What the call requires of the caller, as extensions of the OpenAPI document. */
export const admissionExtensions = (admission: Admission): Record<`x-${string}`, unknown> => ({
  ...(asksWho(admission) && { 'x-means': meansOf(admission), 'x-scopes': admission.scopes ?? [] }),
  ...(admission.entitlement && { 'x-entitlement': admission.entitlement }),
});

/** The same in sentences; empty if the call has no special requirement. */
export function admissionWords(admission: Admission): string {
  const { scopes = [], entitlement } = admission;
  const means = meansOf(admission);
  return [
    ...(asksWho(admission) && !means.includes('access_token') ? ['Only with the session of a browser, not with a token.'] : []),
    ...(scopes.length > 0 ? [`Scope: ${scopes.map((scope) => `\`${scope}\``).join(', ')}.`] : []),
    ...(entitlement ? [`Part of the plan ${entitlement === 'pro' ? 'Pro' : entitlement}.`] : []),
  ].join(' ');
}

/** The codes with which a call is refused by its admission. */
export function admissionRefusals(admission: Admission, offered: readonly Means[]): readonly RefusalCode[] {
  const asks = asksWho(admission);
  const codes: readonly (readonly RefusalCode[])[] = [
    admission.access === 'user' ? ['unauthenticated'] : [],
    asks && !meansOf(admission).includes('access_token') ? ['cookie_needed'] : [],
    asks && offered.includes('personal_token') ? ['scope_required'] : [],
    admission.entitlement ? ['premium_required'] : [],
  ];
  return codes.flat();
}
