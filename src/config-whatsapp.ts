import { z } from 'zod';
import { serviceAddress } from './config-address.ts';

/** Access to Meta's Cloud API for WhatsApp. */
export interface WhatsAppConfig {
  readonly token: string;
  readonly phoneId: string;
  /** The API's address without a trailing slash; null: Meta's own. */
  readonly url: string | null;
  readonly template: { readonly name: string; readonly language: string } | null;
}

/** The variables about WhatsApp, for the schema of the environment. */
export const WHATSAPP_VARIABLES = {
  WHATSAPP_TOKEN: z
    .string()
    .regex(/^[\x21-\x7e]{1,2000}$/, { error: 'is the access token of the WhatsApp Cloud API.' })
    .optional(),
  WHATSAPP_PHONE_ID: z
    .string()
    .regex(/^\d{1,32}$/, { error: 'is the id of the sending number, digits only.' })
    .optional(),
  WHATSAPP_API_URL: serviceAddress('https://graph.facebook.com/v21.0').optional(),
  WHATSAPP_TEMPLATE: z
    .string()
    .regex(/^[a-z0-9_]{1,512}(:[A-Za-z_]{2,12})?$/, { error: "is an approved template's name and language, such as vouch_note:en." })
    .optional(),
};

export function toWhatsApp(env: z.output<z.ZodObject<typeof WHATSAPP_VARIABLES>>): WhatsAppConfig | null {
  const { WHATSAPP_TOKEN: token, WHATSAPP_PHONE_ID: phoneId, WHATSAPP_API_URL: url = null, WHATSAPP_TEMPLATE: template } = env;
  if (token === undefined || phoneId === undefined) return null;
  const [name = '', language = 'en'] = template?.split(':') ?? [];
  return { token, phoneId, url, template: template === undefined ? null : { name, language } };
}
