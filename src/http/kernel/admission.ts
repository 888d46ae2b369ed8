import { type Entitlement, type Means, type Scope, SIGNED_IN } from '../../contracts/access.ts';
import type { Admission } from '../../contracts/call.ts';
import type { OwnersPlan, Plans } from '../../ports/plans.ts';
import type { Principal } from './principal.ts';
import { Refusal } from './problems.ts';

/** The means that a call accepts. Personal tokens are accepted only where the call names a scope. */
export const meansOf = ({ means, scopes = [] }: Omit<Admission, 'access'>): readonly Means[] =>
  means ?? (scopes.length > 0 ? [...SIGNED_IN, 'personal_token'] : SIGNED_IN);

/** Whether it matters to the call who the caller is. */
export const asksWho = ({ access, means, scopes = [] }: Admission): boolean =>
  access === 'user' || means !== undefined || scopes.length > 0;

export const unauthenticated = (): Refusal =>
  new Refusal(401, 'unauthenticated', 'Sign in first.', { headers: { 'WWW-Authenticate': 'Bearer' } });

const scopeRequired = (message: string, scopes: readonly Scope[]): Refusal =>
  new Refusal(403, 'scope_required', message, {
    headers: { 'WWW-Authenticate': `Bearer error="insufficient_scope"${scopes.length > 0 ? `, scope="${scopes.join(' ')}"` : ''}` },
  });

const WRONG_MEANS: Readonly<Record<Means, () => Refusal>> = {
  session: unauthenticated,
  partner_link: unauthenticated,
  access_token: () => new Refusal(403, 'cookie_needed', 'This takes the session of your browser, not a token.'),
  personal_token: () => scopeRequired('No personal token reaches this call.', []),
};

/** Checks access, means and scopes. @throws Refusal 401 `unauthenticated`, 403 `cookie_needed`, 403 `scope_required` */
export function admit(principal: Principal | null, admission: Admission): void {
  if (principal === null) {
    if (admission.access === 'user') throw unauthenticated();
    return;
  }
  if (!asksWho(admission)) return;
  if (!meansOf(admission).includes(principal.means)) throw WRONG_MEANS[principal.means]();
  const { scopes = [] } = admission;
  const missing = scopes.filter((scope) => !principal.scopes.includes(scope));
  if (missing.length > 0) throw scopeRequired(`This token lacks ${missing.join(', ')}.`, scopes);
}

/** Which plans include what a call may need. */
const INCLUDED: Readonly<Record<Entitlement, (plan: OwnersPlan) => boolean>> = { pro: ({ premium }) => premium };

/** Checks the plan that the owner has now. @throws Refusal 403 `premium_required`, StoreUnavailable */
export async function admitToPlan(plans: Plans, principal: Principal | null, { entitlement }: Admission): Promise<void> {
  if (!entitlement) return;
  if (principal === null) throw unauthenticated();
  if (!INCLUDED[entitlement](await plans.of(principal.owner))) throw new Refusal(403, 'premium_required', 'This is part of the plan Pro.');
}
