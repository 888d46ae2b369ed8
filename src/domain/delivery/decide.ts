import type { AlertResolved } from '../kernel/alert.ts';
import { type Decider, RuleViolation } from '../kernel/decider.ts';
import { derivedId } from '../kernel/derived-ids.ts';
import { type Decided, SYSTEM } from '../kernel/event.ts';
import { type CancelReason, DELIVERY_EVENTS, type DeliveryEvent, isNotifiedWhenUndelivered } from './events.ts';
import { type DeliveryState, evolve, initial, type Requested } from './state.ts';

/** `if_match`: the version of the alert that the sender last read; null accepts any version. */
export type AlertCommand =
  | {
      readonly type: 'AcknowledgeAlert';
      readonly owner: string;
      readonly now: string;
      readonly alert_id: string;
      readonly if_match: number | null;
    }
  | { readonly type: 'ResolveAlert'; readonly reason: AlertResolved['data']['reason']; readonly now: string };

/** The event of the alert that a message could not be delivered. `zone`: the owner's, for the time in the alert's text. */
function undelivered(state: Requested, id: string, zone: string, at: string): readonly Decided<DeliveryEvent>[] {
  const { kind, channel, partner, requested_at: about } = state;
  if (!isNotifiedWhenUndelivered(kind) || channel === 'push') return [];
  const delivery = { kind, channel, partner_id: partner?.id ?? null };
  const data = {
    alert_id: derivedId('undelivered_alert', id, 'undelivered'),
    kind: 'undelivered',
    alert_type: 'other',
    severity: 'medium',
  } as const;
  return [{ type: 'AlertRaised', data: { ...data, task_id: null, title: null, about, zone, streak: null, delivery }, at, by: SYSTEM }];
}

/** @throws RuleViolation not_found, precondition_failed */
function decideAlert(command: AlertCommand, state: DeliveryState): readonly Decided<DeliveryEvent>[] {
  const alert = state.status === 'dead' ? state.alert : null;
  if (command.type === 'ResolveAlert') {
    if (alert === null || alert.resolved) return [];
    return [{ type: 'AlertResolved', data: { alert_id: alert.id, reason: command.reason }, at: command.now, by: SYSTEM }];
  }
  const { owner, now, alert_id, if_match } = command;
  if (alert?.id !== alert_id || alert.owner !== owner) throw new RuleViolation('not_found', 'There is no such alert.');
  if (if_match !== null && if_match !== alert.version)
    throw new RuleViolation('precondition_failed', 'This alert has changed since you read it. Read it again.');
  return alert.acknowledged ? [] : [{ type: 'AlertAcknowledged', data: { alert_id }, at: now }];
}

/** `now`: RFC 3339. `attempt`: the number of the attempt that the command is about, from 1. */
export type DeliveryCommand =
  /** Claims an attempt before sending. A process that gets no event must not send. */
  | { readonly type: 'Begin'; readonly now: string }
  /** Delays the next attempt, which is due at `now`, before any worker has begun it. */
  | { readonly type: 'Delay'; readonly until: string; readonly now: string }
  | { readonly type: 'NoteSent'; readonly attempt: number; readonly messageId: string; readonly headSize?: number | undefined }
  /** `final`: another attempt cannot help. The pause before the next attempt begins at `now`. */
  | {
      readonly type: 'NoteFailed';
      readonly attempt: number;
      readonly reason: string;
      readonly final: boolean;
      readonly now: string;
      readonly alert?: AlertRequest | null;
    }
  | { readonly type: 'GiveUp'; readonly reason: string; readonly now: string; readonly alert?: AlertRequest | null }
  | AlertCommand
  | { readonly type: 'Cancel'; readonly reason: CancelReason };

/** Requests an alert to the owner if no further attempt follows. `id`: that of the delivery; `zone`: the owner's. */
export interface AlertRequest {
  readonly id: string;
  readonly zone: string;
}

/** Minutes from a failed attempt to the next one. */
const PAUSES = [1, 5, 30, 120, 360, 720, 1440, 1440] as const;
/** Minutes until an attempt without outcome counts as lost. No mail server takes this long. */
const CLAIM_MINUTES = 2;

export const deliveryDecider: Decider<DeliveryState, DeliveryCommand, DeliveryEvent> = { events: DELIVERY_EVENTS, initial, evolve, decide };

type Waiting = Extract<DeliveryState, { status: 'waiting' }>;

export const isExhausted = ({ attempts, begun }: Waiting): boolean => begun && attempts > PAUSES.length;

/** A command about an attempt with a known outcome, or about a delivery that has ended, changes nothing. */
function decide(command: DeliveryCommand, state: DeliveryState): readonly Decided<DeliveryEvent>[] {
  if (command.type === 'AcknowledgeAlert' || command.type === 'ResolveAlert') return decideAlert(command, state);
  if (state.status !== 'waiting') return [];
  const { attempts, next_attempt_at } = state;
  const about = whichOf(state);
  switch (command.type) {
    case 'Cancel':
      return [{ type: 'DeliveryCancelled', data: { reason: command.reason, ...about } }];
    case 'Begin': {
      if (next_attempt_at > command.now) return [];
      const until = plusMinutes(command.now, CLAIM_MINUTES);
      return [{ type: 'DeliveryBegun', data: { attempt: attempts + 1, until, ...about } }];
    }
    case 'Delay':
      if (next_attempt_at > command.now || command.until <= command.now) return [];
      return [{ type: 'DeliveryDelayed', data: { until: command.until, ...about } }];
    case 'GiveUp':
      return next_attempt_at > command.now ? [] : failed(state, { ...command, attempt: attempts + 1 }, null);
    case 'NoteSent': {
      // A late outcome counts as well, because the message was sent.
      const { attempt, messageId: message_id, headSize: head_size } = command;
      const data = { attempt, message_id, ...(head_size !== undefined && { head_size }), ...about };
      return attempt > attempts ? [] : [{ type: 'DeliverySent', data }];
    }
    case 'NoteFailed': {
      const { attempt, final, now } = command;
      if (attempt !== attempts || !state.begun) return [];
      return failed(state, command, final ? null : nextAttempt(now, attempt, state.expires_at));
    }
  }
}

/** The fields that every outcome repeats. */
const whichOf = ({ kind, channel, push }: Waiting) => ({ kind, channel, ...(push && { subscription: push.subscription }) });

interface Failure {
  readonly attempt: number;
  readonly reason: string;
  readonly now: string;
  readonly alert?: AlertRequest | null;
}

function failed(state: Waiting, { attempt, reason, now, alert }: Failure, next: string | null): readonly Decided<DeliveryEvent>[] {
  const data = { attempt, reason, next_attempt_at: next, ...whichOf(state) };
  return [{ type: 'DeliveryFailed', data }, ...(next === null && alert ? undelivered(state, alert.id, alert.zone, now) : [])];
}

/** The instant of the next attempt. Null: there is no further attempt, or it would come after the message expires. */
function nextAttempt(now: string, attempt: number, expiresAt: string | null): string | null {
  const minutes = PAUSES[attempt - 1];
  if (minutes === undefined) return null;
  const next = plusMinutes(now, minutes);
  return expiresAt !== null && next >= expiresAt ? null : next;
}

const plusMinutes = (now: string, minutes: number): string =>
  Temporal.Instant.from(now).add({ minutes }).toString({ smallestUnit: 'millisecond' });
