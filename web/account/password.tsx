import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { useLocation } from 'react-router-dom';
import { passwordBody } from '../../src/contracts/account.ts';
import { PLATFORM_NAMES } from '../../src/contracts/words/platforms.ts';
import type { Platform } from '../api/connections.ts';
import { useOwnerClock } from '../api/owner-clock.ts';
import { failedWith, messageOf } from '../api/problem.ts';
import { RENEWS_SESSION, stopReads } from '../api/query-client.ts';
import { changePassword, forgotPassword, ownUserKeys, ownUserQuery, sessionKeys, signInAddress } from '../api/session.ts';
import { SAFE_TO_LOSE } from '../api/unsent.ts';
import { checkedBy } from '../forms/checked.ts';
import { FormField } from '../forms/form-field.tsx';
import { useCallForm } from '../forms/use-call-form.ts';
import { Button } from '../ui/button.tsx';
import { PasswordInput } from '../ui/field.tsx';
import layoutStyles from '../ui/layout.module.css';
import { Note } from '../ui/note.tsx';
import { SettingsBlock } from '../ui/page.tsx';
import { ProviderLinks } from '../ui/providers.tsx';
import { ErrorState, LinesSkeleton } from '../ui/states.tsx';
import { Status } from '../ui/status.tsx';
import textStyles from '../ui/text.module.css';
import { toast } from '../ui/toast.tsx';
import { NewPasswordField } from './new-password-field.tsx';

interface ReturnLinksProps {
  /** The provider of the current session. Null: unknown. */
  readonly platform: Platform | null;
}
const ReturnLinks = ({ platform }: ReturnLinksProps) => (
  <ProviderLinks platform={platform} address={(one) => signInAddress(one, { for: 'password' })} />
);

interface FreshReturnProps extends ReturnLinksProps {
  readonly email: string;
}

/** Before setting a first password, the person has to return from the provider or open a link from a mail. */
function FreshReturn({ platform, email }: FreshReturnProps) {
  const ask = useMutation({ meta: SAFE_TO_LOSE, mutationFn: () => forgotPassword({ email }) });
  return (
    <>
      <p className={clsx(textStyles.small, textStyles.muted)}>
        First show that it is you: come back from where you sign in, or open a link that comes by mail.
      </p>
      <div className={layoutStyles.actions}>
        <ReturnLinks platform={platform} />
        <Button variant="ghost" busy={ask.isPending} busyLabel="Sending..." onClick={() => ask.mutate()}>
          Send me a link
        </Button>
      </div>
      <Status as="div" className={layoutStyles.fullWidth}>
        {ask.isSuccess && <Note>A link is on its way to {email}. It works once, within one hour.</Note>}
      </Status>
      {ask.error && (
        <Note tone="missed" alert title={messageOf(ask.error)} className={layoutStyles.fullWidth}>
          No link was sent.
        </Note>
      )}
    </>
  );
}

const CHANGE = passwordBody.required({ current_password: true });

interface PasswordFormProps {
  /** If this is the first password, there is no current one to ask for. */
  readonly first: boolean;
  readonly platform: Platform | null;
}

function PasswordForm({ first, platform }: PasswordFormProps) {
  const client = useQueryClient();
  // A person who has returned from the provider for this purpose continues with the form.
  const isBack = useLocation().hash === '#password';
  const change = useMutation({
    meta: RENEWS_SESSION,
    onMutate: () => stopReads(client, []),
    mutationFn: changePassword,
    onSuccess: (answer) => {
      client.setQueryData(sessionKeys.all, answer);
      form.reset();
      toast.success(first ? 'Password set' : 'Password changed', { detail: 'Every other session has ended.' });
    },
    // Another tab may have set the first password.
    onSettled: () => first && void client.invalidateQueries({ queryKey: ownUserKeys.all }),
  });
  const form = useCallForm({
    resolver: checkedBy(first ? passwordBody : CHANGE),
    defaultValues: first ? { newPassword: '' } : { currentPassword: '', newPassword: '' },
    send: change.mutateAsync,
  });
  return (
    <form className={clsx(layoutStyles.fields, layoutStyles.fullWidth)} {...form.attributes}>
      {form.failure && (
        <Note
          tone="missed"
          alert
          title={messageOf(form.failure)}
          actions={failedWith(form.failure, 'fresh_sign_in_needed') && <ReturnLinks platform={platform} />}
        >
          {first ? 'None was set.' : 'Your password is as it was.'}
        </Note>
      )}
      {!first && (
        <FormField form={form} name="currentPassword" label="Current password">
          <PasswordInput autoComplete="current-password" {...form.register('currentPassword')} />
        </FormField>
      )}
      <NewPasswordField form={form} name="newPassword" label="New password" autoFocus={first && isBack} />
      <div>
        <Button type="submit" busy={change.isPending} busyLabel="Saving...">
          {first ? 'Set a password' : 'Change password'}
        </Button>
      </div>
    </form>
  );
}

/** A person who signs in with a provider and has no password sets the first one after a fresh return from the provider. */
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
          <div className={layoutStyles.fullWidth}>
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
