import { endSession } from '../../../app/account/sessions.ts';
import type { User } from '../../../contracts/account.ts';
import * as calls from '../../../contracts/calls/account.ts';
import type { StoredSession } from '../../../ports/sessions.ts';
import { presentUser } from '../../../presenters/user.ts';
import { account } from '../../../projections/account/accounts.ts';
import { type Deps, waitForReadModels } from '../../deps.ts';
import { unauthenticated } from '../../kernel/admission.ts';
import type { Principal } from '../../kernel/principal.ts';
import { type Fields, refusalOf } from '../../kernel/problems.ts';
import { json, noContent, type Route, route, tagged } from '../../kernel/route.ts';
import { tenWrong } from '../../kernel/wrong-tries.ts';
import { enter } from './enter.ts';
import { freshSignInOf, refuseStaleSession } from './fresh-session.ts';

/** Calls of people who are signed in, and calls that tell whether one is. */
export function sessionRoutes(deps: Deps): readonly Route[] {
  const { app, accounts, sessions, wrongTries } = deps;

  async function userOf(principal: Principal | null): Promise<User | null> {
    const found = principal && (await account(app.views, principal.owner));
    return found && presentUser(app.opener, found.id, found.doc);
  }

  const limitedTry = <T>(userId: string, work: () => Promise<T>): Promise<T> =>
    wrongTries.guard([tenWrong(`password ${userId}`)], 'validation_failed', work, 'current_password');

  return [
    route(calls.changePassword, {
      async faults({ principal: { owner } }, input): Promise<Fields> {
        const isMissing = input.current_password === undefined && (await app.credentials.password(owner)) !== null;
        return isMissing ? { current_password: ['Password is required.'] } : {};
      },
      /** The current password is checked along with other faults. This counts as a try, so that nobody can guess without limit. */
      async dryRun({ principal: { owner } }, { current_password: current, new_password: next }) {
        const given = { ...(typeof current === 'string' && { current }), ...(typeof next === 'string' && { next }) };
        return faultsOf(limitedTry(owner, () => accounts.checkPasswords(owner, given)));
      },
      async handle(call) {
        const { body, principal, correlationId } = call;
        await refuseStaleSession(app, principal);
        const change = () => accounts.changePassword(principal.owner, body.current_password, body.new_password, correlationId);
        return enter(deps, call, await limitedTry(principal.owner, change));
      },
    }),
    route(calls.signOut, {
      async handle({ body, principal: { owner, session }, correlationId }) {
        const here = await endSession(app, session as StoredSession, correlationId);
        const all = body.everywhere ? await accounts.signOutEverywhere(owner, correlationId) : null;
        await waitForReadModels(deps, all ?? here);
        return noContent({ 'Set-Cookie': sessions.noCookie });
      },
    }),
    route(calls.readSession, {
      async handle({ principal }) {
        const user = await userOf(principal);
        const session = principal?.means === 'session' ? principal.session : null;
        return json(200, { user, session: user && session && sessions.access(session) });
      },
    }),
    route(calls.readMe, {
      handle: async ({ principal }) => tagged({ user: await userOf(principal) }),
    }),
    route(calls.readOwnUser, {
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
