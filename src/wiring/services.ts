import type { Config } from '../config.ts';
import type { Log } from '../jobs/log.ts';
import type { Reviewer } from '../providers/ai/port.ts';
import { mailboxMailer } from '../providers/mail/development.ts';
import type { Mailer } from '../providers/mail/port.ts';
import { smtpMailer } from '../providers/mail/smtp.ts';
import { CLOUD_API, cloudWhatsApp } from '../providers/whatsapp/cloud.ts';
import { outboxWhatsApp } from '../providers/whatsapp/development.ts';
import { noWhatsApp } from '../providers/whatsapp/none.ts';
import type { WhatsApp } from '../providers/whatsapp/port.ts';
import type { Stores } from '../store/stores.ts';
import { openReviewer } from './reviewer.ts';

/** Services outside the program. */
export interface Services {
  readonly mailer: Mailer;
  readonly whatsapp: WhatsApp;
  /** Reviews proof by an AI, or by the rubric in its place. */
  readonly reviewer: Reviewer;
}

interface ServiceOptions extends Partial<Services> {
  readonly config: Config;
  readonly log: Log;
}

/** The services as configured, or as given. */
export function createServices({ config, log, mailer, whatsapp, reviewer }: ServiceOptions, stores: Stores): Services {
  const { smtpUrl: url, smtpInsecure: insecure, mailFrom: from } = config;
  const own = url === null ? mailboxMailer(stores.mailbox, from) : smtpMailer({ url, from, insecure });
  return {
    mailer: mailer ?? own,
    whatsapp: whatsapp ?? whatsAppOf(config, stores),
    reviewer: reviewer ?? openReviewer(config.ai, log),
  };
}

function whatsAppOf({ whatsapp, mode }: Config, { outbox }: Stores): WhatsApp {
  if (whatsapp !== null) return cloudWhatsApp({ ...whatsapp, url: whatsapp.url ?? CLOUD_API });
  return mode === 'development' ? outboxWhatsApp(outbox) : noWhatsApp;
}
