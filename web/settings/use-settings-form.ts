import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError, failedWith, messageOf } from '../api/problem.ts';
import { type AllSettings, settingsKeys, type Tagged } from '../api/settings.ts';
import { toast } from '../ui/toast.tsx';
import { putSettings } from './settings-cache.ts';

export const SAVED = 'Changes saved successfully!';
const NOT_SAVED = 'Failed to save changes.';

export interface SaveFault {
  readonly title: string;
  readonly text: string;
  /** The server's error messages by field. */
  readonly fields: Readonly<Record<string, string>>;
}

/** How a failed save is shown: a title, a sentence, and the error messages by field. */
export function saveFault(error: unknown): SaveFault {
  const fields =
    error instanceof ApiError
      ? Object.fromEntries(Object.entries(error.errors).map(([name, sentences]) => [name, sentences.join(' ')]))
      : {};
  if (failedWith(error, 'precondition_failed'))
    return { title: NOT_SAVED, text: 'They were changed elsewhere. What you set is still here; save again to write it over.', fields };
  if (Object.keys(fields).length > 0) return { title: NOT_SAVED, text: 'See what is marked.', fields };
  const reason =
    error instanceof ApiError && error.status > 0 && error.status < 500 && !/^Failed to update/.test(error.message)
      ? `${messageOf(error)} `
      : '';
  return { title: NOT_SAVED, text: `${reason}Nothing was changed; what you set is still here.`, fields };
}

/**
 * The state of a settings form: its values, the number of changes, and functions to change, discard and save. Values without a
 * change follow the server.
 */
export function useSettingsForm<G extends 'notifications' | 'time', T extends object>(
  loaded: Tagged<T>,
  group: G,
  send: (value: T, etag: string | null) => Promise<Tagged<AllSettings[G]>>,
) {
  const client = useQueryClient();
  const [changes, setChanges] = useState<Partial<T>>({});
  const values: T = { ...loaded.value, ...changes };
  const changed = (Object.keys(values) as (keyof T)[]).filter((name) => values[name] !== loaded.value[name]).length;
  const mutation = useMutation({
    mutationFn: (value: T) => send(value, loaded.etag),
    onSuccess: (answer) => {
      putSettings(client, group, answer);
      setChanges({});
      toast.success(SAVED, { id: 'settings-saved' });
    },
    onError: (error) => {
      if (failedWith(error, 'precondition_failed')) void client.invalidateQueries({ queryKey: settingsKeys[group] });
    },
  });
  return {
    values,
    changed,
    set: (change: Partial<T>) => {
      setChanges((before) => ({ ...before, ...change }));
      mutation.reset();
    },
    discard: () => {
      setChanges({});
      mutation.reset();
    },
    save: mutation.mutate,
    saving: mutation.isPending,
    fault: mutation.error ? saveFault(mutation.error) : null,
  };
}
