import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { Link, useNavigate } from 'react-router-dom';
import { signinBody } from '../../src/contracts/account.ts';
import { checkedBy } from '../api/form-schema.ts';
import { failedWith } from '../api/problem.ts';
import { resendConfirmation, sessionKeys, signIn } from '../api/session.ts';
import { SAFE_TO_LOSE } from '../api/unsent.ts';
import { Button } from '../ui/button.tsx';
import { Field, Input, PasswordInput } from '../ui/field.tsx';
import { Failure } from './failure.tsx';
import { showFieldErrors } from './field-errors.ts';
import { Resend } from './resend.tsx';

const FIELDS = ['email', 'password'] as const;

export function SignInForm() {
  const client = useQueryClient();
  const navigate = useNavigate();
  const form = useForm({ resolver: checkedBy(signinBody), mode: 'onTouched', defaultValues: { email: '', password: '' } });
  const { errors } = form.formState;
  const enter = useMutation({
    meta: SAFE_TO_LOSE,
    mutationFn: signIn,
    onSuccess: (answer) => {
      client.setQueryData(sessionKeys.all, answer);
      navigate('/dashboard', { replace: true });
    },
    onError: (error) => showFieldErrors(error, FIELDS, form.setError),
  });
  const unconfirmed = failedWith(enter.error, 'email_not_confirmed');

  return (
    <>
      <Failure
        error={enter.error}
        fields={FIELDS}
        safe="What you typed is still here."
        actions={unconfirmed && <Resend email={form.getValues('email')} send={resendConfirmation} />}
      />
      <form className="auth-fs" noValidate onSubmit={form.handleSubmit((values) => enter.mutate(values))}>
        <Field label="Email" error={errors.email?.message}>
          <Input type="email" autoComplete="username" inputMode="email" required {...form.register('email')} />
        </Field>
        <Field label="Password" error={errors.password?.message}>
          <PasswordInput autoComplete="current-password" required {...form.register('password')} />
        </Field>
        <Button type="submit" variant="primary" size="l" busy={enter.isPending} busyLabel="Signing in...">
          Sign In
        </Button>
      </form>
      <p className="auth-fine">
        <Link to="/auth/forgot">Forgot your password?</Link>
      </p>
      <p className="auth-fine">
        The <Link to="/terms">terms</Link> and the <Link to="/privacy">privacy policy</Link> apply.
      </p>
    </>
  );
}
