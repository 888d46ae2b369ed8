import { describe, expect, it, test } from 'vitest';
import { type Admission, COOKIE_ONLY, MEANS, type Means, SCOPES, type Scope } from '../../../src/contracts/call.ts';
import { admit, admitToPlan, callerOf, type Principal, partnerPrincipal, signedInPrincipal } from '../../../src/http/kernel/principal.ts';
import type { Refusal } from '../../../src/http/kernel/problems.ts';
import { createSessions } from '../../../src/http/kernel/session.ts';
import type { Plans } from '../../../src/ports/billing.ts';
import type { StoredSession } from '../../../src/ports/tokens.ts';
import { FREE, PRO } from '../../support/plans.ts';

const SESSION = { id: 's', user_id: 'ada', created_at: '2026-11-20T08:00:00.000Z', expires_at: '2026-12-20T08:00:00.000Z' };
const token = (...scopes: readonly Scope[]): Principal => ({
  owner: 'ada',
  actor: { kind: 'user', id: 'ada' },
  means: 'personal_token',
  scopes,
  session: null,
});
const PEOPLE: Readonly<Record<Means, Principal>> = {
  session: signedInPrincipal(SESSION, 'session'),
  access_token: signedInPrincipal(SESSION, 'access_token'),
  personal_token: token(...SCOPES),
  partner_link: partnerPrincipal('ada', 'bob'),
};

function refusal(who: Principal | null, admission: Admission): string {
  try {
    admit(who, admission);
    return 'admitted';
  } catch (error) {
    const { status, code } = error as Refusal;
    return `${status} ${code}`;
  }
}
const byMeans = (admission: Admission) => Object.fromEntries(MEANS.map((means) => [means, refusal(PEOPLE[means], admission)]));

describe('the admission of callers', () => {
  it('lets everybody use a call that is open to anyone, with or without credentials', () => {
    const open: Admission = { access: 'anyone' };
    expect(refusal(null, open)).toBe('admitted');
    expect(new Set(Object.values(byMeans(open)))).toEqual(new Set(['admitted']));
  });

  it('lets signed-in users and tokens with the scope use a call that names a scope', () => {
    const scoped: Admission = { access: 'user', scopes: ['tasks:write'] };
    expect(refusal(null, scoped)).toBe('401 unauthenticated');
    expect(byMeans(scoped)).toEqual({
      session: 'admitted',
      access_token: 'admitted',
      personal_token: 'admitted',
      partner_link: '401 unauthenticated',
    });
  });

  it('lets no personal token use a call that names no scope', () => {
    expect(byMeans({ access: 'user' })).toEqual({
      session: 'admitted',
      access_token: 'admitted',
      personal_token: '403 scope_required',
      partner_link: '401 unauthenticated',
    });
  });

  it('lets no token use a call that needs the cookie', () => {
    expect(byMeans({ access: 'user', means: COOKIE_ONLY })).toEqual({
      session: 'admitted',
      access_token: '403 cookie_needed',
      personal_token: '403 scope_required',
      partner_link: '401 unauthenticated',
    });
  });

  it("lets only the link of a partner open the partner's pages", () => {
    expect(byMeans({ access: 'user', means: ['partner_link'] })).toEqual({
      session: '401 unauthenticated',
      access_token: '403 cookie_needed',
      personal_token: '403 scope_required',
      partner_link: 'admitted',
    });
  });

  it('lets a token use an open call that identifies its caller only if that call allows tokens', () => {
    const open: Admission = { access: 'anyone', means: ['session', 'access_token'] };
    expect(refusal(null, open)).toBe('admitted');
    expect(byMeans(open).personal_token).toBe('403 scope_required');
  });

  it.each(SCOPES)('requires each named scope of a token: %s', (scope) => {
    const one: Admission = { access: 'user', scopes: [scope] };
    expect(refusal(token(scope), one)).toBe('admitted');
    expect(refusal(token(...SCOPES.filter((other) => other !== scope)), one)).toBe('403 scope_required');
    expect(refusal(token(scope), { access: 'user', scopes: [...SCOPES] })).toBe('403 scope_required');
  });

  it('names what is missing in the refusal, for people and for programs', () => {
    const missing = (() => {
      try {
        return admit(token('tasks:read'), { access: 'user', scopes: ['tasks:read', 'proof:write'] });
      } catch (error) {
        return error as Refusal;
      }
    })() as Refusal;
    expect(missing.message).toBe('This token lacks proof:write.');
    expect(missing.headers['WWW-Authenticate']).toBe('Bearer error="insufficient_scope", scope="tasks:read proof:write"');
  });
});

describe('a plan', () => {
  const asked: string[] = [];
  const plans: Plans = {
    of: async (owner) => {
      asked.push(owner);
      return PRO;
    },
  };
  const free: Plans = { of: async () => FREE };
  const pro: Admission = { access: 'user', entitlement: 'pro' };

  it('is required of the owner, and only by a call that names one', async () => {
    await admitToPlan(plans, PEOPLE.session, pro);
    expect(asked).toEqual(['ada']);
    await admitToPlan(plans, PEOPLE.session, { access: 'user', entitlement: null });
    expect(asked).toEqual(['ada']);
  });

  it('refuses with 403 premium_required, and with 401 without a caller', async () => {
    await expect(admitToPlan(free, PEOPLE.session, pro)).rejects.toMatchObject({ status: 403, code: 'premium_required' });
    await expect(admitToPlan(plans, null, pro)).rejects.toMatchObject({ status: 401, code: 'unauthenticated' });
  });
});

describe('a command of a principal', () => {
  it('names the owner and the actor', () => {
    expect(callerOf({ principal: PEOPLE.session, correlationId: 'c' })).toEqual({
      owner: 'ada',
      actor: { kind: 'user', id: 'ada' },
      correlationId: 'c',
      causationId: null,
    });
    expect(callerOf({ principal: PEOPLE.partner_link, correlationId: 'c' })).toMatchObject({
      owner: 'ada',
      actor: { kind: 'partner', id: 'bob' },
    });
  });
});

describe('the cookie of a session', () => {
  const session: StoredSession = {
    id: 's1',
    user_id: 'ada',
    created_at: '2026-11-20T16:00:00.000Z',
    expires_at: '2026-12-20T16:00:00.000Z',
  };
  const app = {
    hashes: { keyed: () => 'signature' },
    clock: { now: () => session.created_at },
    sessions: { session: async (id: string) => (id === session.id ? session : null) },
  } as unknown as Parameters<typeof createSessions>[0];
  const asked = (cookie: string) => ({ headers: { cookie } }) as Parameters<ReturnType<typeof createSessions>['of']>[0];

  test('has the prefix __Host- and is sent over https only if the program is behind https', async () => {
    const secure = createSessions(app, true);
    expect(secure.cookie(session)).toBe('__Host-vouch_session=s1.signature; Max-Age=2592000; Path=/; HttpOnly; SameSite=Lax; Secure');
    expect(await secure.of(asked('__Host-vouch_session=s1.signature'))).toEqual({ session, by: 'cookie' });
    expect(await secure.of(asked('vouch_session=s1.signature'))).toBeNull();
  });

  test('has neither over plain http', async () => {
    const plain = createSessions(app, false);
    expect(plain.cookie(session)).toBe('vouch_session=s1.signature; Max-Age=2592000; Path=/; HttpOnly; SameSite=Lax');
    expect(await plain.of(asked('vouch_session=s1.signature'))).toEqual({ session, by: 'cookie' });
  });
});
