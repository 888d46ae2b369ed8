import { type WhatsApp, WhatsAppRefused } from '../../ports/whatsapp.ts';

/** Used in production without a WhatsApp account: every message is refused. */
export const noWhatsApp: WhatsApp = {
  send: async () => {
    throw new WhatsAppRefused('WhatsApp is not set up on this server.');
  },
};
