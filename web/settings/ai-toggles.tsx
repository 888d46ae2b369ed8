import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type Accountability, settingsKeys, type Tagged, updateAccountability } from '../api/settings.ts';
import { Switch } from '../ui/choice.tsx';

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

/** Shown at once and saved at once, one after the other; what fails goes back without a word. */
function useToggle() {
  const client = useQueryClient();
  const key = settingsKeys.accountability;
  const put = (name: Toggle, on: boolean) =>
    client.setQueryData<Tagged<Accountability>>(key, (now) => now && { ...now, value: { ...now.value, [name]: on } });
  return useMutation({
    scope: { id: 'ai-toggles' },
    mutationFn: async ({ name, on }: Change) => {
      const now = client.getQueryData<Tagged<Accountability>>(key);
      if (!now) throw new Error('Nothing was loaded.');
      return updateAccountability({ ...now.value, [name]: on }, now.etag);
    },
    onMutate: async ({ name, on }) => {
      await client.cancelQueries({ queryKey: key });
      put(name, on);
    },
    // The tag is of what was saved; the toggles that wait behind this one stay as they are shown.
    onSuccess: ({ etag }) => client.setQueryData<Tagged<Accountability>>(key, (now) => now && { ...now, etag }),
    onError: (_error, { name, on }) => {
      put(name, !on);
      void client.invalidateQueries({ queryKey: key });
    },
    onSettled: () => client.invalidateQueries({ queryKey: settingsKeys.everything }),
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
