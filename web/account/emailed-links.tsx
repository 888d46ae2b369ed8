import { useMutation, useQueryClient } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router-dom';
import { z } from 'zod';
import { emailBody, resetBody } from '../../src/contracts/account.ts';
import { failedWith } from '../api/problem.ts';
import { confirmEmail, forgotPassword, hasSeenOnboarding, resetPassword, type SignedIn, sessionKeys } from '../api/session.ts';
import { SAFE_TO_LOSE } from '../api/unsent.ts';
import { checkedAsTyped, checkedBy } from '../forms/checked.ts';
import { FormField } from '../forms/form-field.tsx';
import { useCallForm } from '../forms/use-call-form.ts';
import { Button, ButtonLink } from '../ui/button.tsx';
import { Input, PasswordInput } from '../ui/field.tsx';
import layoutStyles from '../ui/layout.module.css';
import { Status } from '../ui/status.tsx';
import textStyles from '../ui/text.module.css';
import authPageStyles from './auth-page.module.css';
import styles from './emailed-links.module.css';
import { Failure, Frame } from './frame.tsx';
import { NewPasswordField } from './new-password-field.tsx';

/** Puts the session of the answer into the cache and opens `home`. */
function useSignedIn(home = '/dashboard'): (answer: SignedIn) => void {
  const client = useQueryClient();
  const navigate = useNavigate();
  return (answer) => {
    client.setQueryData(sessionKeys.all, answer);
    navigate(home, { replace: true });
  };
}

/** '' if the address has none. */
const useToken = (): string => useSearchParams()[0].get('token') ?? '';

const NEEDED = 'Enter the password that you chose when you signed up.';
const WRONG = 'This is not the password of this sign-up. The link still works: try again.';
/** The password is empty until the form asks for it. */
const CONFIRM = z.object({ password: z.string() });
const CONFIRM_BY_PASSWORD = z.object({ password: z.string().min(1, NEEDED) });

/**
 * The page behind the link in the confirmation mail. The person confirms with a button, because mail scanners follow links but
 * press no buttons. A browser that did not sign up itself has to enter the password of the sign-up.
 */
function ConfirmPage() {
  const token = useToken();
  const enter = useSignedIn(hasSeenOnboarding() ? '/dashboard' : '/welcome');
  const [isAsked, setAsked] = useState(false);
  const confirm = useMutation({
    mutationFn: confirmEmail,
    onSuccess: enter,
    onError(error) {
      if (failedWith(error, 'password_needed')) setAsked(true);
      if (failedWith(error, 'invalid_credentials')) form.setError('password', { message: WRONG });
    },
  });
  const form = useCallForm({
    resolver: checkedAsTyped(isAsked ? CONFIRM_BY_PASSWORD : CONFIRM),
    mode: 'onSubmit',
    defaultValues: { password: '' },
    send: ({ password }) => confirm.mutateAsync(isAsked ? { token, password } : { token }),
  });
  const dead = token === '' || failedWith(confirm.error, 'token_invalid', 'validation_failed');

  return (
    <Frame title="Confirm your address">
      <p className={clsx(textStyles.muted, layoutStyles.before8, layoutStyles.after20)}>{leadOf(token, isAsked && !dead)}</p>
      <Failure error={failedWith(form.failure, 'password_needed', 'invalid_credentials') ? null : form.failure} safe={SAFE} />
      {dead ? (
        <div className={styles.linkActions}>
          <ButtonLink to="/auth" variant="primary">
            Sign In
          </ButtonLink>
          <span className={clsx(textStyles.small, textStyles.muted)}>Signing in, you can have the mail sent again.</span>
        </div>
      ) : (
        <form className={authPageStyles.form} {...form.attributes}>
          {isAsked && (
            <FormField form={form} name="password" label="Password" hint="The password of the sign-up that this mail is about.">
              <PasswordInput autoComplete="current-password" autoFocus required {...form.register('password')} />
            </FormField>
          )}
          <Button type="submit" variant="primary" size="l" busy={confirm.isPending} busyLabel="Confirming...">
            Confirm
          </Button>
        </form>
      )}
      {isAsked && !dead && (
        <p className={authPageStyles.finePrint}>
          Not your sign-up, or no longer sure of the password?{' '}
          <Link to="/auth" state={{ tab: 'up' }}>
            Sign up yourself
          </Link>
          : that mail has a link of its own.
        </p>
      )}
    </Frame>
  );
}

const SAFE = 'The link still works.';

function leadOf(token: string, asksForPassword: boolean): string {
  if (token === '') return 'This address holds no confirmation. Open the link in the mail, or copy the whole of it.';
  return asksForPassword
    ? 'You did not sign up in this browser. Enter the password that you chose then, and your ledger opens.'
    : 'One press, and your ledger opens.';
}

function ForgotPage() {
  const ask = useMutation({ meta: SAFE_TO_LOSE, mutationFn: forgotPassword });
  const form = useCallForm({ resolver: checkedBy(emailBody), defaultValues: { email: '' }, send: ask.mutateAsync });

  if (ask.isSuccess) {
    return (
      <Frame title="Look into your mail" back="/auth">
        <Status as="p" fresh className={clsx(textStyles.muted, layoutStyles.before16)}>
          If <b className={textStyles.strong}>{ask.variables.email}</b> has an account, a link to a new password is on its way. It works
          once, within one hour.
        </Status>
      </Frame>
    );
  }
  return (
    <Frame title="A new password" back="/auth">
      <p className={clsx(textStyles.muted, layoutStyles.before8, layoutStyles.after20)}>
        Say which address you signed up with. A link to set a new one comes by mail.
      </p>
      <Failure error={form.failure} safe="What you typed is still here." />
      <form className={authPageStyles.form} {...form.attributes}>
        <FormField form={form} name="email" label="Email">
          <Input type="email" autoComplete="username" inputMode="email" required {...form.register('email')} />
        </FormField>
        <Button type="submit" variant="primary" size="l" busy={ask.isPending} busyLabel="Sending...">
          Send the link
        </Button>
      </form>
    </Frame>
  );
}

const RESET = resetBody.pick({ password: true });

function ResetPage() {
  const token = useToken();
  const enter = useSignedIn();
  const reset = useMutation({ mutationFn: resetPassword, onSuccess: enter });
  const form = useCallForm({
    resolver: checkedBy(RESET),
    defaultValues: { password: '' },
    send: ({ password }) => reset.mutateAsync({ token, password }),
  });

  if (token === '' || failedWith(reset.error, 'token_invalid')) {
    return (
      <Frame title="A new password" back="/auth">
        <p className={clsx(textStyles.muted, layoutStyles.before8, layoutStyles.after20)}>
          This link was used, is older than an hour, or is not whole.
        </p>
        <Failure error={reset.error} safe="" />
        <ButtonLink to="/auth/forgot" variant="primary">
          Send another link
        </ButtonLink>
      </Frame>
    );
  }
  return (
    <Frame title="A new password" back="/auth">
      <p className={clsx(textStyles.muted, layoutStyles.before8, layoutStyles.after20)}>
        Setting it signs you in here, and out everywhere else.
      </p>
      <Failure error={form.failure} safe="The link still works." />
      <form className={authPageStyles.form} {...form.attributes}>
        <NewPasswordField form={form} name="password" label="New password" required />
        <Button type="submit" variant="primary" size="l" busy={reset.isPending} busyLabel="Saving...">
          Set the password
        </Button>
      </form>
      <p className={authPageStyles.finePrint}>
        <Link to="/auth">Back to sign in</Link>
      </p>
    </Frame>
  );
}

export interface EmailedLinkProps {
  /** The last part of the address. */
  readonly page: 'confirm' | 'forgot' | 'reset';
}

export function EmailedLink({ page }: EmailedLinkProps) {
  if (page === 'confirm') return <ConfirmPage />;
  return page === 'forgot' ? <ForgotPage /> : <ResetPage />;
}
