import { z } from 'zod';
import { defineEvent, type EventOf } from '../kernel/define-event.ts';
import { defineStream } from '../kernel/define-stream.ts';
import { id } from '../kernel/event-fields.ts';

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
