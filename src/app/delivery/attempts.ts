import { type DeliveryCommand, deliveryDecider, isExhausted } from '../../domain/delivery/decide.ts';
import { DeliveryBegun, deliveryStream } from '../../domain/delivery/events.ts';
import type { DeliveryState } from '../../domain/delivery/state.ts';
import { isEvent } from '../../domain/kernel/define-event.ts';
import { type Position, SYSTEM } from '../../domain/kernel/event.ts';
import { type Handled, handle } from '../../domain/kernel/handle.ts';
import { lastMessageEnded, ownerOfOutcome } from '../account/account-deletion.ts';
import type { App } from '../app.ts';
import { type DueAttempt, dueAttempt } from '../due-attempt.ts';
import { latest } from '../task/task-send.ts';
import { arrived, noteFailure } from './undelivered.ts';

export type Waiting = Extract<DeliveryState, { status: 'waiting' }>;

export type DueDelivery = DueAttempt<DeliveryState>;

export type Unsent = Extract<DeliveryCommand, { type: 'GiveUp' | 'Cancel' }>;

export type AttemptOutcome = Extract<DeliveryCommand, { type: 'NoteSent' | 'NoteFailed' }>;

/** The delivery if an attempt is due at `now`. Null: it has ended, or the next attempt is not due yet. */
export const dueDelivery = (app: App, id: string, now: string): Promise<DueDelivery | null> =>
  dueAttempt(app, deliveryDecider, { id, stream: deliveryStream(id) }, now);

/** The command that ends a delivery without further attempts. Null: another attempt is allowed. */
export function attemptsEnded({ state }: DueDelivery, now: string): Unsent | null {
  if (state.expires_at !== null && state.expires_at <= now) return { type: 'GiveUp', reason: 'It had expired.', now };
  if (!isExhausted(state)) return null;
  return { type: 'GiveUp', reason: `It was tried ${state.attempts} times, and it is not known what became of it.`, now };
}

/** The number of the attempt that this process may make now. Null: another process began it, or the message must not be sent any more. */
export async function beginAttempt(app: App, delivery: DueDelivery, now: string): Promise<number | null> {
  const { events } = await send(app, delivery, { type: 'Begin', now });
  return events.find((event) => isEvent(event, DeliveryBegun))?.data.attempt ?? null;
}

/** Delays a due attempt to `until`. Returns the position of the event written. */
export async function delayAttempt(app: App, delivery: DueDelivery, until: string, now: string): Promise<Position | null> {
  return (await send(app, delivery, { type: 'Delay', until, now })).position;
}

export async function endUnsent(app: App, delivery: DueDelivery, instead: Unsent): Promise<Position | null> {
  return (await send(app, delivery, instead)).position;
}

/** Records the outcome of an attempt. If the message arrived, it resolves the alert that this channel does not work. */
export async function noteOutcome(app: App, delivery: DueDelivery, outcome: AttemptOutcome): Promise<Position | null> {
  const { position } = await send(app, delivery, outcome);
  return latest([position, outcome.type === 'NoteSent' ? await arrived(app, delivery.state, delivery.correlationId) : null]);
}

async function send(
  app: App,
  { id, state, causationId, correlationId }: DueDelivery,
  command: DeliveryCommand,
): Promise<Handled<DeliveryState>> {
  const goesOn = command.type === 'Begin' || command.type === 'Delay' || (command.type === 'NoteFailed' && !command.final);
  if (!goesOn) await lastMessageEnded(app, state);
  const context = { owner: await ownerOfOutcome(app, state), actor: SYSTEM, correlationId, causationId };
  const mayEndIt = command.type === 'NoteFailed' || command.type === 'GiveUp';
  const sent = (whole: DeliveryCommand) => handle(app, deliveryDecider, deliveryStream(id), whole, context);
  return mayEndIt ? noteFailure(app, id, state, (alert) => sent({ ...command, alert })) : sent(command);
}
