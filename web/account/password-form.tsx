import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { useLocation } from 'react-router-dom';
import { passwordBody } from '../../src/contracts/account.ts';
import type { Platform } from '../api/connections.ts';
import { checkedBy } from '../api/form-schema.ts';
import { ApiError, failedWith, messageOf } from '../api/problem.ts';
import { changePassword, ownUserKeys, sessionKeys } from '../api/session.ts';
import { Button } from '../ui/button.tsx';
import { Field, PasswordInput } from '../ui/field.tsx';
import { Note } from '../ui/note.tsx';
import { toast } from '../ui/toast.tsx';
import { ReturnLinks } from './fresh-return.tsx';

const CHANGE = passwordBody.required({ current_password: true });
const NAMES = ['currentPassword', 'newPassword'] as const;

interface PasswordFormProps {
  /** Whether it is the first one: then there is no current one to ask for. */
  readonly first: boolean;
  readonly platform: Platform | null;
}

export function PasswordForm({ first, platform }: PasswordFormProps) {
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
        for (const name of NAMES)
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
