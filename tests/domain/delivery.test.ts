import { describe, expect, test } from 'vitest';
import { type DeliveryCommand, deliveryDecider, isExhausted } from '../../src/domain/delivery/decide.ts';
import type { DeliveryEvent } from '../../src/domain/delivery/events.ts';
import { type DeliveryState, evolve } from '../../src/domain/delivery/state.ts';
import { failureWords, messageWords, undeliveredWords } from '../../src/domain/delivery/words.ts';
import { derivedId } from '../../src/domain/kernel/derived-ids.ts';
import { type Decided, SYSTEM } from '../../src/domain/kernel/event.ts';
import { given, record, type Scenario } from '../support/given.ts';

describe('the text of an alert about a message', () => {
  test.each([
    ['weekly_report', 'The weekly report'],
    ['reminder', 'The reminder'],
    ['partner_invitation', 'The invitation'],
    ['partner_notice', 'What was missed or skipped'],
    ['export_ready', 'The link to your data'],
    ['my_partner_note', 'The my partner note'],
    [undefined, 'A message'],
  ])('names a message of the kind %s: %s', (kind, words) => expect(messageWords(kind)).toBe(words));

  test.each([
    [
      { kind: 'reminder', channel: 'mail' },
      'The reminder could not be delivered. It was full. Check the email address in your profile, and whether its mailbox is full or refuses mail from Vouch.',
    ],
    [
      { kind: 'partner_summary', channel: 'whatsapp' },
      "The progress summary could not be sent. It was full. Check your partner's WhatsApp number in Settings; it begins with + and the country's code.",
    ],
    [{ kind: 'partner_summary', channel: 'a way of a later version' }, 'The progress summary could not be sent. It was full.'],
  ])('the failure of %j says what to do: %s', (message, sentence) => {
    expect(failureWords({ ...message, reason: 'It was full.' })).toBe(sentence);
  });

  test('an alert about a message says to whom it was to go, and when', () => {
    expect(undeliveredWords({ kind: 'reminder', channel: 'mail', partner_id: null }, 'Monday, 08:00')).toEqual({
      title: 'Mail to you is not delivered',
      message:
        'The reminder of Monday, 08:00 could not be delivered. Check the email address in your profile, and whether its mailbox is full or refuses mail from Vouch.',
    });
    expect(undeliveredWords({ kind: 'partner_summary', channel: 'mail', partner_id: 'p1' }, 'Monday, 08:00')).toEqual({
      title: 'Your partner is not reached',
      message:
        "The progress summary of Monday, 08:00 could not be delivered to your partner. Check your partner's email address in Settings, or ask them whether mail from Vouch is refused.",
    });
  });
});

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
const WHICH = { kind: 'reminder', channel: 'mail' } as const;
const begunEvent = (attempt: number, until: string) => ({ type: 'DeliveryBegun', data: { attempt, until, ...WHICH } }) as const;
const sentEvent = (attempt: number) => ({ type: 'DeliverySent', data: { attempt, message_id: 'm', ...WHICH } }) as const;
const failedEvent = (attempt: number, next_attempt_at: string | null, reason = 'busy') =>
  ({ type: 'DeliveryFailed', data: { attempt, reason, next_attempt_at, ...WHICH } }) as const;
const failed = (attempt: number, now = NOW): DeliveryCommand => ({ type: 'NoteFailed', attempt, reason: 'busy', final: false, now });

describe('an attempt to send', () => {
  test('is claimed by one process for two minutes, and its outcome is recorded once', () => {
    const begun = past(asked).when(begin()).gives(begunEvent(1, LATER));
    begun.when(begin()).gives();
    begun.when(begin('2000-01-01T00:01:59.999Z')).gives();
    begun.when(sent(1)).gives(sentEvent(1)).when(sent(1)).gives().when(begin(LATER)).gives();
  });

  test('without a known outcome is followed by another, and may still turn out to have been sent', () => {
    const again = past(asked).when(begin()).when(begin(LATER)).gives(begunEvent(2, '2000-01-01T00:04:00.000Z'));
    again.when(failed(1)).gives();
    again.when(sent(1)).gives(sentEvent(1)).when(sent(2)).gives();
  });

  test('that failed is followed by a pause, after which a new attempt must begin', () => {
    const waits = past(asked).when(begin()).when(failed(1)).gives(failedEvent(1, '2000-01-01T00:01:00.000Z'));
    waits.when(begin()).gives();
    waits.when(failed(1)).gives();
    const minute = '2000-01-01T00:01:00.000Z';
    waits
      .when(begin(minute))
      .gives(begunEvent(2, '2000-01-01T00:03:00.000Z'))
      .when(failed(2, minute))
      .gives(failedEvent(2, '2000-01-01T00:06:00.000Z'));
  });

  test('that failed is the last one if the message expires before the next', () => {
    const attemptUntil = (expires_at: string) =>
      past({ ...asked, data: { ...asked.data, expires_at } } as DeliveryEvent)
        .when(begin())
        .when(failed(1));
    attemptUntil('2000-01-01T00:01:00.000Z').gives(failedEvent(1, null));
    attemptUntil('2000-01-01T00:01:00.001Z').gives(failedEvent(1, '2000-01-01T00:01:00.000Z'));
  });

  test('that was never begun has no outcome', () => {
    past(asked).when(sent(1)).gives();
    past(asked).when(failed(1)).gives();
  });

  test('changes nothing once the delivery was cancelled', () => {
    const cancelled = past(asked)
      .when(begin())
      .when({ type: 'Cancel', reason: 'unsubscribed' })
      .gives({ type: 'DeliveryCancelled', data: { reason: 'unsubscribed', ...WHICH } });
    cancelled.when(sent(1)).gives().when(begin(LATER)).gives();
  });

  test('is followed by giving up only when the next one is due', () => {
    const giveUp = (now: string): DeliveryCommand => ({ type: 'GiveUp', reason: 'It had expired.', now });
    const begun = past(asked).when(begin());
    begun.when(giveUp(NOW)).gives();
    begun.when(giveUp(LATER)).gives(failedEvent(2, null, 'It had expired.'));
  });

  test('is repeated until there were nine, if no outcome ever becomes known', () => {
    let now = Date.parse(NOW);
    let delivery = past(asked);
    const exhausted = (): boolean => delivery.state.status === 'waiting' && isExhausted(delivery.state);
    for (let attempt = 1; attempt <= 9; attempt += 1) {
      expect(exhausted()).toBe(false);
      const before = new Date(now).toISOString();
      now += 120_000;
      delivery = delivery.when(begin(before)).gives(begunEvent(attempt, new Date(now).toISOString()));
    }
    expect(exhausted()).toBe(true);
  });
});

describe('the state', () => {
  const cancelled = { type: 'DeliveryCancelled', data: { reason: 'removed', ...WHICH } } as const;
  const resolved = { type: 'AlertResolved', data: { alert_id: 'a', reason: 'delivered' } } as const;

  test('of a message that was only requested waits without an attempt', () => {
    expect(past(asked).state).toMatchObject({ status: 'waiting', attempts: 0, begun: false, about: [], proofs: [], partner: null });
  });

  test('is not changed by events before the request', () => {
    expect(past(begunEvent(1, LATER)).state).toEqual({ status: 'none' });
  });

  test('of a cancelled message is not changed by a delay or by an alert', () => {
    const { state } = past(asked, cancelled);
    expect(state).toMatchObject({ status: 'cancelled', kind: 'reminder' });
    expect(past(asked, cancelled, { type: 'DeliveryDelayed', data: { until: LATER, ...WHICH } }, resolved).state).toEqual(state);
  });

  test('of a failed message without an alert is not changed by the end of one', () => {
    expect(past(asked, failedEvent(1, null), resolved).state).toMatchObject({ status: 'dead', alert: null });
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
  const alert_id = derivedId('undelivered_alert', '1', 'undelivered');
  const alertRaised: Decided<DeliveryEvent> = {
    type: 'AlertRaised',
    data: {
      alert_id,
      kind: 'undelivered',
      alert_type: 'other',
      severity: 'medium',
      task_id: null,
      title: null,
      about: NOW,
      zone: 'Europe/Berlin',
      streak: null,
      delivery: { ...WHICH, partner_id: null },
    },
    at: NOW,
    by: SYSTEM,
  };
  const final: Extract<DeliveryCommand, { type: 'NoteFailed' }> = {
    type: 'NoteFailed',
    attempt: 1,
    reason: 'refused',
    final: true,
    now: NOW,
    alert,
  };

  test('is raised once, with the last failure, and only for messages that the owner relies on', () => {
    const dead = past(asked)
      .when(begin())
      .when(final)
      .gives(failedEvent(1, null, 'refused'), alertRaised);
    dead.when(final).gives();
    past(asked)
      .when({ type: 'GiveUp', reason: 'expired', now: NOW, alert })
      .gives(failedEvent(1, null, 'expired'), alertRaised);
    past(asked)
      .when({ type: 'GiveUp', reason: 'expired', now: NOW, alert: null })
      .gives(failedEvent(1, null, 'expired'));
    past(asked)
      .when(begin())
      .when({ ...final, final: false })
      .gives(failedEvent(1, '2000-01-01T00:01:00.000Z', 'refused'));
    const link = { ...asked, data: { ...asked.data, kind: 'password_reset' } } as DeliveryEvent;
    const linkFailed = failedEvent(1, null, 'refused');
    past(link)
      .when(begin())
      .when(final)
      .gives({ ...linkFailed, data: { ...linkFailed.data, kind: 'password_reset' } });
  });

  test('can be resolved once and acknowledged once', () => {
    const dead = past(asked).when(begin()).when(final);
    const acknowledge = { type: 'AcknowledgeAlert', owner: 'u1', now: LATER, alert_id, if_match: null } as const;
    const resolve = { type: 'ResolveAlert', reason: 'delivered', now: LATER } as const;
    dead
      .when(acknowledge)
      .gives({ type: 'AlertAcknowledged', data: { alert_id }, at: LATER })
      .when(acknowledge)
      .gives()
      .when(resolve)
      .gives({ type: 'AlertResolved', data: { alert_id, reason: 'delivered' }, at: LATER, by: SYSTEM })
      .when(resolve)
      .gives();
    past(asked).when(resolve).gives();
  });

  test('is found only by its owner, with its id, and in the version that they read', () => {
    const dead = past(asked).when(begin()).when(final);
    const acknowledge = { type: 'AcknowledgeAlert', owner: 'u1', now: LATER, alert_id, if_match: null } as const;
    expect(dead.refuses({ ...acknowledge, alert_id: 'another' }, 'not_found').message).toBe('There is no such alert.');
    dead.refuses({ ...acknowledge, owner: 'u2' }, 'not_found');
    past(asked).refuses(acknowledge, 'not_found');
    expect(dead.refuses({ ...acknowledge, if_match: 7 }, 'precondition_failed').message).toBe(
      'This alert has changed since you read it. Read it again.',
    );
    dead.when({ ...acknowledge, if_match: 3 }).gives({ type: 'AlertAcknowledged', data: { alert_id }, at: LATER });
    dead.when({ type: 'ResolveAlert', reason: 'delivered', now: LATER }).refuses({ ...acknowledge, if_match: 3 }, 'precondition_failed');
  });
});

describe('a delay', () => {
  const EXPIRES = '2000-01-15T00:00:00.000Z';
  const UNTIL = '2000-01-03T00:00:00.000Z';
  const expiring = { ...asked, data: { ...asked.data, expires_at: EXPIRES } } as DeliveryEvent;
  const delay = (now = NOW, until = UNTIL): DeliveryCommand => ({ type: 'Delay', until, now });

  test('delays a due attempt, and the message expires as if it had been requested at the new time', () => {
    const waits = past(expiring)
      .when(delay())
      .gives({ type: 'DeliveryDelayed', data: { until: UNTIL, ...WHICH } });
    expect(waits.state).toMatchObject({ next_attempt_at: UNTIL, requested_at: UNTIL, expires_at: '2000-01-17T00:00:00.000Z' });
    waits.when(begin()).gives();
    waits.when(delay()).gives();
    waits.when(begin(UNTIL)).gives(begunEvent(1, '2000-01-03T00:02:00.000Z'));
    expect(past(asked).when(delay()).state).toMatchObject({ expires_at: null });
  });

  test('does not change an attempt that another worker has begun, or a delivery that has ended', () => {
    past(asked).when(begin()).when(delay()).gives();
    past(asked).when({ type: 'Cancel', reason: 'moved' }).when(delay()).gives();
    past(asked).when(delay(NOW, NOW)).gives();
  });
});
