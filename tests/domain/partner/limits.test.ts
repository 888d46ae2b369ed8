import { describe, expect, test } from 'vitest';
import { type Asked, askedIn, type PartnerCommand, partnerDecider } from '../../../src/domain/partner/decide.ts';
import type { PartnerEvent, PartnerMatter } from '../../../src/domain/partner/events.ts';
import type { PartnerState } from '../../../src/domain/partner/state.ts';
import { given, type Scenario } from '../../support/given.ts';
import { matter, PERSON } from '../../support/partner-program.ts';

type Past = Scenario<PartnerState, PartnerCommand, PartnerEvent>;
const NOW = '2026-11-20T16:00:00.000Z';
const NOBODY: Asked = { invitations: [], summaries: [] };
const ago = (hours: number, milliseconds = 0): string =>
  Temporal.Instant.from(NOW).subtract({ hours }).add({ milliseconds }).toString({ fractionalSecondDigits: 3 });
const invite = (asked: Asked, more: Partial<PartnerMatter> = {}): PartnerCommand => ({
  type: 'Invite',
  matter: matter(more),
  person: PERSON,
  asked,
  now: NOW,
});
const INVITED = { type: 'PartnerInvited', data: matter(), private: PERSON } as const;
const change = (asked: Asked, more: Partial<PartnerMatter> = {}): PartnerCommand => ({
  type: 'Change',
  matter: matter(more),
  person: PERSON,
  changed: true,
  if_match: null,
  asked,
  now: NOW,
});
const summary = (asked: Asked): PartnerCommand => ({ type: 'AskSummary', if_match: null, asked, now: NOW });
const start = (): Past => given(partnerDecider, { stream: 'partner-p', owner: 'partner:p' });
const invited = (): Past => start().when(invite(NOBODY));
const accepted = (): Past => invited().when({ type: 'Accept', channel: 'mail', key: 'mail-1' });

/** Invitations of other addresses, so many hours ago. */
const others = (...hours: readonly number[]): Asked => ({
  ...NOBODY,
  invitations: hours.map((each, index) => ({ at: ago(each), keys: [`other-${index}`] })),
});
const to = (key: string, ...hours: readonly number[]): Asked => ({
  ...NOBODY,
  invitations: hours.map((each) => ({ at: ago(each), keys: [key] })),
});

describe('invitations of an owner', () => {
  test('are limited to five in 24 hours; the sixth waits until the oldest is 24 hours old', () => {
    start()
      .when(invite(others(1, 2, 3, 4)))
      .gives(INVITED);
    start()
      .when(invite(others(24, 1, 2, 3, 4)))
      .gives(INVITED);
    const refused = start().refuses(invite(others(20, 1, 2, 3, 4)), 'rate_limited');
    expect(refused.retryAfter).toBe(4 * 3_600);
    expect(refused.message).toBe('You can send at most 5 invitations in 24 hours. You can send the next one in 4 hours.');
    expect(start().refuses(invite(others(1, 2, 3, 4, 20)), 'rate_limited').retryAfter).toBe(4 * 3_600);
    const soon = start().refuses(invite({ ...NOBODY, invitations: Array(5).fill({ at: ago(24, 1), keys: ['other'] }) }), 'rate_limited');
    expect([soon.retryAfter, soon.message]).toEqual([1, expect.stringMatching(/in 1 minute\.$/)]);
  });

  test('are limited to three in 30 days for one address, and for one number', () => {
    start()
      .when(invite(to('mail-1', 720, 100, 200)))
      .gives(INVITED);
    start()
      .when(invite(to('mail-2', 100, 200, 300)))
      .gives(INVITED);
    const refused = start().refuses(invite(to('mail-1', 719, 100, 200)), 'rate_limited');
    expect(refused.message).toBe(
      'This address has had 3 invitations in 30 days, which is the most. You can send the next one in 60 minutes.',
    );
    const number = start().refuses(
      invite(to('tel-1', 600, 100, 200), { address_key: null, whatsapp_key: 'tel-1', has_whatsapp: true }),
      'rate_limited',
    );
    expect(number.message).toBe('This number has had 3 invitations in 30 days, which is the most. You can send the next one in 5 days.');
    // The number beside a mail address is invited as soon as the address has accepted.
    start().refuses(invite(to('tel-1', 100, 200, 300), { whatsapp_key: 'tel-1', has_whatsapp: true }), 'rate_limited');
  });

  test('include changes of an address, and numbers that are added to an accepted address', () => {
    const five = others(1, 2, 3, 4, 5);
    invited().refuses(change(five, { address_key: 'mail-2' }), 'rate_limited');
    invited().refuses(change(to('mail-2', 1, 2, 3), { address_key: 'mail-2' }), 'rate_limited');
    accepted().refuses(change(five, { whatsapp_key: 'tel-1', has_whatsapp: true }), 'rate_limited');
    accepted().refuses(change(to('tel-1', 1, 2, 3), { whatsapp_key: 'tel-1', has_whatsapp: true }), 'rate_limited');
  });

  test('do not limit changes that invite nobody', () => {
    const five = others(1, 2, 3, 4, 5);
    accepted()
      .when(change(five, { detail: 'counts' }))
      .gives({ type: 'PartnerChanged', data: matter({ detail: 'counts' }), private: PERSON });
    accepted()
      .when({ type: 'Remove', if_match: null })
      .gives({ type: 'PartnerRemoved', data: { user_id: 'u' } });
    accepted().refuses({ ...change(five, { address_key: 'mail-2' }), if_match: 0 } as PartnerCommand, 'precondition_failed');
  });
});

const speak = (now: string): PartnerCommand => ({ type: 'Speak', words: { type: 'PartnerAsked', data: { user_id: 'u' } }, now });

test('what a partner says on their page is limited to twenty in a week, and needs a partner who has accepted', () => {
  const days = (count: number): string => ago(0, count * 86_400_000);
  let past = accepted();
  for (let time = 0; time < 20; time += 1) past = past.when(speak(NOW));
  const refused = past.refuses(speak(days(6)), 'rate_limited');
  expect([refused.retryAfter, refused.message]).toEqual([
    86_400,
    'You can send at most 20 messages from this page in a week. You can send the next one in 24 hours.',
  ]);
  past.when(speak(days(7))).gives({ type: 'PartnerAsked', data: { user_id: 'u' } });
  invited().refuses(speak(NOW), 'not_accepted');
});

test('requested summaries are limited to five in 24 hours, and need a partner who has accepted', () => {
  const asked = (...hours: readonly number[]): Asked => ({ ...NOBODY, summaries: hours.map((each) => ago(each)) });
  accepted()
    .when(summary(asked(24, 1, 2, 3, 4)))
    .gives({ type: 'SummaryAsked', data: { user_id: 'u' } });
  const refused = accepted().refuses(summary(asked(23, 1, 2, 3, 4)), 'rate_limited');
  expect([refused.retryAfter, refused.message]).toEqual([
    3_600,
    'You can send at most 5 summaries in 24 hours. You can send the next one in 60 minutes.',
  ]);
  invited().refuses(summary(asked(1, 1, 2, 3, 4)), 'not_accepted');
});

test('the requests are counted from the events of a record', () => {
  const past = invited()
    .when(change(NOBODY, { whatsapp_key: 'tel-1', has_whatsapp: true }))
    .when(change(NOBODY, { whatsapp_key: 'tel-1', has_whatsapp: true, detail: 'counts' }))
    .when({ type: 'Accept', channel: 'mail', key: 'mail-1' })
    .when(summary(NOBODY))
    .when(change(NOBODY, { address_key: 'mail-2', whatsapp_key: 'tel-1', has_whatsapp: true }));
  const { invitations, summaries } = askedIn(past.past);
  expect(invitations.map(({ keys }) => keys)).toEqual([['mail-1'], ['tel-1'], ['mail-2', 'tel-1']]);
  expect(summaries).toEqual(['2000-01-01T00:00:00.000Z']);
});

test.each([
  [7_199, '120 minutes'],
  [7_200, '2 hours'],
  [172_799, '48 hours'],
  [172_800, '2 days'],
])('a wait of %i seconds is given as %s', (seconds, words) => {
  const three = Array.from({ length: 3 }, () => ({ at: ago(720, seconds * 1_000), keys: ['mail-1'] }));
  const refused = start().refuses(invite({ ...NOBODY, invitations: three }), 'rate_limited');
  expect([refused.retryAfter, refused.message]).toEqual([seconds, expect.stringMatching(new RegExp(`in ${words}\\.$`))]);
});
