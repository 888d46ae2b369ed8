import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { type Partner, partnerKeys } from '../api/partners.ts';
import { type AllSettings, settingsKeys, type Tagged } from '../api/settings.ts';

type Group = 'notifications' | 'time' | 'accountability';

/** Puts a saved group of settings into the cache, and into the page that shows all groups. */
export function putSettings<G extends Group>(client: QueryClient, group: G, answer: Tagged<AllSettings[G]>): void {
  client.setQueryData<Tagged<AllSettings[G]>>(settingsKeys[group] as QueryKey, answer);
  client.setQueryData<AllSettings>(settingsKeys.everything, (all) => all && { ...all, [group]: answer.value });
}

/** Puts a partner as the answer has them into the cached list, which is newest first. */
export const putPartner = (client: QueryClient, partner: Partner): void =>
  void client.setQueryData<Partner[]>(partnerKeys.all, (list) => list?.map((one) => (one.id === partner.id ? partner : one)));

/** After a change of the partner by another way: the settings say who it is and carry a tag of their own. */
export function readAccountability(client: QueryClient): void {
  void client.invalidateQueries({ queryKey: settingsKeys.accountability });
  void client.invalidateQueries({ queryKey: settingsKeys.everything });
}
