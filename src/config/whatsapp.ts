import { z } from 'zod';
import { type Section, serviceAddress, type ValuesOf } from './variable.ts';

/** Access to Meta's Cloud API for WhatsApp. */
export interface WhatsAppConfig {
  readonly token: string;
  readonly phoneId: string;
  /** The API's address without a trailing slash; null: Meta's own. */
  readonly url: string | null;
  readonly template: { readonly name: string; readonly language: string } | null;
}

const META = 'https://graph.facebook.com/v21.0';

export const WHATSAPP = {
  service: {
    name: 'whatsapp',
    title: 'WhatsApp',
    standIn: 'the development outbox',
    needed: ['WHATSAPP_TOKEN', 'WHATSAPP_PHONE_ID'],
    beside: ['WHATSAPP_TEMPLATE', 'WHATSAPP_API_URL'],
    otherwise: 'no message reaches a WhatsApp number',
  },
  variables: {
    WHATSAPP_TOKEN: {
      schema: z
        .string()
        .regex(/^[\x21-\x7e]{1,2000}$/, { error: 'is the access token of the WhatsApp Cloud API.' })
        .optional(),
      description:
        'access token of the WhatsApp Cloud API of Meta. Where WhatsApp is off, messages to a number fail, and the owner is notified of the reason',
      secret: true,
    },
    WHATSAPP_PHONE_ID: {
      schema: z
        .string()
        .regex(/^\d{1,32}$/, { error: 'is the id of the sending number, digits only.' })
        .optional(),
      description: 'id of the sending number there',
    },
    WHATSAPP_TEMPLATE: {
      schema: z
        .string()
        .regex(/^[a-z0-9_]{1,512}(:[A-Za-z_]{2,12})?$/, { error: "is an approved template's name and language, such as vouch_note:en." })
        .optional(),
      description:
        'name and language of an approved template with one text in its body, such as `vouch_note:en`; Meta delivers plain text only to people who have written to the number within 24 hours',
      unset: 'plain text',
    },
    WHATSAPP_API_URL: {
      schema: serviceAddress(META).optional(),
      description: 'another version or address of the Cloud API',
      unset: `\`${META}\``,
    },
  },
} satisfies Section;

export function toWhatsApp(env: ValuesOf<typeof WHATSAPP.variables>): WhatsAppConfig | null {
  const { WHATSAPP_TOKEN: token, WHATSAPP_PHONE_ID: phoneId, WHATSAPP_API_URL: url = null, WHATSAPP_TEMPLATE: template } = env;
  if (token === undefined || phoneId === undefined) return null;
  const [name = '', language = 'en'] = template?.split(':') ?? [];
  return { token, phoneId, url, template: template === undefined ? null : { name, language } };
}
