import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useForm } from 'react-hook-form';
import { Link, useNavigate, useSearchParams } from 'react-router-dom';
import { emailBody, resetBody } from '../../src/contracts/account.ts';
import { checkedBy } from '../api/form-schema.ts';
import { failedWith } from '../api/problem.ts';
import { confirmEmail, forgotPassword, hasSeenOnboarding, resetPassword, type SignedIn, sessionKeys } from '../api/session.ts';
import { SAFE_TO_LOSE } from '../api/unsent.ts';
import { Button, ButtonLink } from '../ui/button.tsx';
import { Field, Input, PasswordInput } from '../ui/field.tsx';
import { Failure, showFieldErrors } from './failure.tsx';
import { Frame } from './frame.tsx';

/** Handles an answer that signs in: it puts the session into the cache and opens the address `home`. */
function useSignedIn(home = '/dashboard'): (answer: SignedIn) => void {
  const client = useQueryClient();
  const navigate = useNavigate();
  return (answer) => {
    client.setQueryData(sessionKeys.all, answer);
    navigate(home, { replace: true });
  };
}

/** The token in the address of a link from a mail, or ''. */
const useToken = (): string => useSearchParams()[0].get('token') ?? '';

const NEEDED = 'Enter the password that you chose when you signed up.';
const WRONG = 'This is not the password of this sign-up. The link still works: try again.';

/**
 * The page to which the link in the confirmation mail leads. A button confirms the address, since scanners of mails follow
 * links but press no buttons. A browser that did not sign up itself is asked for the password of the sign-up.
 */
export function ConfirmPage() {
  const token = useToken();
  const enter = useSignedIn(hasSeenOnboarding() ? '/dashboard' : '/welcome');
  const [password, setPassword] = useState<string | null>(null);
  const [fault, setFault] = useState<string>();
  const confirm = useMutation({
    mutationFn: confirmEmail,
    onSuccess: enter,
    onError(error) {
      if (failedWith(error, 'password_needed')) setPassword((typed) => typed ?? '');
      if (failedWith(error, 'invalid_credentials')) setFault(WRONG);
    },
  });
  const dead = token === '' || failedWith(confirm.error, 'token_invalid', 'validation_failed');

  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setFault(password === '' ? NEEDED : undefined);
    if (password !== '') confirm.mutate(password === null ? { token } : { token, password });
  };

  return (
    <Frame title="Confirm your address">
      <p className="q2 mt-2 mb-5">{leadOf(token, password !== null && !dead)}</p>
      <Failure error={failedWith(confirm.error, 'password_needed', 'invalid_credentials') ? null : confirm.error} safe={SAFE} />
      {dead ? (
        <div className="flex flex-wrap items-center gap-3">
          <ButtonLink to="/auth" variant="primary">
            Sign In
          </ButtonLink>
          <span className="s2 q2">Signing in, you can have the mail sent again.</span>
        </div>
      ) : (
        <form className="auth-fs" noValidate onSubmit={submit}>
          {password !== null && (
            <Field label="Password" hint="The password of the sign-up that this mail is about." error={fault}>
              <PasswordInput
                autoComplete="current-password"
                autoFocus
                required
                value={password}
                onChange={(event) => setPassword(event.target.value)}
              />
            </Field>
          )}
          <Button type="submit" variant="primary" size="l" busy={confirm.isPending} busyLabel="Confirming...">
            Confirm
          </Button>
        </form>
      )}
      {password !== null && !dead && (
        <p className="auth-fine">
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

const FORGOT_FIELDS = ['email'] as const;

export function ForgotPage() {
  const form = useForm({ resolver: checkedBy(emailBody), mode: 'onTouched', defaultValues: { email: '' } });
  const ask = useMutation({
    meta: SAFE_TO_LOSE,
    mutationFn: forgotPassword,
    onError: (error) => showFieldErrors(error, FORGOT_FIELDS, form.setError),
  });

  if (ask.isSuccess) {
    return (
      <Frame title="Look into your mail" back="/auth">
        <p role="status" className="q2 mt-4">
          If <b className="b">{ask.variables.email}</b> has an account, a link to a new password is on its way. It works once, within one
          hour.
        </p>
      </Frame>
    );
  }
  return (
    <Frame title="A new password" back="/auth">
      <p className="q2 mt-2 mb-5">Say which address you signed up with. A link to set a new one comes by mail.</p>
      <Failure error={ask.error} fields={FORGOT_FIELDS} safe="What you typed is still here." />
      <form className="auth-fs" noValidate onSubmit={form.handleSubmit((values) => ask.mutate(values))}>
        <Field label="Email" error={form.formState.errors.email?.message}>
          <Input type="email" autoComplete="username" inputMode="email" required {...form.register('email')} />
        </Field>
        <Button type="submit" variant="primary" size="l" busy={ask.isPending} busyLabel="Sending...">
          Send the link
        </Button>
      </form>
    </Frame>
  );
}

const RESET = resetBody.pick({ password: true });
const RESET_FIELDS = ['password'] as const;

export function ResetPage() {
  const token = useToken();
  const enter = useSignedIn();
  const form = useForm({ resolver: checkedBy(RESET), mode: 'onTouched', defaultValues: { password: '' } });
  const reset = useMutation({
    mutationFn: resetPassword,
    onSuccess: enter,
    onError: (error) => showFieldErrors(error, RESET_FIELDS, form.setError),
  });

  if (token === '' || failedWith(reset.error, 'token_invalid')) {
    return (
      <Frame title="A new password" back="/auth">
        <p className="q2 mt-2 mb-5">This link was used, is older than an hour, or is not whole.</p>
        <Failure error={reset.error} safe="" />
        <ButtonLink to="/auth/forgot" variant="primary">
          Send another link
        </ButtonLink>
      </Frame>
    );
  }
  return (
    <Frame title="A new password" back="/auth">
      <p className="q2 mt-2 mb-5">Setting it signs you in here, and out everywhere else.</p>
      <Failure error={reset.error} fields={RESET_FIELDS} safe="The link still works." />
      <form className="auth-fs" noValidate onSubmit={form.handleSubmit(({ password }) => reset.mutate({ token, password }))}>
        <Field
          label="New password"
          hint="8 to 256 characters, any of them. Nothing easy to guess, such as your name."
          error={form.formState.errors.password?.message}
        >
          <PasswordInput autoComplete="new-password" required {...form.register('password')} />
        </Field>
        <Button type="submit" variant="primary" size="l" busy={reset.isPending} busyLabel="Saving...">
          Set the password
        </Button>
      </form>
      <p className="auth-fine">
        <Link to="/auth">Back to sign in</Link>
      </p>
    </Frame>
  );
}
