import { endSession, type SignedIn, signInOf } from '../../../app/account/sessions.ts';
import type { App } from '../../../app/app.ts';
import { later } from '../../../app/delivery/account-mails.ts';
import type { OwnUser, User } from '../../../contracts/account.ts';
import * as calls from '../../../contracts/calls/account.ts';
import { LIVE_POSITION } from '../../../contracts/live.ts';
import { required } from '../../../domain/kernel/records.ts';
import type { StoredSession } from '../../../ports/tokens.ts';
import { presentUser } from '../../../presenters/account.ts';
import { account } from '../../../projections/account/accounts.ts';
import { alongWithOthers, resulting } from '../../kernel/faults.ts';
import { tenWrong } from '../../kernel/limits.ts';
import { type Principal, unauthenticated } from '../../kernel/principal.ts';
import { type Fields, Refusal, refusalOf } from '../../kernel/problems.ts';
import { type Answer, type Call, json, noContent, type Route, route, tagged } from '../../kernel/route.ts';
import { type Deps, waitForReadModels } from '../../routes.ts';

/**
 * Answers a sign-in with the session cookie. An earlier session of this browser ends, even of another user: its cookie is
 * replaced, so nobody could sign it out any more.
 */
export async function enter(
  deps: Deps,
  { context, correlationId }: Pick<Call<unknown, unknown>, 'context' | 'correlationId'>,
  { userId, account, session, position }: SignedIn,
): Promise<Answer> {
  const { app, sessions, browsers } = deps;
  const before = await sessions.inBrowser(context.req);
  const ended = before === null ? null : await endSession(app, before, correlationId, 'signin');
  await waitForReadModels(deps, ended ?? position);
  const user = await presentUser(app.opener, userId, account);
  return {
    ...json(200, { user, session: sessions.access(session) }, { 'Set-Cookie': sessions.cookie(session) }),
    cookies: [await browsers.cookie(context.req, userId)],
    about: userId,
  };
}

const FRESH_MS = 10 * 60_000;

/**
 * The instant until which the session counts as a fresh return from the provider. Null: the account has a password, so no
 * return is needed.
 */
async function freshSignInOf(app: App, { id, user_id, created_at }: StoredSession): Promise<OwnUser['fresh_sign_in']> {
  if ((await app.credentials.password(user_id)) !== null) return null;
  const how = await signInOf(app, id);
  return { platform: how === 'google' || how === 'github' ? how : null, until: later(created_at, FRESH_MS) };
}

/**
 * A person without a password must have returned from the provider recently. A person with one has to enter it.
 * @throws Refusal 403 fresh_sign_in_needed
 */
export async function refuseStaleSession(app: App, { session }: Principal): Promise<void> {
  const fresh = await freshSignInOf(app, required(session, 'session of this caller'));
  if (fresh === null || fresh.until > app.clock.now()) return;
  const { platform } = fresh;
  const name = platform === null ? 'the provider' : (app.oauth[platform]?.name ?? platform);
  throw new Refusal(
    403,
    'fresh_sign_in_needed',
    `Your account has no password. Sign in with ${name} again, then repeat this within 10 minutes.`,
    {
      ...(platform !== null && { members: { platform } }),
    },
  );
}

export function sessionRoutes(deps: Deps): readonly Route[] {
  const { app, accounts, sessions, wrongTries, live } = deps;

  async function userOf(principal: Principal | null): Promise<User | null> {
    const found = principal && (await account(app.views, principal.owner));
    return found && presentUser(app.opener, found.id, found.doc);
  }

  const limitedTry = <T>(userId: string, work: () => Promise<T>): Promise<T> =>
    wrongTries.guard([tenWrong(`password ${userId}`)], 'validation_failed', work, 'current_password');

  return [
    route(calls.changePassword, {
      faults: [
        // The current password is checked together with other errors. This counts as a try, so that nobody can guess without
        // limit.
        alongWithOthers(({ principal: { owner } }, { current_password: current, new_password: next }) => {
          const given = { ...(typeof current === 'string' && { current }), ...(typeof next === 'string' && { next }) };
          return faultsOf(limitedTry(owner, () => accounts.checkPasswords(owner, given)));
        }),
        resulting(async ({ principal: { owner } }, input): Promise<Fields> => {
          const isMissing = input.current_password === undefined && (await app.credentials.password(owner)) !== null;
          return isMissing ? { current_password: ['Password is required.'] } : {};
        }),
      ],
      async handle(call) {
        const { body, principal, correlationId } = call;
        await refuseStaleSession(app, principal);
        const change = () => accounts.changePassword(principal.owner, body.current_password, body.new_password, correlationId);
        return enter(deps, call, await limitedTry(principal.owner, change));
      },
    }),
    route(calls.signOut, {
      async handle({ body, principal: { owner, session }, correlationId }) {
        const here = await endSession(app, required(session, 'session of this caller'), correlationId);
        const all = body.everywhere ? await accounts.signOutEverywhere(owner, correlationId) : null;
        await waitForReadModels(deps, all ?? here);
        return noContent({ 'Set-Cookie': sessions.noCookie });
      },
    }),
    route(calls.readSession, {
      async handle({ principal }) {
        // Taken before anything is read: a change meanwhile is then told twice rather than never.
        const position = principal && live.position();
        const user = await userOf(principal);
        const session = principal?.means === 'session' ? principal.session : null;
        return json(
          200,
          { user, session: user && session && sessions.access(session) },
          { ...(position !== null && { [LIVE_POSITION]: position }) },
        );
      },
    }),
    route(calls.readMe, {
      handle: async ({ principal }) => tagged({ user: await userOf(principal) }),
    }),
    route(calls.readOwnUser, {
      async handle({ principal }) {
        const user = await userOf(principal);
        if (user === null) throw unauthenticated();
        const fresh = await freshSignInOf(app, required(principal.session, 'session of this caller'));
        return tagged({ user: { ...user, has_password: fresh === null, fresh_sign_in: fresh } });
      },
    }),
  ];
}

/** Empty after too many tries. */
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
