import { useMutation, useMutationState, useQueryClient } from '@tanstack/react-query';
import { failedWith } from '../api/problem.ts';
import { type Accountability, getAccountability, settingsKeys, type Tagged, updateAccountability } from '../api/settings.ts';
import { markStale, readAfterChange, stopReads } from '../api/stale.ts';
import { Switch } from '../ui/choice.tsx';
import { ACCOUNTABILITY_WRITES, putSettings } from './settings-cache.ts';

type Toggle = 'aiEmail' | 'aiCoding' | 'aiSystemDesign' | 'aiGeneral';
const TOGGLES: readonly (readonly [Toggle, string])[] = [
  ['aiEmail', 'Email Tasks'],
  ['aiCoding', 'Coding Tasks'],
  ['aiSystemDesign', 'System Design Tasks'],
  ['aiGeneral', 'General Tasks'],
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

/** Saves toggles, one after the other and after any other change of the partner. One that fails is reverted without a message. */
function useToggle() {
  const client = useQueryClient();
  const key = settingsKeys.accountability;
  return useMutation({
    mutationKey: MUTATION,
    scope: ACCOUNTABILITY_WRITES,
    mutationFn: async (change: Change) => {
      await stopReads(client, key);
      const known = client.getQueryData<Tagged<Accountability>>(key);
      if (!known) throw new Error('Nothing was loaded.');
      return send(change, known);
    },
    onSuccess: (answer) => putSettings(client, 'accountability', answer),
    onError: () => markStale(client, [key]),
    onSettled: () => readAfterChange(client, 0),
  });
}

/** The settings as they will be once the toggles that are being saved, or wait for it, are saved. */
function useShown(saved: Accountability): Accountability {
  const changes = useMutationState({
    filters: { mutationKey: MUTATION, status: 'pending' },
    select: ({ state }) => state.variables as Change | undefined,
  });
  return { ...saved, ...Object.fromEntries(changes.flatMap((change) => (change ? [[change.name, change.on]] : []))) };
}

export function AiToggles({ value }: { value: Accountability }) {
  const toggle = useToggle();
  const shown = useShown(value);
  return (
    <div className="set-toggles">
      {TOGGLES.map(([name, label]) => (
        <Switch
          key={name}
          label={label}
          hint={shown[name] ? ON : OFF}
          checked={shown[name]}
          onChange={(on) => toggle.mutate({ name, on })}
        />
      ))}
    </div>
  );
}
