import { type QueryClient, type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { useState } from 'react';
import { type Partner, partnerKeys } from '../api/partners.ts';
import { ApiError, failedWith, messageOf } from '../api/problem.ts';
import { type AllSettings, settingsKeys, type Tagged } from '../api/settings.ts';
import { plural } from '../lib/words.ts';
import { Button } from '../ui/button.tsx';
import { Note } from '../ui/note.tsx';
import { toast } from '../ui/toast.tsx';

type Group = 'notifications' | 'time' | 'accountability';

/** Puts a saved group of settings into the cache, on its own and among all settings. */
export function putSettings<G extends Group>(client: QueryClient, group: G, answer: Tagged<AllSettings[G]>): void {
  client.setQueryData<Tagged<AllSettings[G]>>(settingsKeys[group] as QueryKey, answer);
  client.setQueryData<AllSettings>(settingsKeys.everything, (all) => all && { ...all, [group]: answer.value });
}

/** Replaces a partner in the cached list. */
export const putPartner = (client: QueryClient, partner: Partner): void =>
  void client.setQueryData<Partner[]>(partnerKeys.all, (list) => list?.map((one) => (one.id === partner.id ? partner : one)));

/**
 * Changes of the partner and of the accountability settings run one after the other, since each of them changes the ETag that
 * the next one sends.
 */
export const ACCOUNTABILITY_WRITES = { id: 'accountability' } as const;

/**
 * Reads the accountability settings again after a change of the partner, since they name the partner and have an ETag of their
 * own. Gives a promise that is fulfilled once they are read.
 */
export async function readAccountability(client: QueryClient): Promise<void> {
  void client.invalidateQueries({ queryKey: settingsKeys.everything });
  await client.invalidateQueries({ queryKey: settingsKeys.accountability });
}

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

interface SaveBarProps {
  readonly changed: number;
  readonly saving: boolean;
  readonly fault: SaveFault | null;
  readonly onDiscard: () => void;
}

/** The bar at the bottom of a form: a failure, the number of unsaved changes, and the buttons. */
export const SaveBar = ({ changed, saving, fault, onDiscard }: SaveBarProps) => (
  <>
    {fault && (
      <Note tone="missed" alert title={fault.title} className="set-fault">
        {fault.text}
      </Note>
    )}
    <div className={clsx('set-save', changed > 0 && 'is-due')}>
      <span className="s2 q2" role="status">
        {changed > 0 ? `${plural(changed, 'change')} not saved` : ''}
      </span>
      {changed > 0 && (
        <Button disabled={saving} onClick={onDiscard}>
          Discard
        </Button>
      )}
      <Button variant="primary" type="submit" busy={saving} busyLabel="Saving...">
        Save Changes
      </Button>
    </div>
  </>
);
