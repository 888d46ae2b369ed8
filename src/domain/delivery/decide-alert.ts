import type { AlertResolved } from '../kernel/alert.ts';
import { RuleViolation } from '../kernel/decider.ts';
import { derivedId } from '../kernel/derived-ids.ts';
import { type Decided, SYSTEM } from '../kernel/event.ts';
import { type DeliveryEvent, isNotifiedWhenUndelivered } from './events.ts';
import type { DeliveryState, Requested } from './state.ts';

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
export function undelivered(state: Requested, id: string, zone: string, at: string): readonly Decided<DeliveryEvent>[] {
  const { kind, channel, partner, requested_at: about } = state;
  if (!isNotifiedWhenUndelivered(kind)) return [];
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
export function decideAlert(command: AlertCommand, state: DeliveryState): readonly Decided<DeliveryEvent>[] {
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
