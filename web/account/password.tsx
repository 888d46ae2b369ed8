import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { useLocation } from 'react-router-dom';
import { passwordBody } from '../../src/contracts/account.ts';
import { PLATFORM_NAMES } from '../../src/contracts/words/platforms.ts';
import type { Platform } from '../api/connections.ts';
import { checkedBy } from '../api/form-schema.ts';
import { useOwnerClock } from '../api/owner-clock.ts';
import { ApiError, failedWith, messageOf } from '../api/problem.ts';
import { changePassword, forgotPassword, ownUserKeys, ownUserQuery, sessionKeys, signInAddress } from '../api/session.ts';
import { SAFE_TO_LOSE } from '../api/unsent.ts';
import { Button } from '../ui/button.tsx';
import { Field, PasswordInput } from '../ui/field.tsx';
import { Note } from '../ui/note.tsx';
import { SettingsBlock } from '../ui/page.tsx';
import { ProviderLinks } from '../ui/providers.tsx';
import { ErrorState, LinesSkeleton } from '../ui/states.tsx';
import { toast } from '../ui/toast.tsx';

interface ReturnLinksProps {
  /** With which this session began; null: it is not known. */
  readonly platform: Platform | null;
}
const ReturnLinks = ({ platform }: ReturnLinksProps) => (
  <ProviderLinks platform={platform} address={(one) => signInAddress(one, { for: 'password' })} />
);

interface FreshReturnProps extends ReturnLinksProps {
  readonly email: string;
}

/** What comes before a first password: a return from the provider, or a link in a mail. */
function FreshReturn({ platform, email }: FreshReturnProps) {
  const ask = useMutation({ meta: SAFE_TO_LOSE, mutationFn: () => forgotPassword({ email }) });
  return (
    <>
      <p className="s2 q2">First show that it is you: come back from where you sign in, or open a link that comes by mail.</p>
      <div className="flex flex-wrap gap-2">
        <ReturnLinks platform={platform} />
        <Button variant="ghost" busy={ask.isPending} busyLabel="Sending..." onClick={() => ask.mutate()}>
          Send me a link
        </Button>
      </div>
      <div role="status" className="w-full">
        {ask.isSuccess && <Note>A link is on its way to {email}. It works once, within one hour.</Note>}
      </div>
      {ask.error && (
        <Note tone="missed" alert title={messageOf(ask.error)} className="w-full">
          No link was sent.
        </Note>
      )}
    </>
  );
}

const CHANGE = passwordBody.required({ current_password: true });
const FIELD_NAMES = ['currentPassword', 'newPassword'] as const;

interface PasswordFormProps {
  /** Whether it is the first one: then there is no current one to ask for. */
  readonly first: boolean;
  readonly platform: Platform | null;
}

function PasswordForm({ first, platform }: PasswordFormProps) {
  const client = useQueryClient();
  // Who has come back from the provider for it goes on with typing it.
  const isBack = useLocation().hash === '#password';
  const form = useForm({
    resolver: checkedBy(first ? passwordBody : CHANGE),
    mode: 'onTouched',
    defaultValues: first ? { newPassword: '' } : { currentPassword: '', newPassword: '' },
  });
  const { errors } = form.formState;
  const change = useMutation({
    mutationFn: changePassword,
    onSuccess: (answer) => {
      client.setQueryData(sessionKeys.all, answer);
      form.reset();
      toast.success(first ? 'Password set' : 'Password changed', { detail: 'Every other session has ended.' });
    },
    onError: (error) => {
      if (error instanceof ApiError)
        for (const name of FIELD_NAMES)
          if (error.errors[name]) form.setError(name, { message: error.errors[name].join(' ') }, { shouldFocus: true });
    },
    // The first one may have been set in another tab, too.
    onSettled: () => first && void client.invalidateQueries({ queryKey: ownUserKeys.all }),
  });
  return (
    <form className="grid w-full gap-[18px]" noValidate onSubmit={form.handleSubmit((values) => change.mutate(values))}>
      {change.error && !Object.keys(errors).length && (
        <Note
          tone="missed"
          alert
          title={messageOf(change.error)}
          actions={failedWith(change.error, 'fresh_sign_in_needed') && <ReturnLinks platform={platform} />}
        >
          {first ? 'None was set.' : 'Your password is as it was.'}
        </Note>
      )}
      {!first && (
        <Field label="Current password" error={errors.currentPassword?.message}>
          <PasswordInput autoComplete="current-password" {...form.register('currentPassword')} />
        </Field>
      )}
      <Field
        label="New password"
        hint="8 to 256 characters, any of them. Nothing easy to guess, such as your name."
        error={errors.newPassword?.message}
      >
        <PasswordInput autoComplete="new-password" autoFocus={first && isBack} {...form.register('newPassword')} />
      </Field>
      <div>
        <Button type="submit" busy={change.isPending} busyLabel="Saving...">
          {first ? 'Set a password' : 'Change password'}
        </Button>
      </div>
    </form>
  );
}

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
