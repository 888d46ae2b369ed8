import { createElement } from 'react';
import { describe, expect, it, onTestFinished, test, vi } from 'vitest';
import { invitationMessage } from '../../../src/messages/partner-messages/invitation.ts';
import { renderPartnerMail, renderPartnerText } from '../../../src/messages/partner-messages/mail.ts';
import type { Partner } from '../../../web/api/partners.ts';
import { sessionKeys } from '../../../web/api/session.ts';
import { type SubscriptionStatus, subscriptionKeys } from '../../../web/api/subscriptions.ts';
import { trailOf } from '../../../web/settings/current-partner.tsx';
import { InvitationPreview } from '../../../web/settings/invitation-preview.tsx';
import { invites, partnerTyped } from '../../../web/settings/partner-form.tsx';
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

describe('the button of the partner form', () => {
  const saved = { partnerEmail: 'soren@example.org', partnerWhatsapp: '' };

  it('sends an invitation to a new partner, and to another first contact of the one who is there', () => {
    expect(invites(null, saved)).toBe(true);
    expect(invites(saved, { ...saved, partnerEmail: 'kim@example.org' })).toBe(true);
    expect(invites(saved, { partnerEmail: '', partnerWhatsapp: '+47 412 34 567' })).toBe(true);
  });

  it('only saves a name, or a number beside the address', () => {
    expect(invites(saved, { ...saved, partnerEmail: ' soren@example.org ' })).toBe(false);
    expect(invites(saved, { ...saved, partnerWhatsapp: '+47 412 34 567' })).toBe(false);
  });
});

describe('the preview of an invitation', () => {
  const PARTIES = { owner: 'Ada Ode', ownerAddress: 'ada@example.org', partner: 'Søren', ends: '3 December 2026' };
  const LINKS = { page: 'https://vouch.example/partner/p', stop: 'https://vouch.example/partner/s' };
  const user = { email: PARTIES.ownerAddress, timezone: 'Europe/Berlin', userMetadata: { fullName: PARTIES.owner, avatarUrl: null } };
  const typed = { ownName: '', partnerName: PARTIES.partner, partnerEmail: 'soren@example.org', partnerWhatsapp: '' };

  const previewOf = (to: 'first' | 'second', own: Partial<typeof typed> = {}) => {
    vi.useFakeTimers({ now: Date.parse('2026-11-19T12:00:00Z'), toFake: ['Date'] });
    onTestFinished(() => void vi.useRealTimers());
    const preview = createElement(InvitationPreview, { to, typed: { ...typed, ...own } });
    return textsOf(preview, { known: [[sessionKeys.all, { user, session: null }]] }).join('\n');
  };
  const linesOf = (sent: string) => sent.split(/\n+/).filter((line) => line !== '' && !line.includes('https:'));

  it.each(['first', 'second'] as const)('says everything that the mail to the %s partner says', (to) => {
    const { subject, text } = renderPartnerMail(invitationMessage({ ...PARTIES, ...LINKS }, to));
    const shown = previewOf(to);
    for (const line of [subject, ...linesOf(text).map((one) => one.replace(/:$/, ''))]) expect(shown).toContain(line);
  });

  it('says everything that the chat message says if there is a number only', () => {
    const sent = linesOf(renderPartnerText(invitationMessage({ ...PARTIES, ...LINKS }, 'first')));
    const shown = previewOf('first', { partnerEmail: '', partnerWhatsapp: '+47 412 34 567' });
    for (const line of sent) expect(shown).toContain(line);
    expect(shown).toContain('This WhatsApp message goes to');
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
