import { createElement } from 'react';
import { describe, expect, it, test } from 'vitest';
import type { Partner } from '../../../web/api/partners.ts';
import { type SubscriptionStatus, subscriptionKeys } from '../../../web/api/subscriptions.ts';
import { trailOf } from '../../../web/settings/current-partner.tsx';
import { partnerTyped } from '../../../web/settings/partner-form.tsx';
import { SecondPartner } from '../../../web/settings/second-partner.tsx';
import { aPartner, faultsIn, textsOf } from '../examples.ts';

const faults = (partnerName: string, partnerEmail: string, partnerWhatsapp = '') =>
  faultsIn(partnerTyped(false), { ownName: '', partnerName, partnerEmail, partnerWhatsapp });
const NO_CONTACT = 'Please provide at least an email or WhatsApp number for notifications.';

describe('the rules of the partner form', () => {
  it('asks for a name, and for one way to reach them', () => {
    expect(faults('', '')).toEqual({ partnerName: 'Name is required.', partnerEmail: NO_CONTACT });
    expect(faults('  ', ' ', ' ')).toEqual({ partnerName: 'Name is required.', partnerEmail: NO_CONTACT });
    expect(faults('Søren', 'soren@example.org')).toEqual({});
    expect(faults('Søren', '', '+47 412 34 567')).toEqual({});
  });

  it('accepts only a plausible address, also beside a number', () => {
    for (const wrong of ['soren', 'soren@', 'soren@fjord', 'so ren@fjord.no', '@fjord.no', 'a@b@c.no'])
      expect(faults('Søren', wrong, '+47 412 34 567')).toEqual({ partnerEmail: 'Enter a valid email address.' });
    expect(faults('Søren', ' soren@fjord.no ')).toEqual({});
  });

  it('does not check the length of a WhatsApp number', () => {
    expect(faults('Søren', '', '1')).toEqual({});
  });

  it('asks only owners without a name for their name', () => {
    const typed = { ownName: ' ', partnerName: 'Søren', partnerEmail: 'soren@example.org', partnerWhatsapp: '' };
    expect(faultsIn(partnerTyped(true), typed)).toEqual({ ownName: 'Tell your partner who asks.' });
    expect(faultsIn(partnerTyped(false), typed)).toEqual({});
  });
});

const words = (partner: Parameters<typeof trailOf>[0]) => trailOf(partner).map(({ word, how, at }) => `${word} ${how} ${at}`);
const [invitedAt, acceptedAt, endedAt] = ['2026-11-16T09:00:00.000Z', '2026-11-16T10:00:00.000Z', '2026-11-20T08:00:00.000Z'];

test('the trail of a partner shows their last answer first', () => {
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

test('the screen without Pro says what a second partner is for, and links to the plans', () => {
  expect(shown([FIRST], null)).toEqual(expect.arrayContaining(['Two people, each for what they know', 'An example', 'See the plans']));
});

test('the screen with Pro invites a second partner, once there is a first one', () => {
  expect(shown([FIRST], PRO)).toContain('Invite a second partner');
  for (const nobody of [[], [{ ...FIRST, status: 'removed' } as const]])
    expect(shown(nobody, PRO)).toContain('Name your partner above first. Then you can add a second one here.');
});

test('a second partner stays after Pro, and can be changed and removed', () => {
  const texts = shown([KIM, FIRST], null);
  expect(texts).toEqual(
    expect.arrayContaining(['Kim', 'Judges the tasks that name them, and gets no other messages.', 'Change', 'Remove']),
  );
  expect(texts).not.toContain('Send summary now');
});

test('a partner who has left is shown with their answer, unless the owner removed them', () => {
  const left = { ...KIM, status: 'declined', endedAt: '2026-11-03T09:00:00Z' } as const;
  expect(shown([left, FIRST], PRO)).toEqual(expect.arrayContaining(['Kim', 'Declined', 'Invite a second partner']));
  expect(shown([{ ...KIM, status: 'removed' }, FIRST], PRO)).not.toContain('Kim');
});
