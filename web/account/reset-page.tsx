import { useMutation } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { Link } from 'react-router-dom';
import { resetBody } from '../../src/contracts/account.ts';
import { checkedBy } from '../api/form-schema.ts';
import { failedWith } from '../api/problem.ts';
import { resetPassword } from '../api/session.ts';
import { Button, ButtonLink } from '../ui/button.tsx';
import { Field, PasswordInput } from '../ui/field.tsx';
import { Failure } from './failure.tsx';
import { showFieldErrors } from './field-errors.ts';
import { Frame } from './frame.tsx';
import { useSignedIn, useToken } from './use-signed-in.ts';

const fields = resetBody.pick({ password: true });

const FIELDS = ['password'] as const;

export function ResetPage() {
  const token = useToken();
  const enter = useSignedIn();
  const form = useForm({ resolver: checkedBy(fields), mode: 'onTouched', defaultValues: { password: '' } });
  const reset = useMutation({
    mutationFn: resetPassword,
    onSuccess: enter,
    onError: (error) => showFieldErrors(error, FIELDS, form.setError),
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
      <Failure error={reset.error} fields={FIELDS} safe="The link still works." />
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
