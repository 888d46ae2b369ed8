import { z } from 'zod';
import { defineEvent, type EventOf } from '../kernel/define-event.ts';
import { instant } from '../kernel/event-fields.ts';

/** After this event nobody can read the account, and the program destroys its data. */
export const AccountDeletionRequested = defineEvent({
  type: 'AccountDeletionRequested',
  publicName: 'account.deletion_requested',
  label: 'Account deletion requested',
  meaning: 'The owner deleted the account: from here on there is none, and what is left of it is being destroyed.',
  since: '0.1.0',
  history: 'account',
  webhook: false,
  data: z.strictObject({ address_key: z.string().describe('Keyed hash of the folded address.') }),
  example: { data: { address_key: '5c1d…' } },
  detail: () => 'The account is being deleted.',
});

/** Read models delete all documents of the owner. The program can still send farewells, because they have their own keys. */
export const AccountDeleted = defineEvent({
  type: 'AccountDeleted',
  publicName: 'account.deleted',
  label: 'Account deleted',
  meaning: "The owner's keys are destroyed: nobody can read what was personal any more.",
  since: '0.1.0',
  history: null,
  webhook: false,
  data: z.strictObject({ last_messages_until: instant.describe('Until when farewells may still be sent.') }),
  example: { data: { last_messages_until: '2026-11-28T09:12:00.000Z' } },
});
export type AccountDeleted = EventOf<typeof AccountDeleted>;

export const AccountForgotten = defineEvent({
  type: 'AccountForgotten',
  publicName: 'account.forgotten',
  label: 'Account forgotten',
  meaning: 'The keys of the farewells are destroyed too: nothing is left to do.',
  since: '0.1.0',
  history: null,
  webhook: false,
  data: z.strictObject({}),
  example: { data: {} },
});

export const LEAVING_EVENTS = [AccountDeletionRequested, AccountDeleted, AccountForgotten] as const;
