import { signInOf } from '../../../app/account/sessions.ts';
import type { App } from '../../../app/app.ts';
import { later } from '../../../app/delivery/account-mails.ts';
import type { OwnUser } from '../../../contracts/account.ts';
import type { StoredSession } from '../../../ports/sessions.ts';
import type { Principal } from '../../kernel/principal.ts';
import { Refusal } from '../../kernel/problems.ts';

const FRESH_MS = 10 * 60_000;

/** Until when a session counts as a fresh return from the provider. Null: the account has a password, so none is asked for. */
export async function freshSignInOf(app: App, { id, user_id, created_at }: StoredSession): Promise<OwnUser['fresh_sign_in']> {
  if ((await app.credentials.password(user_id)) !== null) return null;
  const how = await signInOf(app, id);
  return { platform: how === 'google' || how === 'github' ? how : null, until: later(created_at, FRESH_MS) };
}

/**
 * Who has a password shows it where it is asked for. Who has none has to have come back from the provider a moment ago.
 * @throws Refusal 403 fresh_sign_in_needed
 */
export async function refuseStaleSession(app: App, { session }: Principal): Promise<void> {
  const fresh = await freshSignInOf(app, session as StoredSession);
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
