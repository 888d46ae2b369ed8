import type { Decider } from '../kernel/decider.ts';
import type { Decided } from '../kernel/event.ts';
import type { CancelReason, DeliveryEvent } from './events.ts';
import { type DeliveryState, evolve, initial } from './state.ts';

/** What became of an attempt; `attempt` counts from 1 and says which one is meant. */
export type DeliveryCommand =
  | { readonly type: 'NoteSent'; readonly attempt: number; readonly messageId: string }
  /** `final`: trying again is no use. `now`: RFC 3339, from which the pause runs. */
  | { readonly type: 'NoteFailed'; readonly attempt: number; readonly reason: string; readonly final: boolean; readonly now: string }
  | { readonly type: 'Cancel'; readonly reason: CancelReason };

/** Minutes from a failed attempt to the next one. */
const PAUSES = [1, 5, 30, 120, 360, 720, 1440, 1440] as const;

export const deliveryDecider: Decider<DeliveryState, DeliveryCommand, DeliveryEvent> = { initial, evolve, decide };

/** An attempt whose outcome is known already, or a delivery that is over: nothing to do. */
function decide(command: DeliveryCommand, state: DeliveryState): readonly Decided<DeliveryEvent>[] {
  if (state.status !== 'waiting') return [];
  const { kind, channel } = state;
  if (command.type === 'Cancel') return [{ type: 'DeliveryCancelled', data: { reason: command.reason, kind, channel } }];
  const { attempt } = command;
  if (attempt !== state.attempts + 1) return [];
  if (command.type === 'NoteSent') return [{ type: 'DeliverySent', data: { attempt, message_id: command.messageId, kind, channel } }];
  const next_attempt_at = command.final ? null : nextAttempt(command.now, attempt, state.expires_at);
  return [{ type: 'DeliveryFailed', data: { attempt, reason: command.reason, next_attempt_at, kind, channel } }];
}

/** Null when there is no further attempt, or when it would come too late to be of use. */
function nextAttempt(now: string, attempt: number, expiresAt: string | null): string | null {
  const minutes = PAUSES[attempt - 1];
  if (minutes === undefined) return null;
  const next = Temporal.Instant.from(now).add({ minutes }).toString({ smallestUnit: 'millisecond' });
  return expiresAt !== null && next >= expiresAt ? null : next;
}
