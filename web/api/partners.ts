import { queryOptions } from '@tanstack/react-query';
import type { Partner as WirePartner } from '../../src/contracts/partner.ts';
import { type Camel, camel } from './camel.ts';
import { json, send } from './client.ts';

export type Partner = Camel<WirePartner>;
export type PartnerDetail = Partner['detail'];

export const partnerKeys = { all: ['partners'] as const };
const path = (id: string, rest = ''): string => `/api/partners/${encodeURIComponent(id)}${rest}`;

/** All partners, newest first. At most one of each role is invited or accepted. */
export const partnersQuery = () =>
  queryOptions({
    queryKey: partnerKeys.all,
    queryFn: async ({ signal }) =>
      (await json<WirePartner[]>('/api/partners', { signal, fallback: 'Failed to fetch partners' })).map(camel),
  });

/** Whether somebody is a partner at present: invited or accepted. */
export const isCurrent = ({ status }: Pick<Partner, 'status'>): boolean => status === 'invited' || status === 'accepted';
/** The present partner of this role. */
export const currentOf = (partners: readonly Partner[], role: Partner['role']): Partner | undefined =>
  partners.find((one) => one.role === role && isCurrent(one));

/** How somebody is called and reached. */
export type Person = Pick<Partner, 'name' | 'email' | 'whatsapp'>;

/** Invites a partner: the first one if there is none, otherwise the second one. `key` is the idempotency key. */
export const createPartner = async (person: Person, key: string): Promise<Partner> =>
  camel(await json<WirePartner>('/api/partners', { method: 'POST', body: person, key, fallback: 'Failed to invite the partner' }));

const edit = async (id: string, body: object, fallback: string): Promise<Partner> =>
  camel(await json<WirePartner>(path(id), { method: 'PATCH', body, fallback }));
export const setPartnerDetail = (id: string, detail: PartnerDetail) => edit(id, { detail }, 'Failed to update partner');
export const changePerson = (id: string, person: Person) => edit(id, person, 'Failed to update partner');
export const removePartner = (id: string) => edit(id, { status: 'removed' }, 'Failed to remove partner');
/** Asks the server to send the partner a progress summary now. */
export const sendSummary = (id: string) =>
  send(path(id, '/summary'), { method: 'POST', fallback: 'Failed to send the summary' }).then(() => undefined);
