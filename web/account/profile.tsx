import { useQuery } from '@tanstack/react-query';
import { messageOf } from '../api/problem.ts';
import { profileQuery } from '../api/profile.ts';
import { Page, SettingsBlock } from '../ui/page.tsx';
import { LinesSkeleton } from '../ui/skeleton.tsx';
import { ErrorState } from '../ui/states.tsx';
import { ThemeToggle } from '../ui/theme-toggle.tsx';
import { Password } from './password.tsx';
import { ProfileForm } from './profile-form.tsx';
import { SignOutEverywhere } from './sign-out-everywhere.tsx';

export function Profile() {
  const query = useQuery(profileQuery());
  return (
    <Page title="Profile" sub="Who you are here, how you sign in, and how the page looks." narrow>
      <SettingsBlock title="You" text="Your name appears on reports and in mails. Deadlines and days follow your zone." first>
        {query.data ? (
          <ProfileForm key={query.data.value.email} loaded={query.data} />
        ) : query.isError ? (
          <ErrorState title={messageOf(query.error)} onRetry={() => void query.refetch()} retrying={query.isFetching}>
            Nothing was changed.
          </ErrorState>
        ) : (
          <div className="w-full">
            <LinesSkeleton lines={6} label="Loading your profile" />
          </div>
        )}
      </SettingsBlock>
      <SettingsBlock title="Theme" text="Kept in this browser.">
        <ThemeToggle />
      </SettingsBlock>
      <Password />
      <SettingsBlock title="Sessions" text="Every browser, phone and token that is signed in now.">
        <SignOutEverywhere />
      </SettingsBlock>
    </Page>
  );
}
