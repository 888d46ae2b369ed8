import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Controller, useForm } from 'react-hook-form';
import { profileBody } from '../../src/contracts/account.ts';
import { checkedBy } from '../api/form-schema.ts';
import { ApiError, failedWith, messageOf } from '../api/problem.ts';
import { type Profile, profileKeys } from '../api/profile.ts';
import { saveProfile } from '../api/profile-cache.ts';
import { sessionKeys } from '../api/session.ts';
import { Avatar } from '../ui/avatar.tsx';
import { Button } from '../ui/button.tsx';
import { Field, Input } from '../ui/field.tsx';
import { Note } from '../ui/note.tsx';
import { toast } from '../ui/toast.tsx';
import { ZonePicker } from '../ui/zone-picker.tsx';

interface Loaded {
  value: Profile;
  etag: string | null;
}

const fields = profileBody.pick({ full_name: true, timezone: true, avatar_url: true });
const NAMES = ['fullName', 'timezone', 'avatarUrl'] as const;

export function ProfileForm({ loaded }: { loaded: Loaded }) {
  const client = useQueryClient();
  const { fullName, timezone, avatarUrl, email } = loaded.value;
  const form = useForm({
    resolver: checkedBy(fields),
    mode: 'onTouched',
    values: { fullName, timezone, avatarUrl },
    resetOptions: { keepDirtyValues: true },
  });
  const { errors, isDirty } = form.formState;

  const save = useMutation({
    mutationFn: (values: Partial<Profile>) => saveProfile(client, values, loaded.etag),
    onSuccess: (answer) => {
      form.reset({ fullName: answer.value.fullName, timezone: answer.value.timezone, avatarUrl: answer.value.avatarUrl });
      // All dates and figures depend on the time zone.
      if (answer.value.timezone !== timezone)
        void client.invalidateQueries({
          predicate: ({ queryKey }) => ![sessionKeys.all[0], profileKeys.all[0]].includes(queryKey[0] as never),
        });
      toast.success('Profile saved');
    },
    onError: (error) => {
      if (error instanceof ApiError)
        for (const name of NAMES) if (error.errors[name]) form.setError(name, { message: error.errors[name].join(' ') });
      if (failedWith(error, 'precondition_failed')) void client.invalidateQueries({ queryKey: profileKeys.all });
    },
  });
  const stale = failedWith(save.error, 'precondition_failed');
  const [name, picture] = form.watch(['fullName', 'avatarUrl']);

  return (
    <form className="grid w-full gap-[18px]" noValidate onSubmit={form.handleSubmit((values) => save.mutate(values))}>
      {save.error && !Object.keys(errors).length && (
        <Note tone="missed" alert title={stale ? 'Your profile was changed elsewhere.' : messageOf(save.error)}>
          {stale ? 'What you typed is still here; save again to write it over.' : 'Nothing was changed; what you typed is still here.'}
        </Note>
      )}
      <div className="flex items-center gap-3">
        <Avatar
          size="l"
          person={{ email, userMetadata: { fullName: name ?? '', avatarUrl: picture && !errors.avatarUrl ? picture : null } }}
        />
        <span className="min-w-0">
          <span className="s2 q3 block">Signed in as</span>
          <span className="block truncate">{email}</span>
        </span>
      </div>
      <Field label="Full name" note="optional" error={errors.fullName?.message}>
        <Input autoComplete="name" {...form.register('fullName')} />
      </Field>
      <Field
        label="Picture"
        note="optional"
        hint="The web address of a picture. Without one, your initials are shown."
        error={errors.avatarUrl?.message}
      >
        <Input
          type="url"
          inputMode="url"
          placeholder="https://"
          {...form.register('avatarUrl', { setValueAs: (text: string | null) => (text?.trim() ? text.trim() : null) })}
        />
      </Field>
      <Field
        label="Timezone"
        hint="After a change, tasks due within 48 hours stay due at the same moment. Tasks due later keep their date and time."
        error={errors.timezone?.message}
      >
        <Controller
          control={form.control}
          name="timezone"
          render={({ field }) => <ZonePicker name={field.name} value={field.value ?? ''} onChange={field.onChange} onBlur={field.onBlur} />}
        />
      </Field>
      <div className="flex gap-2">
        <Button type="submit" variant="primary" disabled={!isDirty} busy={save.isPending} busyLabel="Saving...">
          Save Changes
        </Button>
        {isDirty && (
          <Button variant="ghost" onClick={() => form.reset()}>
            Discard
          </Button>
        )}
      </div>
    </form>
  );
}
