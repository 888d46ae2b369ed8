import { useQuery } from '@tanstack/react-query';
import { accountabilityQuery } from '../api/settings.ts';
import type { Verification } from '../api/verifications.ts';

const useAccountability = () => useQuery(accountabilityQuery()).data?.value;

/** The name of the partner who has accepted, or null. */
export function usePartnerName(): string | null {
  const settings = useAccountability();
  return settings?.partner_status === 'accepted' ? settings.partner_name : null;
}

/** Whether the AI looks at proof of this kind. */
export function useAiLooksAt(type: Verification['type']): boolean {
  const settings = useAccountability();
  return settings !== undefined && type !== 'none' && settings[`ai_${type}`];
}
