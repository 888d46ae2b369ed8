import { z } from 'zod';
import { defineEvent, type EventOf } from '../kernel/define-event.ts';
import { instant } from '../kernel/event-fields.ts';

const common = { since: '0.1.0', history: null, webhook: false } as const;

export const SignupAnswered = defineEvent({
  ...common,
  type: 'SignupAnswered',
  publicName: 'account.signup_answered',
  label: 'Sign-up answered',
  meaning:
    'The mail that follows a sign-up was asked for: a link to confirm, or a mail to the owner of an address that has an account already.',
  data: z.strictObject({ until: instant.describe('The sign-up ends then, unless it is confirmed or gets another link.') }),
  example: { data: { until: '2026-11-28T09:12:00.000Z' } },
});
export type SignupAnswered = EventOf<typeof SignupAnswered>;

const how = z.enum(['expired', 'overtaken', 'deleted']);
/** Why a sign-up ended. `overtaken`: the owner confirmed another sign-up; `deleted`: the account with this address was deleted. */
export type SignupEnding = z.output<typeof how>;

/** After this event nobody can read the sign-up, and the program destroys its data like that of a deleted account. */
export const SignupEnded = defineEvent({
  ...common,
  type: 'SignupEnded',
  publicName: 'account.signup_ended',
  label: 'Sign-up ended',
  meaning: 'A sign-up ended that nobody confirmed; what is left of it is being destroyed.',
  data: z.strictObject({
    address_key: z.string().describe('Keyed hash of the folded address.'),
    how: how.describe('Its links expired, another sign-up with the address was confirmed, or the account of the address was deleted.'),
  }),
  example: { data: { address_key: '5c1d…', how: 'expired' } },
});
export type SignupEnded = EventOf<typeof SignupEnded>;

export const SIGNUP_EVENTS = [SignupAnswered, SignupEnded] as const;
