import { type WhatsApp, WhatsAppRefused } from './port.ts';

/** In production without an account at the service: whoever named a number is told so. */
export const noWhatsApp: WhatsApp = {
  send: async () => {
    throw new WhatsAppRefused('WhatsApp is not set up on this server.');
  },
};
