import { useQuery } from '@tanstack/react-query';
import { partnersQuery } from '../api/partners.ts';
import { accountabilityQuery } from '../api/settings.ts';
import type { Verification } from '../api/verifications.ts';

/** The name of the partner who judges a task that names this partner; null: nobody has accepted. */
export function usePartnerName(named: string | null): string | null {
  const accepted = useQuery(partnersQuery()).data?.filter(({ status }) => status === 'accepted') ?? [];
  const judge = accepted.find(({ id }) => id === named) ?? accepted.find(({ role }) => role === 'first');
  return judge?.name ?? null;
}

/** The switch of the settings for each kind of proof. */
const SWITCHES = { email: 'aiEmail', coding: 'aiCoding', system_design: 'aiSystemDesign', general: 'aiGeneral' } as const;

/** Whether the AI looks at proof of this kind. */
export function useAiLooksAt(type: Verification['type']): boolean {
  const settings = useQuery(accountabilityQuery()).data?.value;
  return settings !== undefined && type !== 'none' && settings[SWITCHES[type]];
}
