import { useMutation } from '@tanstack/react-query';
import { Controller, useForm } from 'react-hook-form';
import { Link } from 'react-router-dom';
import { signupBody } from '../../src/contracts/account.ts';
import { checkedBy } from '../api/form-schema.ts';
import { signUp } from '../api/session.ts';
import { Button } from '../ui/button.tsx';
import { Field, Input, PasswordInput } from '../ui/field.tsx';
import { ZonePicker } from '../ui/zone-picker.tsx';
import { browserZone } from '../ui/zones.ts';
import { Failure } from './failure.tsx';
import { showFieldErrors } from './field-errors.ts';

const fields = signupBody.omit({ options: true });

const FIELDS = ['fullName', 'email', 'password', 'timezone'] as const;

export function SignUpForm({ onSent }: { onSent: (email: string) => void }) {
  const form = useForm({
    resolver: checkedBy(fields),
    mode: 'onTouched',
    defaultValues: { fullName: '', email: '', password: '', timezone: browserZone() },
  });
  const { errors } = form.formState;
  const join = useMutation({
    mutationFn: signUp,
    onSuccess: (_answer, body) => onSent(body.email),
    onError: (error) => showFieldErrors(error, FIELDS, form.setError),
  });

  return (
    <>
      <Failure error={join.error} fields={FIELDS} safe="Nothing was created; what you typed is still here." />
      <form className="auth-fs" noValidate onSubmit={form.handleSubmit((values) => join.mutate(values))}>
        <Field label="Full name" note="optional" error={errors.fullName?.message}>
          <Input autoComplete="name" {...form.register('fullName')} />
        </Field>
        <Field label="Email" error={errors.email?.message}>
          <Input type="email" autoComplete="email" inputMode="email" required {...form.register('email')} />
        </Field>
        <Field
          label="Password"
          hint="8 to 256 characters, any of them. Nothing easy to guess, such as your name."
          error={errors.password?.message}
        >
          <PasswordInput autoComplete="new-password" required {...form.register('password')} />
        </Field>
        <Field label="Timezone" error={errors.timezone?.message}>
          <Controller
            control={form.control}
            name="timezone"
            render={({ field }) => <ZonePicker name={field.name} value={field.value} onChange={field.onChange} onBlur={field.onBlur} />}
          />
        </Field>
        <Button type="submit" variant="primary" size="l" busy={join.isPending} busyLabel="Signing up...">
          Sign Up
        </Button>
      </form>
      <p className="auth-fine">
        By signing up you accept the <Link to="/terms">terms</Link> and the <Link to="/privacy">privacy policy</Link>. No credit card
        required.
      </p>
    </>
  );
}
