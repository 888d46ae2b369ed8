import { endSession } from '../../../app/account/sessions.ts';
import { meAnswer, passwordBody, sessionAnswer, signedIn, signoutBody, type User, userAnswer } from '../../../contracts/auth.ts';
import type { StoredSession } from '../../../ports/sessions.ts';
import { presentUser } from '../../../presenters/user.ts';
import { account } from '../../../projections/account/accounts.ts';
import { type Deps, waitForReadModels } from '../../deps.ts';
import { COOKIE_ONLY, SIGNED_IN, unauthenticated } from '../../kernel/admission.ts';
import { jsonBody, optionalJsonBody } from '../../kernel/bodies.ts';
import type { Principal } from '../../kernel/principal.ts';
import { type Fields, refusalOf } from '../../kernel/problems.ts';
import { type AnyRoute, json, noContent, route, tagged } from '../../kernel/route.ts';
import { tenWrong } from '../../kernel/wrong-tries.ts';
import { enter } from './enter.ts';
import { freshSignInOf, refuseStaleSession } from './fresh-session.ts';

/** Calls of people who are signed in, and calls that tell whether one is. */
export function sessionRoutes(deps: Deps): readonly AnyRoute[] {
  const { app, accounts, sessions, wrongTries } = deps;
  const tag = 'Auth';

  async function userOf(principal: Principal | null): Promise<User | null> {
    const found = principal && (await account(app.views, principal.owner));
    return found && presentUser(app.opener, found.id, found.doc);
  }

  const limitedTry = <T>(userId: string, work: () => Promise<T>): Promise<T> =>
    wrongTries.guard([tenWrong(`password ${userId}`)], 'validation_failed', work, 'current_password');

  return [
    route({
      method: 'POST',
      path: '/api/auth/password',
      audit: 'password',
      secrets: ['session'],
      tag,
      summary: 'Change the password; every other session ends, and this one is replaced',
      description: 'Who has no password gives none, and has to have come back from the provider within the last 10 minutes.',
      access: 'user',
      means: COOKIE_ONLY,
      body: jsonBody(passwordBody),
      async faults({ principal: { owner } }, input): Promise<Fields> {
        const isMissing = input.current_password === undefined && (await app.credentials.password(owner)) !== null;
        return isMissing ? { current_password: ['Password is required.'] } : {};
      },
      /** The current password is checked along with other faults. This counts as a try, so that nobody can guess without limit. */
      async dryRun({ principal: { owner } }, { current_password: current, new_password: next }) {
        const given = { ...(typeof current === 'string' && { current }), ...(typeof next === 'string' && { next }) };
        return faultsOf(limitedTry(owner, () => accounts.checkPasswords(owner, given)));
      },
      replies: { 200: { description: 'Changed', schema: signedIn } },
      refusals: ['fresh_sign_in_needed'],
      async handle(call) {
        const { body, principal, correlationId } = call;
        await refuseStaleSession(app, principal);
        const change = () => accounts.changePassword(principal.owner, body.current_password, body.new_password, correlationId);
        return enter(deps, call, await limitedTry(principal.owner, change));
      },
    }),
    route({
      method: 'POST',
      path: '/api/auth/signout',
      audit: 'signout',
      tag,
      summary: 'Sign out, here or everywhere',
      access: 'user',
      body: optionalJsonBody(signoutBody),
      replies: { 204: { description: 'Signed out' } },
      async handle({ body, principal: { owner, session }, correlationId }) {
        const here = await endSession(app, session as StoredSession, correlationId);
        const all = body.everywhere ? await accounts.signOutEverywhere(owner, correlationId) : null;
        await waitForReadModels(deps, all ?? here);
        return noContent({ 'Set-Cookie': sessions.noCookie });
      },
    }),
    route({
      method: 'GET',
      path: '/api/auth/session',
      tag,
      summary: 'The session and its user; both null when nobody is signed in',
      description: 'Asked with a token, the session is null: a token gets no token.',
      access: 'anyone',
      means: SIGNED_IN,
      replies: { 200: { description: 'The session', schema: sessionAnswer } },
      async handle({ principal }) {
        const user = await userOf(principal);
        const session = principal?.means === 'session' ? principal.session : null;
        return json(200, { user, session: user && session && sessions.access(session) });
      },
    }),
    route({
      method: 'GET',
      path: '/api/auth/me',
      tag,
      summary: 'Who is signed in, or null',
      access: 'anyone',
      means: SIGNED_IN,
      replies: { 200: { description: 'The user or null', schema: meAnswer, etag: true } },
      handle: async ({ principal }) => tagged({ user: await userOf(principal) }),
    }),
    route({
      method: 'GET',
      path: '/api/auth/user',
      tag,
      summary: 'Who is signed in',
      access: 'user',
      replies: { 200: { description: 'The user', schema: userAnswer, etag: true } },
      async handle({ principal }) {
        const user = await userOf(principal);
        if (user === null) throw unauthenticated();
        const fresh = await freshSignInOf(app, principal.session as StoredSession);
        return tagged({ user: { ...user, has_password: fresh === null, fresh_sign_in: fresh } });
      },
    }),
  ];
}

/** The faults by field that a check finds; none after too many tries. */
async function faultsOf(check: Promise<unknown>): Promise<Fields> {
  try {
    await check;
    return {};
  } catch (error) {
    const refusal = refusalOf(error);
    if (refusal === null || refusal.status >= 500) throw error;
    return refusal.fields ?? {};
  }
}
