import { describe, expect, test } from 'vitest';
import { type DeliveryCommand, deliveryDecider, isExhausted } from '../../../src/domain/delivery/decide.ts';
import type { DeliveryEvent } from '../../../src/domain/delivery/events.ts';
import { type DeliveryState, evolve } from '../../../src/domain/delivery/state.ts';
import { given, record, type Scenario } from '../../support/given.ts';

type D = Scenario<DeliveryState, DeliveryCommand, DeliveryEvent>;
const telling = { stream: 'delivery-1', owner: 'u1' };
const NOW = '2000-01-01T00:00:00.000Z';
const LATER = '2000-01-01T00:02:00.000Z';

const past = (...events: readonly DeliveryEvent[]): D =>
  given(
    deliveryDecider,
    telling,
    events.map((event, index) => record(event, index, telling)),
  );
const asked: DeliveryEvent = {
  type: 'DeliveryRequested',
  data: { channel: 'mail', kind: 'reminder', user_id: 'u1', expires_at: null },
  private: { to: 'a@example.org', name: 'A' },
};
const begin = (now = NOW): DeliveryCommand => ({ type: 'Begin', now });
const sent = (attempt: number): DeliveryCommand => ({ type: 'NoteSent', attempt, messageId: 'm' });
const failed = (attempt: number, now = NOW): DeliveryCommand => ({ type: 'NoteFailed', attempt, reason: 'busy', final: false, now });

describe('an attempt to send', () => {
  test('is claimed by one process for two minutes, and its outcome is recorded once', () => {
    const begun = past(asked).when(begin()).gives('DeliveryBegun');
    expect(begun.fresh[0]?.data).toEqual({ attempt: 1, until: LATER, kind: 'reminder', channel: 'mail' });
    begun.when(begin()).gives();
    begun.when(begin('2000-01-01T00:01:59.999Z')).gives();
    begun.when(sent(1)).gives('DeliverySent').when(sent(1)).gives().when(begin(LATER)).gives();
  });

  test('without a known outcome is followed by another, and may still turn out to have been sent', () => {
    const again = past(asked).when(begin()).when(begin(LATER)).gives('DeliveryBegun');
    expect(again.fresh[0]?.data).toMatchObject({ attempt: 2, until: '2000-01-01T00:04:00.000Z' });
    again.when(failed(1)).gives();
    again.when(sent(1)).gives('DeliverySent').when(sent(2)).gives();
  });

  test('that failed is followed by a pause, after which a new attempt must begin', () => {
    const waits = past(asked).when(begin()).when(failed(1)).gives('DeliveryFailed');
    expect(waits.fresh[0]?.data).toMatchObject({ attempt: 1, next_attempt_at: '2000-01-01T00:01:00.000Z' });
    waits.when(begin()).gives();
    waits.when(failed(1)).gives();
    waits.when(begin('2000-01-01T00:01:00.000Z')).gives('DeliveryBegun').when(failed(2)).gives('DeliveryFailed');
  });

  test('that was never begun has no outcome', () => {
    past(asked).when(sent(1)).gives();
    past(asked).when(failed(1)).gives();
  });

  test('changes nothing once the delivery was cancelled', () => {
    const cancelled = past(asked).when(begin()).when({ type: 'Cancel', reason: 'unsubscribed' }).gives('DeliveryCancelled');
    cancelled.when(sent(1)).gives().when(begin(LATER)).gives();
  });

  test('is followed by giving up only when the next one is due', () => {
    const giveUp = (now: string): DeliveryCommand => ({ type: 'GiveUp', reason: 'It had expired.', now });
    const begun = past(asked).when(begin());
    begun.when(giveUp(NOW)).gives();
    begun.when(giveUp(LATER)).gives('DeliveryFailed');
    expect(begun.when(giveUp(LATER)).fresh[0]?.data).toMatchObject({ attempt: 2, next_attempt_at: null });
  });

  test('is repeated until there were nine, if no outcome ever becomes known', () => {
    let now = Date.parse(NOW);
    let delivery = past(asked);
    const exhausted = (): boolean => delivery.state.status === 'waiting' && isExhausted(delivery.state);
    for (let attempt = 1; attempt <= 9; attempt += 1) {
      expect(exhausted()).toBe(false);
      delivery = delivery.when(begin(new Date(now).toISOString())).gives('DeliveryBegun');
      now += 120_000;
    }
    expect(exhausted()).toBe(true);
  });
});

test('reads a log from before DeliveryBegun existed', () => {
  const old = past(
    asked,
    { type: 'DeliveryFailed', data: { attempt: 1, reason: 'busy', next_attempt_at: LATER } },
    { type: 'DeliverySent', data: { attempt: 2, message_id: 'm' } },
  );
  expect(old.past.slice(0, 2).reduce(evolve, deliveryDecider.initial)).toMatchObject({
    status: 'waiting',
    attempts: 1,
    next_attempt_at: LATER,
    begun: false,
  });
  expect(old.state).toMatchObject({ status: 'sent', attempts: 2 });
});

describe('an alert about a message', () => {
  const alert = { id: '1', zone: 'Europe/Berlin' };
  const final: Extract<DeliveryCommand, { type: 'NoteFailed' }> = {
    type: 'NoteFailed',
    attempt: 1,
    reason: 'refused',
    final: true,
    now: NOW,
    alert,
  };

  test('is raised once, with the last failure, and only for messages that the owner relies on', () => {
    const dead = past(asked).when(begin()).when(final).gives('DeliveryFailed', 'AlertRaised');
    expect(dead.fresh[1]?.data).toMatchObject({
      kind: 'undelivered',
      alert_type: 'other',
      task_id: null,
      delivery: { kind: 'reminder', channel: 'mail', partner_id: null },
    });
    dead.when(final).gives();
    past(asked).when({ type: 'GiveUp', reason: 'expired', now: NOW, alert }).gives('DeliveryFailed', 'AlertRaised');
    past(asked).when({ type: 'GiveUp', reason: 'expired', now: NOW, alert: null }).gives('DeliveryFailed');
    past(asked)
      .when(begin())
      .when({ ...final, final: false })
      .gives('DeliveryFailed');
    const link = { ...asked, data: { ...asked.data, kind: 'password_reset' } } as DeliveryEvent;
    past(link).when(begin()).when(final).gives('DeliveryFailed');
  });

  test('can be resolved once and acknowledged once', () => {
    const dead = past(asked).when(begin()).when(final).gives('DeliveryFailed', 'AlertRaised');
    const alert_id = (dead.fresh[1] as unknown as { data: { alert_id: string } }).data.alert_id;
    const acknowledge = { type: 'AcknowledgeAlert', owner: 'u1', now: LATER, alert_id, if_match: null } as const;
    const resolve = { type: 'ResolveAlert', reason: 'delivered', now: LATER } as const;
    dead.when(acknowledge).gives('AlertAcknowledged').when(acknowledge).gives().when(resolve).gives('AlertResolved').when(resolve).gives();
    past(asked).when(resolve).gives();
  });
});

describe('a delay', () => {
  const EXPIRES = '2000-01-15T00:00:00.000Z';
  const UNTIL = '2000-01-03T00:00:00.000Z';
  const expiring = { ...asked, data: { ...asked.data, expires_at: EXPIRES } } as DeliveryEvent;
  const delay = (now = NOW, until = UNTIL): DeliveryCommand => ({ type: 'Delay', until, now });

  test('puts off an attempt that is due, and the message is as good as if it had been asked for then', () => {
    const waits = past(expiring).when(delay()).gives('DeliveryDelayed');
    expect(waits.state).toMatchObject({ next_attempt_at: UNTIL, requested_at: UNTIL, expires_at: '2000-01-17T00:00:00.000Z' });
    waits.when(begin()).gives();
    waits.when(delay()).gives();
    waits.when(begin(UNTIL)).gives('DeliveryBegun');
    expect(past(asked).when(delay()).state).toMatchObject({ expires_at: null });
  });

  test('changes nothing of an attempt that another worker has begun, or of what is over', () => {
    past(asked).when(begin()).when(delay()).gives();
    past(asked).when({ type: 'Cancel', reason: 'moved' }).when(delay()).gives();
    past(asked).when(delay(NOW, NOW)).gives();
  });
});
