import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type KeyboardEvent, useState } from 'react';
import { saveProfile } from '../api/profile-cache.ts';
import { sessionQuery } from '../api/session.ts';
import { Field, Input, type InputProps } from '../ui/field.tsx';

/**
 * What a partner's form asks owners who have given no name: an invitation from nobody reads like a fraud. What is typed becomes
 * the name in the profile.
 */
export function useOwnName() {
  const client = useQueryClient();
  const user = useQuery({ ...sessionQuery(), refetchInterval: false }).data?.user ?? null;
  const [typed, setTyped] = useState('');
  const [wasLeft, setLeft] = useState(false);
  const isAsked = user !== null && (user.userMetadata?.fullName ?? '').trim() === '';
  const isMissing = isAsked && typed.trim() === '';
  return {
    isAsked,
    isComplete: !isMissing,
    address: user?.email ?? '',
    error: isMissing && wasLeft ? 'Tell your partner who asks.' : undefined,
    /** Marks what is missing. Gives whether nothing is. */
    attempt: (): boolean => {
      setLeft(true);
      return !isMissing;
    },
    /** Saves the name, where it was asked for. It comes before the invitation, which names the owner. */
    save: async (): Promise<void> => {
      if (isAsked) await saveProfile(client, { fullName: typed.trim() });
    },
    input: {
      value: typed,
      autoComplete: 'name',
      onChange: (event) => setTyped(event.target.value),
      onBlur: () => setLeft(true),
      onKeyDown: (event: KeyboardEvent) => event.key === 'Enter' && setLeft(true),
    } satisfies InputProps,
  };
}

interface FieldProps {
  readonly own: ReturnType<typeof useOwnName>;
  /** What the server refused. */
  readonly refused: string | undefined;
}

export function OwnNameField({ own, refused }: FieldProps) {
  if (!own.isAsked) return null;
  return (
    <Field
      label="What people call you"
      hint={`Your partner reads it in the invitation, beside your address ${own.address}. It is saved in your profile.`}
      error={own.error ?? refused}
    >
      <Input {...own.input} />
    </Field>
  );
}
