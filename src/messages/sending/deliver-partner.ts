import { renderPartnerText } from '../partner-messages/chat.ts';
import { renderPartnerMail } from '../partner-messages/mail.ts';
import {
  type ComposedPartnerMessage,
  composePartnerMessage,
  isPartnerDelivery,
  type PartnerDelivery,
  type PartnerMessageKind,
} from '../partner-messages/partner-message.ts';
import type { MessageKind, MessagePorts } from './message-kind.ts';

type ReadyMessage = Extract<ComposedPartnerMessage, { stopped: null }>;

/** A message to a partner, sent by mail or WhatsApp. A delivery that must not be sent any more is cancelled. */
export const partnerMessage = (of: PartnerMessageKind): MessageKind => ({
  kind: of.kind,
  async prepare(ports, id, state, now) {
    if (!isPartnerDelivery(state)) throw new RangeError(`The delivery ${id} of the kind '${of.kind}' names no partner.`);
    const ready = await composePartnerMessage(ports, id, state, of);
    if (ready.stopped !== null) return { instead: { type: 'Cancel', reason: ready.stopped } };
    const placed = of.placed?.(state.partner) ?? null;
    const send = () => (state.channel === 'mail' ? mail : whatsapp)(ports, id, state, now, ready);
    return { instead: null, send, ...(placed && { place: { to: ready.to, kind: placed } }) };
  },
});

/** RFC 8058: the headers let the mail program offer a button that stops these messages. */
function mail(
  { mailer, origin }: MessagePorts,
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
  { whatsapp: service }: MessagePorts,
  id: string,
  { user_id }: PartnerDelivery,
  at: string,
  { message, to }: ReadyMessage,
) {
  return service.send({ to, text: renderPartnerText(message), id, at, userId: user_id });
}
