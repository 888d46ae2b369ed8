import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { passwordBody } from '../../src/contracts/auth.ts';
import { ApiError, messageOf } from '../api/problem.ts';
import { changePassword, sessionKeys } from '../api/session.ts';
import { Button } from '../ui/button.tsx';
import { Field, PasswordInput } from '../ui/field.tsx';
import { Note } from '../ui/note.tsx';
import { toast } from '../ui/toast.tsx';

/** Who has no password yet gets the first one by a link. */
const FORM = passwordBody.required({ current_password: true });
const NAMES = ['current_password', 'new_password'] as const;

export function PasswordForm() {
  const client = useQueryClient();
  const form = useForm({
    resolver: zodResolver(FORM),
    mode: 'onTouched',
    defaultValues: { current_password: '', new_password: '' },
  });
  const { errors } = form.formState;
  const change = useMutation({
    mutationFn: changePassword,
    onSuccess: (answer) => {
      client.setQueryData(sessionKeys.all, answer);
      form.reset();
      toast.success('Password changed', { detail: 'Every other session has ended.' });
    },
    onError: (error) => {
      if (error instanceof ApiError)
        for (const name of NAMES)
          if (error.errors[name]) form.setError(name, { message: error.errors[name].join(' ') }, { shouldFocus: true });
    },
  });
  return (
    <form className="grid w-full gap-[18px]" noValidate onSubmit={form.handleSubmit((values) => change.mutate(values))}>
      {change.error && !Object.keys(errors).length && (
        <Note tone="missed" alert title={messageOf(change.error)}>
          Your password is as it was.
        </Note>
      )}
      <Field label="Current password" error={errors.current_password?.message}>
        <PasswordInput autoComplete="current-password" {...form.register('current_password')} />
      </Field>
      <Field
        label="New password"
        hint="8 to 256 characters, any of them. Nothing easy to guess, such as your name."
        error={errors.new_password?.message}
      >
        <PasswordInput autoComplete="new-password" {...form.register('new_password')} />
      </Field>
      <div>
        <Button type="submit" busy={change.isPending} busyLabel="Saving...">
          Change password
        </Button>
      </div>
    </form>
  );
}
