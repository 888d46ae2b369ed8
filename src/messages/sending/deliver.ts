import { lastMessageEnded, ownerOfOutcome } from '../../app/account/account-deletion.ts';
import type { App } from '../../app/app.ts';
import { latest } from '../../app/task/task-send.ts';
import { alertFor, arrived } from '../../app/undelivered.ts';
import { type DeliveryCommand, deliveryDecider, isExhausted } from '../../domain/delivery/decide.ts';
import type { DeliveryKind, PartnerKind } from '../../domain/delivery/event-data.ts';
import { DeliveryBegun, type DeliveryEvent, deliveryStream, type RecordedDeliveryEvent } from '../../domain/delivery/events.ts';
import { type DeliveryState, evolve, initial } from '../../domain/delivery/state.ts';
import { isEvent } from '../../domain/kernel/define-event.ts';
import { type Position, SYSTEM } from '../../domain/kernel/event.ts';
import { handle } from '../../domain/kernel/handle.ts';
import { readEvents } from '../../domain/kernel/read-stream.ts';
import { MailRefused } from '../../providers/mail/port.ts';
import { WhatsAppRefused } from '../../providers/whatsapp/port.ts';
import { exportMail, farewellMail } from '../compose/account-mails.ts';
import type { Compose, Prepared, Waiting } from '../compose/composed.ts';
import { linkMail } from '../compose/link-mail.ts';
import { isToPartner } from '../compose/partner-letter.ts';
import { rhythmMail } from '../compose/rhythm-mail.ts';
import { type PartnerPorts, preparePartner } from './deliver-partner.ts';
import { createOutcomes } from './outcomes.ts';

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

type Handled = Awaited<ReturnType<typeof handle<DeliveryState, DeliveryCommand, DeliveryEvent>>>;

/** Makes the attempt that is due, if one is, and notes what became of it. Null: nothing was due, or another is at it. */
export type Deliver = (id: string) => Promise<Position | null>;

/**
 * An attempt is begun in the log before anything is sent, so of several workers one sends. After a crash in between it is
 * not known what became of it: once nobody waits for that any more it is sent again, under the same Message-ID.
 */
export function createDeliver(ports: DeliverPorts): Deliver {
  const outcomes = createOutcomes();
  return async (id) => {
    const unnoted = outcomes.kept(id);
    if (unnoted !== null) return outcomes.note(id, unnoted);
    const { app } = ports;
    const past = await readEvents(app.store, deliveryDecider, deliveryStream(id));
    const state = past.reduce(evolve, initial);
    const now = app.clock.now();
    if (state.status !== 'waiting' || state.next_attempt_at > now) return null;
    const tell = teller(app, id, state, past[0]);
    const ready = await prepare(ports, id, state, now);
    if (ready.instead !== null) return (await tell(ready.instead)).position;
    const attempt = begunIn(await tell({ type: 'Begin', now }));
    if (attempt === null) return null;
    const outcome = await outcomeOf(ready.send, attempt, now);
    return outcomes.note(id, async () => {
      const noted = (await tell(outcome)).position;
      const correlationId = past[0]?.metadata.correlation_id ?? id;
      return latest([noted, outcome.type === 'NoteSent' ? await arrived(app, state, correlationId) : null]);
    });
  };
}

/** Sends commands about a delivery. */
function teller(app: App, id: string, state: Waiting, first: RecordedDeliveryEvent | undefined) {
  return async (command: DeliveryCommand): Promise<Handled> => {
    const goesOn = command.type === 'Begin' || (command.type === 'NoteFailed' && !command.final);
    if (!goesOn) await lastMessageEnded(app, state);
    const context = {
      owner: await ownerOfOutcome(app, state),
      actor: SYSTEM,
      correlationId: first?.metadata.correlation_id ?? id,
      causationId: first?.id ?? null,
    };
    const isFailure = command.type === 'NoteFailed' || command.type === 'GiveUp';
    const told = isFailure ? { ...command, alert: await alertFor(app, id, state) } : command;
    return handle(app, deliveryDecider, deliveryStream(id), told, context);
  };
}

/** Null: another began it, or it is wanted no more. */
function begunIn({ events }: Handled): number | null {
  const begun = events.find((event) => isEvent(event, DeliveryBegun));
  return begun?.data.attempt ?? null;
}

async function prepare(ports: DeliverPorts, id: string, state: Waiting, now: string): Promise<Prepared> {
  const giveUp = (reason: string): Prepared => ({ instead: { type: 'GiveUp', reason, now } });
  if (state.expires_at !== null && state.expires_at <= now) return giveUp('It had expired.');
  if (isExhausted(state)) return giveUp(`It was tried ${state.attempts} times, and it is not known what became of it.`);
  if (isToPartner(state)) return preparePartner(ports, id, state, now);
  const composed = await COMPOSE[state.kind as keyof typeof COMPOSE](ports, id, state);
  if (composed === null) return giveUp('The account was deleted.');
  const messageId = `<${id}@${new URL(ports.origin()).hostname}>`;
  return { instead: null, send: () => ports.mailer.send({ ...composed, messageId, at: now, userId: state.user_id }) };
}

async function outcomeOf(send: Extract<Prepared, { instead: null }>['send'], attempt: number, now: string): Promise<DeliveryCommand> {
  try {
    return { type: 'NoteSent', attempt, messageId: (await send()).message_id };
  } catch (error) {
    const final = error instanceof MailRefused || error instanceof WhatsAppRefused;
    return { type: 'NoteFailed', attempt, reason: error instanceof Error ? error.message : 'Unknown.', final, now };
  }
}
