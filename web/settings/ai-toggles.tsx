import { useMutation, useQueryClient } from '@tanstack/react-query';
import { failedWith } from '../api/problem.ts';
import { type Accountability, getAccountability, settingsKeys, type Tagged, updateAccountability } from '../api/settings.ts';
import { markStale, readStale, stopReads } from '../api/stale.ts';
import { Switch } from '../ui/choice.tsx';
import { putSettings } from './settings-cache.ts';

type Toggle = 'ai_email' | 'ai_coding' | 'ai_system_design' | 'ai_general';
const TOGGLES: readonly (readonly [Toggle, string])[] = [
  ['ai_email', 'Email Tasks'],
  ['ai_coding', 'Coding Tasks'],
  ['ai_system_design', 'System Design Tasks'],
  ['ai_general', 'General Tasks'],
];
const ON = 'AI will give you quality feedback on these tasks.';
const OFF = 'Only your human partner will be notified for these tasks.';

interface Change {
  readonly name: Toggle;
  readonly on: boolean;
}

const MUTATION = ['ai-toggles'] as const;

/** Saves the whole object with the toggle changed. When it has changed meanwhile, the toggle is applied to the new state. */
async function send({ name, on }: Change, known: Tagged<Accountability>): Promise<Tagged<Accountability>> {
  try {
    return await updateAccountability({ ...known.value, [name]: on }, known.etag);
  } catch (error) {
    if (!failedWith(error, 'precondition_failed')) throw error;
    const fresh = await getAccountability();
    return updateAccountability({ ...fresh.value, [name]: on }, fresh.etag);
  }
}

/** Shows a toggle at once and saves it, one after the other. One that fails is reverted without a message. */
function useToggle() {
  const client = useQueryClient();
  const key = settingsKeys.accountability;
  const put = (name: Toggle, on: boolean) =>
    client.setQueryData<Tagged<Accountability>>(key, (now) => now && { ...now, value: { ...now.value, [name]: on } });
  const isLast = (): boolean => client.isMutating({ mutationKey: MUTATION }) <= 1;
  return useMutation({
    mutationKey: MUTATION,
    scope: { id: 'ai-toggles' },
    mutationFn: async (change: Change) => {
      const known = client.getQueryData<Tagged<Accountability>>(key);
      if (!known) throw new Error('Nothing was loaded.');
      return send(change, known);
    },
    onMutate: async ({ name, on }) => {
      put(name, on);
      await stopReads(client, key);
    },
    onSuccess: (answer) => {
      if (isLast()) putSettings(client, 'accountability', answer);
      // Toggles that wait behind this one stay as they are shown. The next one is sent with the new ETag.
      else client.setQueryData<Tagged<Accountability>>(key, (now) => now && { ...now, etag: answer.etag });
    },
    onError: (_error, { name, on }) => {
      put(name, !on);
      markStale(client, [key]);
    },
    onSettled: () => {
      if (isLast()) readStale(client);
    },
  });
}

export function AiToggles({ value }: { value: Accountability }) {
  const toggle = useToggle();
  return (
    <div className="set-toggles">
      {TOGGLES.map(([name, label]) => (
        <Switch
          key={name}
          label={label}
          hint={value[name] ? ON : OFF}
          checked={value[name]}
          onChange={(on) => toggle.mutate({ name, on })}
        />
      ))}
    </div>
  );
}
