import { describe, expect, test } from 'vitest';
import { SYSTEM } from '../../src/domain/kernel/event.ts';
import { checkDecider, type SubscriptionCommand, salesDecider, subscriptionDecider } from '../../src/domain/subscription/decide.ts';
import { planInForce } from '../../src/domain/subscription/state.ts';
import { given } from '../support/given.ts';

const NOW = '2026-11-20T16:00:00.000Z';
const nobody = () => given(subscriptionDecider, { stream: 'subscription-u1', owner: 'u1' });

describe('a trial', () => {
  const ENDS = '2026-12-04T16:00:00.000Z';
  const start = (now = NOW): SubscriptionCommand => ({ type: 'StartTrial', now });
  const end = (now: string): SubscriptionCommand => ({ type: 'EndTrial', now });
  const cancel = (now: string): SubscriptionCommand => ({ type: 'CancelTrial', now });
  const BY_TRIAL = { kind: 'trial', id: null } as const;
  const expired = { type: 'TrialEnded', data: { how: 'expired', cause: BY_TRIAL }, at: ENDS, by: SYSTEM } as const;

  test('lasts 14 times 24 hours, without the last instant', () => {
    const { state } = nobody()
      .when(start())
      .gives({ type: 'TrialStarted', data: { ends_at: ENDS, cause: BY_TRIAL } });
    expect(state.trial_ends_at).toBe(ENDS);
    expect(planInForce(state, NOW)).toEqual({ plan: 'pro', phase: 'trial' });
    expect(planInForce(state, '2026-12-04T15:59:59.999Z')).toEqual({ plan: 'pro', phase: 'trial' });
    expect(planInForce(state, ENDS)).toEqual({ plan: 'free', phase: null });
  });

  test.each([
    ['the end of February', '2027-02-20T08:00:00.000Z', '2027-03-06T08:00:00.000Z'],
    ['the end of February in a leap year', '2028-02-20T08:00:00.000Z', '2028-03-05T08:00:00.000Z'],
    ['the change to summer time in Berlin', '2027-03-20T08:00:00.000Z', '2027-04-03T08:00:00.000Z'],
    ['the change from summer time in Berlin', '2027-10-25T08:00:00.000Z', '2027-11-08T08:00:00.000Z'],
  ])('over %s it is elapsed time', (_, from, to) => {
    expect(nobody().when(start(from)).state.trial_ends_at).toBe(to);
  });

  test('can be started once, and is refused while it runs and after it is over', () => {
    const begun = nobody().when(start());
    expect(begun.refuses(start(), 'trial_used').message).toBe('This account has had its trial. There is one for each account.');
    begun.when(end(ENDS)).gives(expired).refuses(start(ENDS), 'trial_used');
  });

  test('records its end once, at its own instant, even if the job runs late', () => {
    const story = nobody().when(start());
    story.when(end('2026-12-04T15:59:59.999Z')).gives();
    const over = story.when(end('2026-12-19T03:00:00.000Z')).gives(expired);
    over.when(end('2026-12-20T03:00:00.000Z')).gives();
  });

  test('can be ended by the owner, unless it is over', () => {
    const story = nobody().when(start());
    const ended = story.when(cancel('2026-11-21T08:00:00.000Z')).gives({ type: 'TrialEnded', data: { how: 'cancelled', cause: BY_TRIAL } });
    expect(planInForce(ended.state, '2026-11-21T08:00:00.000Z')).toEqual({ plan: 'free', phase: null });
    ended.refuses(cancel('2026-11-21T08:00:00.000Z'), 'conflict');
    story.refuses(cancel(ENDS), 'conflict');
    expect(nobody().refuses(cancel(NOW), 'conflict').message).toBe('There is nothing to cancel.');
  });

  test('is refused while a plan is running', () => {
    const plan = {
      type: 'Observe',
      now: NOW,
      cause: { kind: 'read', id: null },
      since: null,
      subscriptions: [
        {
          id: 'sub_1',
          plan: 'byok',
          status: 'active',
          started_at: NOW,
          period_start: NOW,
          period_end: ENDS,
          cancel_at_period_end: false,
          pending: null,
        },
      ],
    } as const;
    expect(nobody().when(plan).refuses(start(), 'conflict').message).toBe('You have a plan already. The trial is for accounts on Free.');
  });
});

test('a check of the provider is recorded once, with whether it found something new', () => {
  const check = given(checkDecider, { stream: 'subscription_check-u1', owner: 'u1' });
  for (const changed of [true, false]) check.when(changed).gives({ type: 'SubscriptionChecked', data: { changed } }).when(changed).gives();
});

test('a message to the operator is recorded once, with its texts in the personal part', () => {
  const texts = { message: 'We are a team.', company: 'Example Ltd' };
  given(salesDecider, { stream: 'sales-1', owner: 'u1' })
    .when({ ...texts, seats: 25 })
    .gives({ type: 'SalesContacted', data: { seats: 25 }, private: texts })
    .when({ ...texts, seats: 25 })
    .gives();
});
