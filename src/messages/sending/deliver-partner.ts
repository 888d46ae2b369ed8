import type { Mailer } from '../../providers/mail/port.ts';
import type { WhatsApp } from '../../providers/whatsapp/port.ts';
import type { ComposePorts, Prepared } from '../compose/composed.ts';
import { type ComposedPartnerMessage, composePartnerMessage, type PartnerDelivery } from '../compose/partner-message.ts';
import { renderPartnerMail, renderPartnerText } from '../partner/mail.ts';

export interface PartnerPorts extends ComposePorts {
  readonly mailer: Mailer;
  readonly whatsapp: WhatsApp;
}

type ReadyMessage = Extract<ComposedPartnerMessage, { stopped: null }>;

/** Composes a message to a partner, to be sent by mail or WhatsApp. A delivery that must not be sent any more is cancelled. */
export async function preparePartner(ports: PartnerPorts, id: string, state: PartnerDelivery, now: string): Promise<Prepared> {
  const ready = await composePartnerMessage(ports, id, state);
  if (ready.stopped !== null) return { instead: { type: 'Cancel', reason: ready.stopped } };
  return { instead: null, send: () => (state.channel === 'mail' ? mail : whatsapp)(ports, id, state, now, ready) };
}

/** RFC 8058: the headers let the mail program offer a button that stops these messages. */
function mail(
  { mailer, origin }: PartnerPorts,
  id: string,
  { user_id }: PartnerDelivery,
  at: string,
  { message, to, name, oneClick }: ReadyMessage,
) {
  const headers = { 'list-unsubscribe': `<${oneClick}>`, 'list-unsubscribe-post': 'List-Unsubscribe=One-Click' };
  const messageId = `<${id}@${new URL(origin()).hostname}>`;
  return mailer.send({ ...renderPartnerMail(message), to: { address: to, name }, messageId, at, userId: user_id, headers });
}

function whatsapp(
  { whatsapp: service }: PartnerPorts,
  id: string,
  { user_id }: PartnerDelivery,
  at: string,
  { message, to }: ReadyMessage,
) {
  return service.send({ to, text: renderPartnerText(message), id, at, userId: user_id });
}
