import { type DeliveryCommand, deliveryDecider, isExhausted } from '../../domain/delivery/decide.ts';
import { DeliveryBegun, deliveryStream } from '../../domain/delivery/events.ts';
import { type PlacedKind, placeFor } from '../../domain/delivery/places.ts';
import type { DeliveryState } from '../../domain/delivery/state.ts';
import { isEvent } from '../../domain/kernel/define-event.ts';
import { type Position, SYSTEM } from '../../domain/kernel/event.ts';
import { type Handled, handle } from '../../domain/kernel/handle.ts';
import { lastMessageEnded, ownerOfOutcome } from '../account/account-deletion.ts';
import { foldAddress } from '../account/account-lookup.ts';
import type { App } from '../app.ts';
import { type DueAttempt, dueAttempt } from '../due-attempt.ts';
import { withOwnerLock } from '../owner-lock.ts';
import { latest } from '../task/task-send.ts';
import { DAY_MS, later } from './account-mails.ts';
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
  const isOver = state.expires_at !== null && state.expires_at <= now;
  // What a push tells has passed, so nobody misses it.
  if (isOver && state.channel === 'push') return { type: 'Cancel', reason: 'nothing' };
  if (isOver) return { type: 'GiveUp', reason: 'It had expired.', now };
  if (!isExhausted(state)) return null;
  return { type: 'GiveUp', reason: `It was tried ${state.attempts} times, and it is not known what became of it.`, now };
}

/** An attempt that this process makes, and the delivery since it began. */
export interface BegunAttempt {
  readonly attempt: number;
  readonly delivery: DueDelivery;
}

/** Begins the attempt that this process may make now. Null: another process began it, or the message must not be sent any more. */
export async function beginAttempt(app: App, due: DueDelivery, now: string): Promise<BegunAttempt | null> {
  const { state, events } = await send(app, due, { type: 'Begin', now });
  const begun = events.find((event) => isEvent(event, DeliveryBegun));
  if (begun === undefined || state.status !== 'waiting') return null;
  return { attempt: begun.data.attempt, delivery: { ...due, state, last: { revision: begun.revision, hash: begun.metadata.hash } } };
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
  { id, state, last, causationId, correlationId }: DueDelivery,
  command: DeliveryCommand,
): Promise<Handled<DeliveryState>> {
  const goesOn = command.type === 'Begin' || command.type === 'Delay' || (command.type === 'NoteFailed' && !command.final);
  if (!goesOn) await lastMessageEnded(app, state);
  const context = { owner: await ownerOfOutcome(app, state), actor: SYSTEM, correlationId, causationId };
  const guess = last === undefined ? undefined : { state, last };
  const mayEndIt = command.type === 'NoteFailed' || command.type === 'GiveUp';
  const sent = (whole: DeliveryCommand) => handle(app, deliveryDecider, deliveryStream(id), whole, context, guess);
  return mayEndIt ? noteFailure(app, id, state, (alert) => sent({ ...command, alert })) : sent(command);
}

/** The longest queue of one recipient. A later message checks again when that queue should be empty. */
const MOST_PLACES = 100;

/**
 * When this message may go out: `now`, or a later instant. All owners who write to the same recipient share the limit. The message keeps
 * its place, so the same delivery may ask again.
 */
export function takePlace(app: App, { id, state }: DueDelivery, to: string, kind: PlacedKind, now: string): Promise<string> {
  const recipient = app.hashes.keyed('recipient', recipientOf(state.channel, to));
  const work = async (): Promise<string> => {
    const places = await app.places.placesOf(recipient);
    const at = placeFor(places, { id, kind }, now);
    if (at === now || places.length < MOST_PLACES) await app.places.putPlace(recipient, { id, kind, at, expires_at: later(at, DAY_MS) });
    return at;
  };
  return withOwnerLock(app, recipient, work, 'recipient');
}

/**
 * Normalizes a recipient. A mail address loses its subaddress, since `bo+1@example.org` and `bo+2@example.org` are usually one mailbox. A
 * number keeps only its digits, without leading zeros.
 */
function recipientOf(channel: DueDelivery['state']['channel'], to: string): string {
  if (channel === 'mail') return foldAddress(to).replace(/(?<=.)\+[^@]*(?=@)/, '');
  return `tel:${to.replaceAll(/\D/g, '').replace(/^0+/, '') || to}`;
}
