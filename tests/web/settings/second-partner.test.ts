import { createElement } from 'react';
import { expect, test } from 'vitest';
import type { Partner } from '../../../web/api/partners.ts';
import { type SubscriptionStatus, subscriptionKeys } from '../../../web/api/subscriptions.ts';
import { SecondPartner } from '../../../web/settings/second-partner.tsx';
import { textsOf } from '../render-screen.ts';
import { aPartner } from './partner-for-tests.ts';

const PRO = { isPremium: true, status: 'active' } as SubscriptionStatus;
const FIRST = aPartner();
const KIM = aPartner({ id: 'p2', name: 'Kim', role: 'second' });

const shown = (partners: readonly Partner[], status: SubscriptionStatus | null) =>
  textsOf(createElement(SecondPartner, { partners }), { known: [[subscriptionKeys.status, status]] });

test('without Pro it says what a second partner is for, and where the plans are', () => {
  expect(shown([FIRST], null)).toEqual(expect.arrayContaining(['Two people, each for what they know', 'An example', 'See the plans']));
});

test('with Pro somebody is invited, once there is a first partner', () => {
  expect(shown([FIRST], PRO)).toContain('Invite a second partner');
  for (const nobody of [[], [{ ...FIRST, status: 'removed' } as const]])
    expect(shown(nobody, PRO)).toContain('Name your partner above first. Then you can add a second one here.');
});

test('whoever is there stays after Pro, and can be changed and removed', () => {
  const texts = shown([KIM, FIRST], null);
  expect(texts).toEqual(
    expect.arrayContaining(['Kim', 'Judges the tasks that name them, and gets no other messages.', 'Change', 'Remove']),
  );
  expect(texts).not.toContain('Send summary now');
});

test('whoever has left is shown with what they said, unless the owner removed them', () => {
  const left = { ...KIM, status: 'declined', endedAt: '2026-11-03T09:00:00Z' } as const;
  expect(shown([left, FIRST], PRO)).toEqual(expect.arrayContaining(['Kim', 'Declined', 'Invite a second partner']));
  expect(shown([{ ...KIM, status: 'removed' }, FIRST], PRO)).not.toContain('Kim');
});
