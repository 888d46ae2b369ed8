import { queryOptions } from '@tanstack/react-query';
import * as calls from '../../src/contracts/calls/partner.ts';
import type { Partner as WirePartner } from '../../src/contracts/partner.ts';
import type { Camel } from './names.ts';
import { request, requestDone } from './request.ts';

export type Partner = Camel<WirePartner>;
export type PartnerDetail = Partner['detail'];

export const partnerKeys = { all: ['partners'] as const };

/** Newest first. At most one partner of each role is invited or accepted; the others are former partners. */
export const partnersQuery = () =>
  queryOptions({
    queryKey: partnerKeys.all,
    queryFn: ({ signal }) => request(calls.listPartners, { signal }),
  });

/** Former partners have declined, unsubscribed or been removed. */
export const isCurrent = ({ status }: Pick<Partner, 'status'>): boolean => status === 'invited' || status === 'accepted';
/** The invited or accepted partner of this role. */
export const currentOf = (partners: readonly Partner[], role: Partner['role']): Partner | undefined =>
  partners.find((one) => one.role === role && isCurrent(one));

export type Person = Pick<Partner, 'name' | 'email' | 'whatsapp'>;

/** Invites the first partner if there is none, otherwise the second one. `key` is the idempotency key. */
export const createPartner = (person: Person, key: string): Promise<Partner> => request(calls.invitePartner, { body: person, key });

export const setPartnerDetail = (id: string, detail: PartnerDetail): Promise<Partner> =>
  request(calls.changePartner, { params: { id }, body: { detail } });
export const changePerson = (id: string, person: Person): Promise<Partner> =>
  request(calls.changePartner, { params: { id }, body: person });
/** The API removes a partner by a change, but the person should read that the removal failed. */
const removal = { ...calls.changePartner, failure: 'Failed to remove partner' };
export const removePartner = (id: string): Promise<Partner> => request(removal, { params: { id }, body: { status: 'removed' } });
/** Asks the server to send the partner a progress summary now. */
export const sendSummary = (id: string) => requestDone(calls.sendSummary, { params: { id } });
