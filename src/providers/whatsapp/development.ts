import type { Copies, MessageCopy } from '../../ports/files.ts';
import { type WhatsApp, WhatsAppRefused } from '../../ports/whatsapp.ts';
import { digitsOf } from './cloud.ts';

/** Stores every message in the development outbox. A message that is sent twice is stored once. */
export const outboxWhatsApp = (outbox: Pick<Copies<MessageCopy>, 'add'>): WhatsApp => ({
  send: async ({ id, to, text, at, userId }) => {
    await outbox.add({ id, channel: 'whatsapp', to: `+${digitsOf(to)}`, text, at }, userId);
    return { message_id: id };
  },
});

/** Used in production without a WhatsApp account: every message is refused. */
export const noWhatsApp: WhatsApp = {
  send: async () => {
    throw new WhatsAppRefused('WhatsApp is not set up on this server.');
  },
};
