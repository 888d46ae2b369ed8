import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { type Partner, partnerKeys } from '../api/partners.ts';
import { type AllSettings, settingsKeys, type Tagged } from '../api/settings.ts';

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
