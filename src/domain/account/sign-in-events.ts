import { z } from 'zod';
import { defineEvent, defineStream, type EventOf, id } from '../kernel/define-event.ts';

const how = z.enum(['signin', 'confirm', 'reset', 'change', 'google', 'github']);
const STARTED: Readonly<Record<z.output<typeof how>, string>> = {
  signin: 'With the password.',
  confirm: 'By the confirmation link.',
  reset: 'By the link for a new password.',
  change: 'After a change of the password.',
  google: 'With Google.',
  github: 'With GitHub.',
};
const ENDED: Readonly<Record<string, string>> = {
  signout: 'Signed out on this device.',
  signin: 'Signed in again on this device, which ended the session that was there.',
};

export const SessionStarted = defineEvent({
  type: 'SessionStarted',
  startsStream: true,
  publicName: 'session.started',
  label: 'Signed in',
  meaning: 'The owner signed in on a device.',
  since: '0.1.0',
  history: 'account',
  data: z.strictObject({
    how: how.describe('With the password, by a link, after a change of the password, or with Google or GitHub.'),
    new_device: z
      .literal(true)
      .optional()
      .describe(
        'In a browser in which nobody had signed in to the account before; left out: in a known one, or in the one that confirmed.',
      ),
    locale: z
      .string()
      .max(35)
      .optional()
      .describe(
        'The locale of the browser (BCP 47), which mails follow from then on; left out: the browser names none. Older events lack it.',
      ),
  }),
  example: { data: { how: 'signin' } },
  detail: ({ data }) => `${STARTED[data.how] ?? 'Signed in.'}${data.new_device ? ' In a browser that was not known here.' : ''}`,
});
export type SessionStarted = EventOf<typeof SessionStarted>;

export const SessionEnded = defineEvent({
  type: 'SessionEnded',
  publicName: 'session.ended',
  label: 'Signed out',
  meaning: 'The owner signed out on a device, or signed in there again.',
  since: '0.1.0',
  history: 'account',
  data: z.strictObject({ how: z.enum(['signout', 'signin']).describe('By signing out, or by signing in again in the same browser.') }),
  example: { data: { how: 'signout' } },
  detail: ({ data }) => ENDED[data.how] ?? null,
});
export type SessionEnded = EventOf<typeof SessionEnded>;

/**
 * Each refusal has its own stream, so that no stream grows while somebody guesses passwords. It does not say who tried, because nobody
 * knows.
 */
export const SessionRefused = defineEvent({
  type: 'SessionRefused',
  startsStream: true,
  publicName: 'session.refused',
  label: 'Sign-in refused',
  meaning: 'Somebody tried to sign in with the confirmed address of the account and a wrong password.',
  since: '0.1.0',
  history: 'account',
  data: z.strictObject({}),
  example: { data: {} },
  detail: () => 'The password was wrong. Nobody was signed in.',
});

/** There is one stream for each session, and one for each refused sign-in. */
export const SESSION_EVENTS = [SessionStarted, SessionEnded, SessionRefused] as const;
export type SessionEvent = EventOf<(typeof SESSION_EVENTS)[number]>;
export const sessionStream = defineStream('session');

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

export const IdentityLinked = defineEvent({
  type: 'IdentityLinked',
  startsStream: true,
  publicName: 'identity.linked',
  label: 'Way of signing in added',
  meaning: 'Whoever comes from this provider as this person is signed in to the account from now on.',
  since: '0.1.0',
  history: 'account',
  webhook: false,
  data: z.strictObject({ user_id: id.describe('The user.'), platform: z.enum(['google', 'github']).describe('The provider.') }),
  example: { data: { user_id: '01936c5e-7d11-7c55-9a10-0f3c6a4c2b01', platform: 'google' } },
  detail: ({ data }) => (data.platform === 'google' ? 'Google.' : 'GitHub.'),
});

/** There is one stream for each person at a provider, named by a keyed hash. It says which account belongs to them. */
export const IDENTITY_EVENTS = [IdentityLinked] as const;
export type IdentityEvent = EventOf<(typeof IDENTITY_EVENTS)[number]>;
export const identityStream = defineStream('identity');
