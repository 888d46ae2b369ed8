import { endSession, type SignedIn } from '../../../app/account/sessions.ts';
import { presentUser } from '../../../presenters/user.ts';
import { type Deps, waitForReadModels } from '../../deps.ts';
import { type Answer, type Call, json } from '../../kernel/route.ts';

/**
 * The answer to somebody who has just signed in, with the cookie. The session that this browser had before ends, whosever it
 * was: its cookie is replaced, so nobody could sign it out any more.
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
