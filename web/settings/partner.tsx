import { useMutation, useMutationState, useQuery, useQueryClient } from '@tanstack/react-query';
import { isCurrent, type Partner as PartnerRecord, partnersQuery } from '../api/partners.ts';
import { failedWith } from '../api/problem.ts';
import { markStale, readAfterChange, stopReads } from '../api/query-client.ts';
import {
  type Accountability,
  accountabilityQuery,
  getAccountability,
  settingsKeys,
  type Tagged,
  updateAccountability,
} from '../api/settings.ts';
import { Switch } from '../ui/choice.tsx';
import { SettingsBlock } from '../ui/page.tsx';
import { PartnerActions, PartnerDetailChoice, PartnerStatus, PartnerTrail } from './current-partner.tsx';
import { Loaded, SettingsFrame } from './frame.tsx';
import { PartnerForm } from './partner-form.tsx';
import { SecondPartner } from './second-partner.tsx';
import styles from './settings-form.module.css';
import { ACCOUNTABILITY_WRITES, putSettings } from './settings-form.tsx';

type Toggle = 'aiEmail' | 'aiCoding' | 'aiSystemDesign' | 'aiGeneral';
const TOGGLES: readonly (readonly [Toggle, string])[] = [
  ['aiEmail', 'Email Tasks'],
  ['aiCoding', 'Coding Tasks'],
  ['aiSystemDesign', 'System Design Tasks'],
  ['aiGeneral', 'General Tasks'],
];
const AI_ON = 'AI will give you quality feedback on these tasks.';
const AI_OFF = 'Only your human partner will be notified for these tasks.';

interface Change {
  readonly name: Toggle;
  readonly on: boolean;
}

const MUTATION = ['ai-toggles'] as const;

/**
 * Saves the whole object with the toggle changed. If the object has changed in the meantime, the toggle is applied to the new
 * state.
 */
async function send({ name, on }: Change, known: Tagged<Accountability>): Promise<Tagged<Accountability>> {
  try {
    return await updateAccountability({ ...known.value, [name]: on }, known.etag);
  } catch (error) {
    if (!failedWith(error, 'precondition_failed')) throw error;
    const fresh = await getAccountability();
    return updateAccountability({ ...fresh.value, [name]: on }, fresh.etag);
  }
}

/**
 * Toggles are saved one after the other, after other changes of the partner. A toggle that could not be saved reverts
 * without a message.
 */
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
    onSettled: () => void readAfterChange(client),
  });
}

/** The settings with the toggles that are still being saved or waiting. */
function useShown(saved: Accountability): Accountability {
  const changes = useMutationState({
    filters: { mutationKey: MUTATION, status: 'pending' },
    select: ({ state }) => state.variables as Change | undefined,
  });
  return { ...saved, ...Object.fromEntries(changes.flatMap((change) => (change ? [[change.name, change.on]] : []))) };
}

function AiToggles({ value }: { value: Accountability }) {
  const toggle = useToggle();
  const shown = useShown(value);
  return (
    <div className={styles.toggles}>
      {TOGGLES.map(([name, label]) => (
        <Switch
          key={name}
          label={label}
          hint={shown[name] ? AI_ON : AI_OFF}
          checked={shown[name]}
          onChange={(on) => toggle.mutate({ name, on })}
        />
      ))}
    </div>
  );
}

interface CardProps {
  readonly loaded: Tagged<Accountability>;
  readonly record: PartnerRecord | undefined;
}

function PartnerCard({ loaded, record }: CardProps) {
  const { partnerName: name, partnerEmail: email, partnerStatus: status } = loaded.value;
  const isThere = status !== null && isCurrent({ status });
  const current = isThere ? record : undefined;
  return (
    <>
      {status !== null && <PartnerStatus partner={{ role: 'first', name, email, status }} />}
      <PartnerForm loaded={loaded} isNew={!isThere}>
        {current && <PartnerActions partner={current} />}
      </PartnerForm>
      {current && <PartnerDetailChoice partner={current} />}
    </>
  );
}

/** The partner answers in a mail, so the page is read again each time its window gets the focus. */
const REFETCH_ON_FOCUS = { refetchOnWindowFocus: 'always' } as const;

export function Partner() {
  const query = useQuery({ ...accountabilityQuery(), ...REFETCH_ON_FOCUS });
  const partners = useQuery({ ...partnersQuery(), ...REFETCH_ON_FOCUS }).data;
  const status = query.data?.value.partnerStatus ?? null;
  const first = status === null ? undefined : partners?.find(({ role }) => role === 'first');
  return (
    <SettingsFrame title="Accountability partner">
      <Loaded query={query} failed="Failed to load accountability settings." loading="Loading accountability settings" lines={12}>
        {(loaded) => (
          <>
            <SettingsBlock
              first
              title="Your partner"
              text="Hears of missed deadlines, skipped tasks and moves, and may sign off proof."
              aside={first && <PartnerTrail partner={first} />}
            >
              <PartnerCard loaded={loaded} record={first} />
            </SettingsBlock>
            {partners && <SecondPartner partners={partners} />}
            <SettingsBlock
              title="AI as Accountability Partner"
              text="Reads proof beside your partner, type by type. It never signs for them."
            >
              <AiToggles value={loaded.value} />
            </SettingsBlock>
          </>
        )}
      </Loaded>
    </SettingsFrame>
  );
}
