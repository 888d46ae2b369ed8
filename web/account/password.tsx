import { useQuery } from '@tanstack/react-query';
import { PLATFORM_NAMES } from '../../src/contracts/words/platforms.ts';
import { useOwnerClock } from '../api/owner-clock.ts';
import { messageOf } from '../api/problem.ts';
import { ownUserQuery } from '../api/session.ts';
import { SettingsBlock } from '../ui/page.tsx';
import { LinesSkeleton } from '../ui/skeleton.tsx';
import { ErrorState } from '../ui/states.tsx';
import { FreshReturn } from './fresh-return.tsx';
import { PasswordForm } from './password-form.tsx';

/** Changing the password. Who signs in with a provider and has none sets the first one, after a fresh return from there. */
export function Password() {
  const { data: own, error, isFetching, refetch } = useQuery(ownUserQuery());
  const { now } = useOwnerClock();
  const fresh = own?.freshSignIn ?? null;
  const platform = fresh?.platform ?? null;
  return (
    <SettingsBlock
      title="Password"
      text={
        fresh === null
          ? 'Changing it signs you out everywhere else.'
          : `You have none: you sign in with ${platform === null ? 'another account' : PLATFORM_NAMES[platform]}. With one you can sign in by your email, too. Setting it signs you out everywhere else.`
      }
    >
      {own === undefined ? (
        error ? (
          <ErrorState title={messageOf(error)} onRetry={() => void refetch()} retrying={isFetching}>
            Your password is as it was.
          </ErrorState>
        ) : (
          <div className="w-full">
            <LinesSkeleton lines={4} label="Loading how you sign in" />
          </div>
        )
      ) : fresh !== null && Date.parse(fresh.until) <= now ? (
        <FreshReturn platform={platform} email={own.email} />
      ) : (
        <PasswordForm key={String(own.hasPassword)} first={!own.hasPassword} platform={platform} />
      )}
    </SettingsBlock>
  );
}
