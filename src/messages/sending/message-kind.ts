import type { Waiting } from '../../app/delivery/attempts.ts';
import { ownerHearsFirst } from '../../app/partner/owner-first.ts';
import type { Mailer } from '../../ports/mailer.ts';
import type { WhatsApp } from '../../ports/whatsapp.ts';
import type { ComposeOrNothing, ComposePorts, Prepared, Sent } from '../mail/mail.ts';
import { recordOf } from '../mail/record.ts';
import { replyTo } from '../mail/reply-to.ts';
import { renderPartnerMail, renderPartnerText, sumsUp } from '../partner-messages/mail.ts';
import {
  type ComposedPartnerMessage,
  composePartnerMessage,
  isPartnerDelivery,
  type PartnerDelivery,
  type PartnerMessageKind,
} from '../partner-messages/message.ts';

export interface MessagePorts extends ComposePorts {
  readonly mailer: Mailer;
  readonly whatsapp: WhatsApp;
}

export interface MessageKind {
  /** As deliveries store it and metrics label it: lower case, words joined by an underscore. It never changes. */
  readonly kind: string;
  /** Makes the message of a delivery when it is due. `now`: RFC 3339. */
  readonly prepare: (ports: MessagePorts, id: string, state: Waiting, now: string) => Promise<Prepared>;
}

/**
 * A mail to the owner of an account. The delivery is abandoned if the account no longer exists, and cancelled if there
 * is nothing to say any more.
 */
export const ownerMail = (kind: string, compose: ComposeOrNothing): MessageKind => ({
  kind,
  async prepare(ports, id, state, now) {
    const composed = await compose(ports, id, state);
    if (composed === null) return { instead: { type: 'GiveUp', reason: 'The account was deleted.', now } };
    if (composed === 'nothing') return { instead: { type: 'Cancel', reason: 'nothing' } };
    const messageId = `<${id}@${new URL(ports.origin()).hostname}>`;
    return { instead: null, send: () => ports.mailer.send({ ...composed, messageId, at: now, userId: state.user_id }) };
  },
});

type ReadyMessage = Extract<ComposedPartnerMessage, { stopped: null }>;

/**
 * A message to a partner, sent by mail or WhatsApp. It waits until the owner could hear of the misses that it tells. A delivery
 * that may not be sent any more is cancelled.
 */
export const partnerMessage = (of: PartnerMessageKind): MessageKind => ({
  kind: of.kind,
  async prepare(ports, id, state, now) {
    if (!isPartnerDelivery(state)) throw new RangeError(`The delivery ${id} of the kind '${of.kind}' names no partner.`);
    const ready = await composePartnerMessage(ports, id, state, of);
    if (ready.stopped !== null) return { instead: { type: 'Cancel', reason: ready.stopped } };
    const notBefore = await ownerHearsFirst(ports.app, state.user_id, state.partner.tasks, now);
    const placed = of.placed?.(state.partner) ?? null;
    const send = () => (state.channel === 'mail' ? mail : whatsapp)(ports, id, state, now, ready);
    return { instead: null, send, ...(notBefore !== null && { notBefore }), ...(placed && { place: { to: ready.to, kind: placed } }) };
  },
});

/** RFC 8058: the headers let the mail program offer a button that stops these messages. */
async function mail(
  { app, mailer, origin }: MessagePorts,
  id: string,
  { user_id }: PartnerDelivery,
  at: string,
  { message, to, name, oneClick, answersTo }: ReadyMessage,
): Promise<Sent> {
  const stop = { 'list-unsubscribe': `<${oneClick}>`, 'list-unsubscribe-post': 'List-Unsubscribe=One-Click' };
  const headers = { ...stop, ...replyTo(answersTo) };
  const messageId = `<${id}@${new URL(origin()).hostname}>`;
  const record = sumsUp(message) ? await recordOf(app, user_id) : null;
  const content = renderPartnerMail(message, record);
  const { message_id } = await mailer.send({ ...content, to: { address: to, name }, messageId, at, userId: user_id, headers });
  return { message_id, ...(record && { head_size: record.size }) };
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
