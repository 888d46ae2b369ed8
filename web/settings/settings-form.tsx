import { type QueryClient, type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import { clsx } from 'clsx';
import type { FieldValues } from 'react-hook-form';
import { plural } from '../../src/contracts/words/format.ts';
import { type Partner, partnerKeys } from '../api/partners.ts';
import { ApiError, failedWith, messageOf } from '../api/problem.ts';
import { type AllSettings, settingsKeys, type Tagged } from '../api/settings.ts';
import type { Check } from '../forms/check.ts';
import { useCallForm } from '../forms/use-call-form.ts';
import { Button } from '../ui/button.tsx';
import { Note } from '../ui/note.tsx';
import { Status } from '../ui/status.tsx';
import textStyles from '../ui/text.module.css';
import { toast } from '../ui/toast.tsx';
import styles from './settings-form.module.css';

type Group = 'notifications' | 'time' | 'accountability' | 'channels';

/** Updates the cache of this group and of all settings. */
export function putSettings<G extends Group>(client: QueryClient, group: G, answer: Tagged<AllSettings[G]>): void {
  client.setQueryData<Tagged<AllSettings[G]>>(settingsKeys[group] as QueryKey, answer);
  client.setQueryData<AllSettings>(settingsKeys.everything, (all) => all && { ...all, [group]: answer.value });
}

export const putPartner = (client: QueryClient, partner: Partner): void =>
  void client.setQueryData<Partner[]>(partnerKeys.all, (list) => list?.map((one) => (one.id === partner.id ? partner : one)));

/**
 * Changes of the partner and of the accountability settings run one after the other, because each of them changes the ETag that
 * the next one sends.
 */
export const ACCOUNTABILITY_WRITES = { id: 'accountability' } as const;

/**
 * Reads the accountability settings again after a change of the partner, because they contain the partner's name and have their
 * own ETag. Resolves after the read.
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
}

/** The message above the form. Messages about single fields are shown at the fields. */
export function saveFault(error: unknown): SaveFault {
  if (failedWith(error, 'precondition_failed'))
    return { title: NOT_SAVED, text: 'They were changed elsewhere. What you set is still here; save again to write it over.' };
  if (error instanceof ApiError && Object.keys(error.errors).length > 0) return { title: NOT_SAVED, text: 'See what is marked.' };
  const reason =
    error instanceof ApiError && error.status > 0 && error.status < 500 && !/^Failed to update/.test(error.message)
      ? `${messageOf(error)} `
      : '';
  return { title: NOT_SAVED, text: `${reason}Nothing was changed; what you set is still here.` };
}

/**
 * Fields that the person has changed keep their value when the server's values are read again. The other fields follow the
 * server.
 */
export const FOLLOWING = { resetOptions: { keepDirtyValues: true, keepErrors: true, keepIsSubmitted: true }, untilChange: true } as const;

interface SettingsFormProps<V extends FieldValues, Body> {
  readonly resolver: Check<V, Body>;
  /** The server's values in the shape of the form. */
  readonly values: NoInfer<V>;
  readonly etag: string | null;
}

export function useSettingsForm<G extends 'notifications' | 'time' | 'channels', V extends FieldValues, Body>(
  group: G,
  { resolver, values, etag }: SettingsFormProps<V, Body>,
  send: (body: Body, etag: string | null) => Promise<Tagged<AllSettings[G]>>,
  valuesOf: (saved: AllSettings[G]) => V,
) {
  const client = useQueryClient();
  const mutation = useMutation({
    mutationFn: (body: Body) => send(body, etag),
    onSuccess: (answer) => {
      putSettings(client, group, answer);
      form.reset(valuesOf(answer.value));
      toast.success(SAVED, { id: 'settings-saved' });
    },
    onError: (error) => {
      if (failedWith(error, 'precondition_failed')) void client.invalidateQueries({ queryKey: settingsKeys[group] });
    },
  });
  const form = useCallForm<V, Body>({ ...FOLLOWING, resolver, values, send: mutation.mutateAsync });
  const typed = form.watch();
  const bar: SaveBarProps = {
    changed: Object.keys(values).filter((name) => typed[name] !== values[name]).length,
    saving: mutation.isPending,
    fault: form.error ? saveFault(form.error) : null,
    onDiscard: () => {
      form.reset(values);
      form.forget();
    },
  };
  return { form, bar };
}

interface SaveBarProps {
  readonly changed: number;
  readonly saving: boolean;
  readonly fault: SaveFault | null;
  readonly onDiscard: () => void;
}

export const SaveBar = ({ changed, saving, fault, onDiscard }: SaveBarProps) => (
  <>
    {fault && (
      <Note tone="missed" alert title={fault.title} className={styles.fault}>
        {fault.text}
      </Note>
    )}
    <div className={clsx(styles.bar, changed > 0 && styles.due)}>
      <Status className={clsx(textStyles.small, textStyles.muted)}>{changed > 0 ? `${plural(changed, 'change')} not saved` : ''}</Status>
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
