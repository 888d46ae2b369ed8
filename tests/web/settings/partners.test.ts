import { createElement } from 'react';
import { describe, expect, it, test } from 'vitest';
import type { Partner } from '../../../web/api/partners.ts';
import { type SubscriptionStatus, subscriptionKeys } from '../../../web/api/subscriptions.ts';
import { trailOf } from '../../../web/settings/current-partner.tsx';
import { faultsOf, type PartnerDraft, shownFaults } from '../../../web/settings/partner-form.tsx';
import { SecondPartner } from '../../../web/settings/second-partner.tsx';
import { aPartner } from '../examples.ts';
import { textsOf } from '../render.ts';

const draft = (partnerName: string, partnerEmail: string, partnerWhatsapp = ''): PartnerDraft => ({
  partnerName,
  partnerEmail,
  partnerWhatsapp,
});
const NO_CONTACT = 'Please provide at least an email or WhatsApp number for notifications.';

describe('the rules of the partner form', () => {
  it('asks for a name, and for one way to reach them', () => {
    expect(faultsOf(draft('', ''))).toEqual({ partnerName: 'Name is required.', partnerEmail: NO_CONTACT });
    expect(faultsOf(draft('  ', ' ', ' '))).toEqual({ partnerName: 'Name is required.', partnerEmail: NO_CONTACT });
    expect(faultsOf(draft('Søren', 'soren@example.org'))).toEqual({});
    expect(faultsOf(draft('Søren', '', '+47 412 34 567'))).toEqual({});
  });

  it('takes an address that looks like one, beside a number too', () => {
    for (const wrong of ['soren', 'soren@', 'soren@fjord', 'so ren@fjord.no', '@fjord.no', 'a@b@c.no'])
      expect(faultsOf(draft('Søren', wrong, '+47 412 34 567'))).toEqual({ partnerEmail: 'Enter a valid email address.' });
    expect(faultsOf(draft('Søren', ' soren@fjord.no '))).toEqual({});
  });

  it('counts no digits of a WhatsApp number', () => {
    expect(faultsOf(draft('Søren', '', '1'))).toEqual({});
  });

  it('shows nothing before a field was left, and everything after a try', () => {
    const faults = faultsOf(draft('', ''));
    expect(shownFaults(faults, new Set(), false)).toEqual({});
    expect(shownFaults(faults, new Set(['partnerName']), false)).toEqual({ partnerName: 'Name is required.' });
    expect(shownFaults(faults, new Set(['partnerEmail']), false)).toEqual({ partnerEmail: NO_CONTACT });
    expect(shownFaults(faults, new Set(['partnerWhatsapp']), false)).toEqual({ partnerEmail: NO_CONTACT });
    expect(shownFaults(faults, new Set(), true)).toEqual(faults);
  });

  it('says nothing of a half-typed address because the number was left', () => {
    expect(shownFaults(faultsOf(draft('Søren', 'soren@')), new Set(['partnerWhatsapp']), false)).toEqual({});
  });
});

const words = (partner: Parameters<typeof trailOf>[0]) => trailOf(partner).map(({ word, how, at }) => `${word} ${how} ${at}`);
const [invitedAt, acceptedAt, endedAt] = ['2026-11-16T09:00:00.000Z', '2026-11-16T10:00:00.000Z', '2026-11-20T08:00:00.000Z'];

test('the trail ends with what they said last', () => {
  expect(words({ status: 'declined', invitedAt, acceptedAt: null, endedAt })).toEqual([
    `Declined by them ${endedAt}`,
    `Invited by you ${invitedAt}`,
  ]);
  expect(words({ status: 'unsubscribed', invitedAt, acceptedAt, endedAt })[0]).toBe(`Unsubscribed by them ${endedAt}`);
  expect(words({ status: 'accepted', invitedAt, acceptedAt, endedAt: null })).toEqual([
    `Accepted from the invitation ${acceptedAt}`,
    `Invited by you ${invitedAt}`,
  ]);
});

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
