import { expect, test } from 'vitest';
import { trailOf } from '../../../web/settings/partner-trail.tsx';

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
