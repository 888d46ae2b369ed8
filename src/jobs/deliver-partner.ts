import type { DeliveryCommand } from '../domain/delivery/decide.ts';
import { type Mailer, MailRefused } from '../providers/mail/port.ts';
import { type WhatsApp, WhatsAppRefused } from '../providers/whatsapp/port.ts';
import { renderPartnerMail, renderPartnerText } from '../render/partner/mail.ts';
import type { ComposePorts } from './compose/composed.ts';
import { type ForPartner, partnerLetter, type ToThem } from './compose/partner-letter.ts';

export interface PartnerPorts extends ComposePorts {
  readonly mailer: Mailer;
  readonly whatsapp: WhatsApp;
}

type Ready = Extract<ForPartner, { stopped: null }>;

/** One attempt at a message to a partner, by mail or WhatsApp; one that nobody wants any more is taken back. */
export async function attemptPartner(ports: PartnerPorts, id: string, state: ToThem, now: string): Promise<DeliveryCommand> {
  const attempt = state.attempts + 1;
  const ready = await partnerLetter(ports, id, state);
  if (ready.stopped !== null) return { type: 'Cancel', reason: ready.stopped };
  try {
    const { message_id } = await (state.channel === 'mail' ? mail(ports, id, state, now, ready) : whatsapp(ports, id, state, now, ready));
    return { type: 'NoteSent', attempt, messageId: message_id };
  } catch (error) {
    const final = error instanceof MailRefused || error instanceof WhatsAppRefused;
    return { type: 'NoteFailed', attempt, reason: error instanceof Error ? error.message : 'Unknown.', final, now };
  }
}

/** RFC 8058: the mail program itself may say no, with one press. */
function mail({ mailer, origin }: PartnerPorts, id: string, { user_id }: ToThem, at: string, { letter, to, name, oneClick }: Ready) {
  const headers = { 'list-unsubscribe': `<${oneClick}>`, 'list-unsubscribe-post': 'List-Unsubscribe=One-Click' };
  const messageId = `<${id}@${new URL(origin()).hostname}>`;
  return mailer.send({ ...renderPartnerMail(letter), to: { address: to, name }, messageId, at, userId: user_id, headers });
}

function whatsapp({ whatsapp: service }: PartnerPorts, id: string, { user_id }: ToThem, at: string, { letter, to }: Ready) {
  return service.send({ to, text: renderPartnerText(letter), id, at, userId: user_id });
}
