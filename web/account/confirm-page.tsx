import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { Link } from 'react-router-dom';
import { hasSeenOnboarding } from '../api/onboarding.ts';
import { failedWith } from '../api/problem.ts';
import { confirmEmail } from '../api/session.ts';
import { Button, ButtonLink } from '../ui/button.tsx';
import { Field, PasswordInput } from '../ui/field.tsx';
import { Failure } from './failure.tsx';
import { Frame } from './frame.tsx';
import { useSignedIn, useToken } from './use-signed-in.ts';

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
