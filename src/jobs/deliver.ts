import { lastMessageEnded, ownerOfOutcome } from '../app/account-deletion.ts';
import { type DeliveryCommand, deliveryDecider } from '../domain/delivery/decide.ts';
import { type DeliveryKind, deliveryStream, type PartnerKind, type RecordedDeliveryEvent } from '../domain/delivery/events.ts';
import { evolve, initial } from '../domain/delivery/state.ts';
import { type Position, SYSTEM } from '../domain/kernel/event.ts';
import { handle } from '../domain/kernel/handle.ts';
import { MailRefused } from '../providers/mail/port.ts';
import { exportMail, farewellMail } from './compose/account-mails.ts';
import type { Compose, Waiting } from './compose/composed.ts';
import { linkMail } from './compose/link-mail.ts';
import { isToPartner } from './compose/partner-letter.ts';
import { rhythmMail } from './compose/rhythm-mail.ts';
import { attemptPartner, type PartnerPorts } from './deliver-partner.ts';

export type DeliverPorts = PartnerPorts;

const COMPOSE: Readonly<Record<Exclude<DeliveryKind, PartnerKind>, Compose>> = {
  confirmation: linkMail('confirmation', '/auth/confirm'),
  password_reset: linkMail('password_reset', '/auth/reset'),
  known_address: linkMail('known_address', '/auth/reset'),
  reminder: rhythmMail,
  weekly_report: rhythmMail,
  weekly_assessment: rhythmMail,
  digest: rhythmMail,
  export_ready: exportMail,
  account_farewell: farewellMail,
};

/**
 * Makes the attempt that is due, if one is, and notes what became of it. Null: nothing was due.
 * A crash after the sending and before the note sends once more, under the same Message-ID.
 */
export async function deliver(ports: DeliverPorts, id: string): Promise<Position | null> {
  const { app } = ports;
  const past = (await app.store.readStream(deliveryStream(id))) as readonly RecordedDeliveryEvent[];
  const state = past.reduce(evolve, initial);
  const now = app.clock.now();
  if (state.status !== 'waiting' || state.next_attempt_at > now) return null;
  const outcome = await attempt(ports, id, state, now);
  if (outcome.type !== 'NoteFailed' || outcome.final) await lastMessageEnded(app, state);
  const context = {
    owner: await ownerOfOutcome(app, state),
    actor: SYSTEM,
    correlationId: past[0]?.metadata.correlation_id ?? id,
    causationId: past[0]?.id ?? null,
  };
  return (await handle(app, deliveryDecider, deliveryStream(id), outcome, context)).position;
}

async function attempt(ports: DeliverPorts, id: string, state: Waiting, now: string): Promise<DeliveryCommand> {
  const number = state.attempts + 1;
  const failed = (reason: string, final: boolean): DeliveryCommand => ({ type: 'NoteFailed', attempt: number, reason, final, now });
  if (state.expires_at !== null && state.expires_at <= now) return failed('It had expired.', true);
  if (isToPartner(state)) return attemptPartner(ports, id, state, now);
  const composed = await COMPOSE[state.kind as keyof typeof COMPOSE](ports, id, state);
  if (composed === null) return failed('The account was deleted.', true);
  const messageId = `<${id}@${new URL(ports.origin()).hostname}>`;
  try {
    const sent = await ports.mailer.send({ ...composed, messageId, at: now, userId: state.user_id });
    return { type: 'NoteSent', attempt: number, messageId: sent.message_id };
  } catch (error) {
    return failed(error instanceof Error ? error.message : 'Unknown.', error instanceof MailRefused);
  }
}
