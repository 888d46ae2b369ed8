import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { profileBody } from '../../src/contracts/account.ts';
import { type Profile as ProfileValues, profileKeys, profileQuery, saveProfile, useSignOut } from '../api/account.ts';
import { failedWith, messageOf } from '../api/problem.ts';
import { sessionKeys } from '../api/session.ts';
import { checkedBy } from '../forms/checked.ts';
import { FormField } from '../forms/form-field.tsx';
import { useCallForm } from '../forms/use-call-form.ts';
import { Avatar } from '../ui/avatar.tsx';
import { Button } from '../ui/button.tsx';
import { Input } from '../ui/field.tsx';
import layoutStyles from '../ui/layout.module.css';
import { Note } from '../ui/note.tsx';
import { Page, SettingsBlock } from '../ui/page.tsx';
import { ErrorState, LinesSkeleton } from '../ui/states.tsx';
import textStyles from '../ui/text.module.css';
import { ThemeToggle } from '../ui/theme.tsx';
import { toast } from '../ui/toast.tsx';
import { ZonePicker } from '../ui/zone-picker.tsx';
import { Password } from './password.tsx';
import styles from './profile.module.css';

interface Loaded {
  value: ProfileValues;
  etag: string | null;
}

const CHECKED = profileBody.pick({ full_name: true, timezone: true, avatar_url: true });

function ProfileForm({ loaded }: { loaded: Loaded }) {
  const client = useQueryClient();
  const { fullName, timezone, avatarUrl, email } = loaded.value;
  const save = useMutation({
    mutationFn: (values: Partial<ProfileValues>) => saveProfile(client, values, loaded.etag),
    onSuccess: (answer) => {
      form.reset({ fullName: answer.value.fullName, timezone: answer.value.timezone, avatarUrl: answer.value.avatarUrl });
      // All dates and figures depend on the time zone.
      if (answer.value.timezone !== timezone)
        void client.invalidateQueries({
          predicate: ({ queryKey }) => ![sessionKeys.all[0], profileKeys.all[0]].includes(queryKey[0] as never),
        });
      toast.success('Profile saved');
    },
    onError: (error) => {
      if (failedWith(error, 'precondition_failed')) void client.invalidateQueries({ queryKey: profileKeys.all });
    },
  });
  const form = useCallForm({
    resolver: checkedBy(CHECKED),
    values: { fullName, timezone, avatarUrl },
    resetOptions: { keepDirtyValues: true },
    send: save.mutateAsync,
  });
  const { errors, isDirty } = form.formState;
  const stale = failedWith(form.failure, 'precondition_failed');
  const [name, picture] = form.watch(['fullName', 'avatarUrl']);

  return (
    <form className={clsx(layoutStyles.fields, layoutStyles.fullWidth)} {...form.attributes}>
      {form.failure && (
        <Note tone="missed" alert title={stale ? 'Your profile was changed elsewhere.' : messageOf(form.failure)}>
          {stale ? 'What you typed is still here; save again to write it over.' : 'Nothing was changed; what you typed is still here.'}
        </Note>
      )}
      <div className={styles.signedIn}>
        <Avatar
          size="l"
          person={{ email, userMetadata: { fullName: name ?? '', avatarUrl: picture && !errors.avatarUrl ? picture : null } }}
        />
        <span className={layoutStyles.shrinking}>
          <span className={clsx(textStyles.small, textStyles.faint, layoutStyles.block)}>Signed in as</span>
          <span className={clsx(layoutStyles.block, layoutStyles.cutOff)}>{email}</span>
        </span>
      </div>
      <FormField form={form} name="fullName" label="Full name" note="optional">
        <Input autoComplete="name" {...form.register('fullName')} />
      </FormField>
      <FormField
        form={form}
        name="avatarUrl"
        label="Picture"
        note="optional"
        hint="The web address of a picture. Without one, your initials are shown."
      >
        <Input
          type="url"
          inputMode="url"
          placeholder="https://"
          {...form.register('avatarUrl', { setValueAs: (text: string | null) => (text?.trim() ? text.trim() : null) })}
        />
      </FormField>
      <FormField
        form={form}
        name="timezone"
        label="Timezone"
        hint="After a change, tasks due within 48 hours stay due at the same moment. Tasks due later keep their date and time."
      >
        {({ ref: _, value, ...field }) => <ZonePicker {...field} value={value ?? ''} />}
      </FormField>
      <div className={styles.profileActions}>
        <Button type="submit" variant="primary" disabled={!isDirty} busy={save.isPending} busyLabel="Saving...">
          Save Changes
        </Button>
        {isDirty && (
          <Button variant="ghost" onClick={() => form.reset()}>
            Discard
          </Button>
        )}
      </div>
    </form>
  );
}

function SignOutEverywhere() {
  const { isPending, leave } = useSignOut((error) => toast.error(messageOf(error), { detail: 'You are still signed in.' }));
  return (
    <Button variant="danger" busy={isPending} busyLabel="Signing out..." onClick={() => leave({ everywhere: true })}>
      Sign out everywhere
    </Button>
  );
}

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
          <div className={layoutStyles.fullWidth}>
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
