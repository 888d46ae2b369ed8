import { signInOf } from '../../../app/account/sessions.ts';
import type { App } from '../../../app/app.ts';
import { later } from '../../../app/delivery/account-mails.ts';
import type { Principal } from '../../kernel/principal.ts';
import { Refusal } from '../../kernel/problems.ts';

const FRESH_MS = 10 * 60_000;

/**
 * Who has a password shows it where it is asked for. Who has none has to have come back from the provider a moment ago.
 * @throws Refusal 403 fresh_sign_in_needed
 */
export async function refuseStaleSession(app: App, { owner, session }: Principal): Promise<void> {
  if ((await app.credentials.password(owner)) !== null) return;
  if (session !== null && session.created_at > later(app.clock.now(), -FRESH_MS)) return;
  const how = session && (await signInOf(app, session.id));
  const platform = how === 'google' || how === 'github' ? how : null;
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
