import { z } from 'zod';
import { defineEvent, type EventOf } from '../kernel/define-event.ts';
import { defineStream } from '../kernel/define-stream.ts';
import { id } from '../kernel/event-fields.ts';

const data = z.strictObject({ user_id: id.describe('The user.') });
const example = { data: { user_id: '01936c5e-7d11-7c55-9a10-0f3c6a4c2b01' } };
const common = { since: '0.1.0', history: null, webhook: false, data, example } as const;

export const AddressReserved = defineEvent({
  ...common,
  type: 'AddressReserved',
  startsStream: true,
  publicName: 'address.reserved',
  label: 'Address reserved',
  meaning: "An email address is this user's, and no other sign-up with it can be confirmed.",
});
export const AddressReleased = defineEvent({
  ...common,
  type: 'AddressReleased',
  publicName: 'address.released',
  label: 'Address released',
  meaning: 'An email address is free again.',
});

/** This stream makes addresses unique: there is one for each address, named by the keyed hash of the address in lower case. */
export const ADDRESS_EVENTS = [AddressReserved, AddressReleased] as const;
export type AddressEvent = EventOf<(typeof ADDRESS_EVENTS)[number]>;
export const addressStream = defineStream('address');
