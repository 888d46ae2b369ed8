import { useMutation } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { emailBody } from '../../src/contracts/account.ts';
import { checkedBy } from '../api/form-schema.ts';
import { forgotPassword } from '../api/session.ts';
import { SAFE_TO_LOSE } from '../api/unsent.ts';
import { Button } from '../ui/button.tsx';
import { Field, Input } from '../ui/field.tsx';
import { Failure } from './failure.tsx';
import { showFieldErrors } from './field-errors.ts';
import { Frame } from './frame.tsx';

const FIELDS = ['email'] as const;

export function ForgotPage() {
  const form = useForm({ resolver: checkedBy(emailBody), mode: 'onTouched', defaultValues: { email: '' } });
  const ask = useMutation({
    meta: SAFE_TO_LOSE,
    mutationFn: forgotPassword,
    onError: (error) => showFieldErrors(error, FIELDS, form.setError),
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
      <Failure error={ask.error} fields={FIELDS} safe="What you typed is still here." />
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
