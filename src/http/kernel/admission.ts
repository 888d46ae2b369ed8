import type { Entitlement, Means, Scope } from '../../contracts/access.ts';
import type { Principal } from './principal.ts';
import { Refusal } from './problems.ts';

/** What a call asks of whoever asks: declared with its route, read here and by the OpenAPI document. */
export interface Admission {
  /** `user`: 401 for whoever has shown nothing. */
  readonly access: 'anyone' | 'user';
  /** Where it is not what `meansOf` gives: the only means that are accepted. */
  readonly means?: readonly Means[];
  /** All of them are needed. None: no personal token reaches the call. */
  readonly scopes?: readonly Scope[];
  /** The plan of the owner must hold this. It is asked for last, since 404 and 412 are refused before it. */
  readonly entitlement?: Entitlement | null;
}

/** A person who is signed in, by either of their means. */
export const SIGNED_IN: readonly Means[] = ['session', 'access_token'];
/** What must not be done with a token that was left somewhere. */
export const COOKIE_ONLY: readonly Means[] = ['session'];

/** The means that a call accepts. A personal token reaches nothing that does not name a scope for it. */
export const meansOf = ({ means, scopes = [] }: Omit<Admission, 'access'>): readonly Means[] =>
  means ?? (scopes.length > 0 ? [...SIGNED_IN, 'personal_token'] : SIGNED_IN);

/** Whether who asks makes a difference to the call. */
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

/** @throws Refusal 401 `unauthenticated`, 403 `cookie_needed`, 403 `scope_required` */
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

/** What the plan of an owner holds. @throws StoreUnavailable */
export interface Entitlements {
  has(owner: string, entitlement: Entitlement): Promise<boolean>;
}

/** There is no plan but Free, and it holds nothing that others do not. */
export const FREE_FOR_ALL: Entitlements = { has: async () => false };

/** @throws Refusal 403 `premium_required` */
export async function admitToPlan(entitlements: Entitlements, principal: Principal | null, { entitlement }: Admission): Promise<void> {
  if (!entitlement) return;
  if (principal === null) throw unauthenticated();
  if (!(await entitlements.has(principal.owner, entitlement))) throw new Refusal(403, 'premium_required', 'This is part of the plan Pro.');
}
