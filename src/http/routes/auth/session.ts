import { endSession } from '../../../app/sessions.ts';
import type { StoredSession } from '../../../domain/kernel/vault.ts';
import { account } from '../../../projections/accounts.ts';
import { meAnswer, passwordBody, sessionAnswer, signedIn, signoutBody, type User, userAnswer } from '../../contracts/auth.ts';
import { type Deps, seen } from '../../deps.ts';
import { type Fields, notFound, Refusal, refusalOf } from '../../kernel/problems.ts';
import { type AnyRoute, json, noContent, route, tagged } from '../../kernel/route.ts';
import { presentUser } from './present.ts';
import { signedInAnswer } from './signup.ts';

/** Calls of whoever is signed in, or may be. */
export function sessionRoutes(deps: Deps): readonly AnyRoute[] {
  const { app, accounts, sessions, wrongTries } = deps;
  const tag = 'Auth';

  async function userOf(userId: string): Promise<User | null> {
    const found = userId === '' ? null : await account(app.views, userId);
    return found && presentUser(app.opener, userId, found.doc);
  }

  const tried = <T>(userId: string, work: () => Promise<T>): Promise<T> =>
    wrongTries.guard(`password ${userId}`, 'validation_failed', work, 'current_password');

  return [
    route({
      method: 'POST',
      path: '/api/auth/password',
      tag,
      summary: 'Change the password; every other session ends',
      access: 'user',
      body: passwordBody,
      /** Beside other faults the current one is a try as well: what is wrong with it is told, but not without end. */
      async rehearse({ userId }, { current_password: current, new_password: next }) {
        const given = { ...(typeof current === 'string' && { current }), ...(typeof next === 'string' && { next }) };
        return faultsOf(tried(userId, () => accounts.checkPasswords(userId, given)));
      },
      replies: { 200: { description: 'Changed', schema: signedIn } },
      async handle({ body, userId, session, correlationId }) {
        const kept = session as StoredSession;
        const change = () => accounts.changePassword(userId, body.current_password, body.new_password, kept.id, correlationId);
        await seen(deps, await tried(userId, change));
        const state = await accounts.load(userId);
        if (state.status === 'none') throw notFound();
        return signedInAnswer(deps, { userId, account: state, session: kept });
      },
    }),
    route({
      method: 'POST',
      path: '/api/auth/signout',
      tag,
      summary: 'Sign out, here or everywhere',
      access: 'user',
      body: signoutBody,
      bodyOptional: true,
      replies: { 204: { description: 'Signed out' } },
      async handle({ body, userId, session, correlationId }) {
        const here = await endSession(app, session as StoredSession, correlationId);
        const all = body.everywhere ? await accounts.signOutEverywhere(userId, correlationId) : null;
        await seen(deps, all ?? here);
        return noContent({ 'Set-Cookie': sessions.noCookie });
      },
    }),
    route({
      method: 'GET',
      path: '/api/auth/session',
      tag,
      summary: 'The session and its user; both null when nobody is signed in',
      access: 'anyone',
      replies: { 200: { description: 'The session', schema: sessionAnswer } },
      async handle({ userId, session }) {
        const user = await userOf(userId);
        return json(200, { user, session: user && session && sessions.access(session) });
      },
    }),
    route({
      method: 'GET',
      path: '/api/auth/me',
      tag,
      summary: 'Who is signed in, or null',
      access: 'anyone',
      replies: { 200: { description: 'The user or null', schema: meAnswer, etag: true } },
      handle: async ({ userId }) => tagged({ user: await userOf(userId) }),
    }),
    route({
      method: 'GET',
      path: '/api/auth/user',
      tag,
      summary: 'Who is signed in',
      access: 'user',
      replies: { 200: { description: 'The user', schema: userAnswer, etag: true } },
      async handle({ userId }) {
        const user = await userOf(userId);
        if (user === null) throw new Refusal(401, 'unauthenticated', 'Sign in first.');
        return tagged({ user });
      },
    }),
  ];
}

/** The faults by field that a check ends with; too many tries say nothing of any. */
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
