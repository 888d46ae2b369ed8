import type { Decider } from '../kernel/decider.ts';
import type { Decided } from '../kernel/event.ts';
import { type AlertCommand, decideAlert, undelivered } from './decide-alert.ts';
import type { CancelReason, DeliveryEvent } from './events.ts';
import { DELIVERY_EVENTS } from './events.ts';
import { type DeliveryState, evolve, initial } from './state.ts';

/** `now`: RFC 3339. `attempt` counts from 1 and says which one is meant. */
export type DeliveryCommand =
  /** Asked for before sending; who gets no event does not send. */
  | { readonly type: 'Begin'; readonly now: string }
  | { readonly type: 'NoteSent'; readonly attempt: number; readonly messageId: string }
  /** `final`: trying again is no use. The pause runs from `now`. */
  | {
      readonly type: 'NoteFailed';
      readonly attempt: number;
      readonly reason: string;
      readonly final: boolean;
      readonly now: string;
      readonly alert?: AlertRequest | null;
    }
  /** In the place of a further attempt. */
  | { readonly type: 'GiveUp'; readonly reason: string; readonly now: string; readonly alert?: AlertRequest | null }
  | AlertCommand
  | { readonly type: 'Cancel'; readonly reason: CancelReason };

/** An alert for the owner, where no further attempt follows. `id`: of the delivery; `zone`: the owner's. */
export interface AlertRequest {
  readonly id: string;
  readonly zone: string;
}

/** Minutes from a failed attempt to the next one. */
const PAUSES = [1, 5, 30, 120, 360, 720, 1440, 1440] as const;
/** So long it is waited for what became of an attempt: longer than any mail server is. */
const CLAIM_MINUTES = 2;

export const deliveryDecider: Decider<DeliveryState, DeliveryCommand, DeliveryEvent> = { events: DELIVERY_EVENTS, initial, evolve, decide };

type Waiting = Extract<DeliveryState, { status: 'waiting' }>;

/** It was tried as often as may be, the last time with an end that nobody knows. */
export const isExhausted = ({ attempts, begun }: Waiting): boolean => begun && attempts > PAUSES.length;

/** An attempt whose outcome is known already, or a delivery that is over: nothing to do. */
function decide(command: DeliveryCommand, state: DeliveryState): readonly Decided<DeliveryEvent>[] {
  if (command.type === 'AcknowledgeAlert' || command.type === 'ResolveAlert') return decideAlert(command, state);
  if (state.status !== 'waiting') return [];
  const { kind, channel, attempts, next_attempt_at } = state;
  switch (command.type) {
    case 'Cancel':
      return [{ type: 'DeliveryCancelled', data: { reason: command.reason, kind, channel } }];
    case 'Begin': {
      if (next_attempt_at > command.now) return [];
      const until = plusMinutes(command.now, CLAIM_MINUTES);
      return [{ type: 'DeliveryBegun', data: { attempt: attempts + 1, until, kind, channel } }];
    }
    case 'GiveUp':
      return next_attempt_at > command.now ? [] : failed(state, { ...command, attempt: attempts + 1 }, null);
    case 'NoteSent': {
      // also of an attempt that is waited for no longer: it was sent all the same
      const { attempt, messageId: message_id } = command;
      return attempt > attempts ? [] : [{ type: 'DeliverySent', data: { attempt, message_id, kind, channel } }];
    }
    case 'NoteFailed': {
      const { attempt, final, now } = command;
      if (attempt !== attempts || !state.begun) return [];
      return failed(state, command, final ? null : nextAttempt(now, attempt, state.expires_at));
    }
  }
}

interface Failure {
  readonly attempt: number;
  readonly reason: string;
  readonly now: string;
  readonly alert?: AlertRequest | null;
}

function failed(state: Waiting, { attempt, reason, now, alert }: Failure, next: string | null): readonly Decided<DeliveryEvent>[] {
  const { kind, channel } = state;
  const data = { attempt, reason, next_attempt_at: next, kind, channel };
  return [{ type: 'DeliveryFailed', data }, ...(next === null && alert ? undelivered(state, alert.id, alert.zone, now) : [])];
}

/** Null when there is no further attempt, or when it would come too late to be of use. */
function nextAttempt(now: string, attempt: number, expiresAt: string | null): string | null {
  const minutes = PAUSES[attempt - 1];
  if (minutes === undefined) return null;
  const next = plusMinutes(now, minutes);
  return expiresAt !== null && next >= expiresAt ? null : next;
}

const plusMinutes = (now: string, minutes: number): string =>
  Temporal.Instant.from(now).add({ minutes }).toString({ smallestUnit: 'millisecond' });
