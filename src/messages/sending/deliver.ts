import {
  type AttemptOutcome,
  attemptsEnded,
  beginAttempt,
  type DueDelivery,
  dueDelivery,
  endUnsent,
  noteOutcome,
} from '../../app/delivery/attempts.ts';
import type { DeliveryKind, PartnerKind } from '../../domain/delivery/event-data.ts';
import type { Position } from '../../domain/kernel/event.ts';
import { MailRefused } from '../../providers/mail/port.ts';
import { WhatsAppRefused } from '../../providers/whatsapp/port.ts';
import { exportMail, farewellMail } from '../compose/account-mails.ts';
import type { Compose, Prepared } from '../compose/composed.ts';
import { linkMail } from '../compose/link-mail.ts';
import { isPartnerDelivery } from '../compose/partner-message.ts';
import { scheduledMail } from '../compose/scheduled-mail.ts';
import { type PartnerPorts, preparePartner } from './deliver-partner.ts';
import { createOutcomes } from './outcomes.ts';

export type DeliverPorts = PartnerPorts;

const COMPOSE: Readonly<Record<Exclude<DeliveryKind, PartnerKind>, Compose>> = {
  confirmation: linkMail('confirmation', '/auth/confirm'),
  password_reset: linkMail('password_reset', '/auth/reset'),
  known_address: linkMail('known_address', '/auth/reset'),
  reminder: scheduledMail,
  weekly_report: scheduledMail,
  weekly_assessment: scheduledMail,
  digest: scheduledMail,
  export_ready: exportMail,
  account_farewell: farewellMail,
};

/**
 * Makes the attempt of the delivery `id` if one is due, and records how it ended. Gives the position of what was written;
 * null if nothing was due or another worker makes this attempt.
 */
export type Deliver = (id: string) => Promise<Position | null>;

/**
 * The beginning of an attempt is written to the log before anything is sent, so that only one of several workers sends. After
 * a crash in between nobody knows whether the message was sent. It is sent again once the attempt's time is over, under the
 * same Message-ID.
 */
export function createDeliver(ports: DeliverPorts): Deliver {
  const outcomes = createOutcomes();
  return async (id) => {
    const pending = outcomes.pending(id);
    if (pending !== null) return outcomes.note(id, pending);
    const { app } = ports;
    const now = app.clock.now();
    const delivery = await dueDelivery(app, id, now);
    if (delivery === null) return null;
    const ready = await prepare(ports, delivery, now);
    if (ready.instead !== null) return endUnsent(app, delivery, ready.instead);
    const attempt = await beginAttempt(app, delivery, now);
    if (attempt === null) return null;
    const outcome = await attemptOutcome(ready.send, attempt, now);
    return outcomes.note(id, () => noteOutcome(app, delivery, outcome));
  };
}

async function prepare(ports: DeliverPorts, delivery: DueDelivery, now: string): Promise<Prepared> {
  const ended = attemptsEnded(delivery, now);
  if (ended !== null) return { instead: ended };
  const { id, state } = delivery;
  if (isPartnerDelivery(state)) return preparePartner(ports, id, state, now);
  const composed = await COMPOSE[state.kind as keyof typeof COMPOSE](ports, id, state);
  if (composed === null) return { instead: { type: 'GiveUp', reason: 'The account was deleted.', now } };
  const messageId = `<${id}@${new URL(ports.origin()).hostname}>`;
  return { instead: null, send: () => ports.mailer.send({ ...composed, messageId, at: now, userId: state.user_id }) };
}

async function attemptOutcome(send: Extract<Prepared, { instead: null }>['send'], attempt: number, now: string): Promise<AttemptOutcome> {
  try {
    return { type: 'NoteSent', attempt, messageId: (await send()).message_id };
  } catch (error) {
    const final = error instanceof MailRefused || error instanceof WhatsAppRefused;
    return { type: 'NoteFailed', attempt, reason: error instanceof Error ? error.message : 'Unknown.', final, now };
  }
}
