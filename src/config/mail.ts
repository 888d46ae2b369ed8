import { z } from 'zod';
import { parseSender } from '../contracts/address.ts';
import type { Section, ValuesOf } from './variable.ts';

/** How mails are sent. */
export interface MailConfig {
  /** The mail server; null (development only): mails go to the development mailbox. */
  readonly smtpUrl: string | null;
  /** Whether mails may leave this machine unencrypted if the mail server does not support TLS. */
  readonly smtpInsecure: boolean;
  readonly mailFrom: string;
}

const SENDER = 'Vouch <vouch@localhost>';

export const MAIL = {
  variables: {
    SMTP_URL: {
      schema: z.string().refine(isSmtpUrl, { error: 'is an address such as smtps://user:password@mail.example.com:465.' }).optional(),
      description:
        '`smtp://user:password@host:port`, or `smtps://`. To a mail server on another machine mail is sent encrypted (`smtps`, or STARTTLS) or not at all',
      unset: 'the development mailbox',
      secret: true,
      production: { missing: 'is missing: the mail server, such as smtps://user:password@mail.example.com:465.' },
    },
    SMTP_INSECURE: {
      schema: z.enum(['0', '1'], { error: 'is 1 (mail may leave this machine unencrypted) or 0.' }).default('0'),
      description: '`1`: mail may leave this machine unencrypted if the mail server offers no TLS',
    },
    MAIL_FROM: {
      schema: z
        .string()
        .refine((text) => parseSender(text) !== null, { error: 'is an address such as Vouch <vouch@example.com>.' })
        .optional(),
      description: 'sender of mails',
      unset: `\`${SENDER}\``,
      production: { missing: 'is missing: the sender of all mail, such as Vouch <vouch@example.com>.' },
    },
  },
} satisfies Section;

export const toMail = (env: ValuesOf<typeof MAIL.variables>): MailConfig => ({
  smtpUrl: env.SMTP_URL ?? null,
  smtpInsecure: env.SMTP_INSECURE === '1',
  mailFrom: env.MAIL_FROM ?? SENDER,
});

function isSmtpUrl(value: string): boolean {
  return URL.canParse(value) && ['smtp:', 'smtps:'].includes(new URL(value).protocol) && new URL(value).hostname !== '';
}
