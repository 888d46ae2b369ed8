import type { Config } from '../config/config.ts';
import type { Log } from '../jobs/log.ts';
import type { AiHelp } from '../ports/ai-help.ts';
import type { Mailer } from '../ports/mailer.ts';
import type { OAuthProviders } from '../ports/oauth.ts';
import type { PersonalMailer } from '../ports/personal-mailer.ts';
import type { Reviewer } from '../ports/reviewer.ts';
import type { WhatsApp } from '../ports/whatsapp.ts';
import { mailboxMailer } from '../providers/mail/development.ts';
import { personalMailbox } from '../providers/mail/personal-development.ts';
import { personalSmtp } from '../providers/mail/personal-smtp.ts';
import { smtpMailer } from '../providers/mail/smtp.ts';
import { CLOUD_API, cloudWhatsApp } from '../providers/whatsapp/cloud.ts';
import { outboxWhatsApp } from '../providers/whatsapp/development.ts';
import { noWhatsApp } from '../providers/whatsapp/none.ts';
import type { Stores } from '../store/stores.ts';
import { openOAuth } from './oauth.ts';
import { createOrigin, type Origin } from './origin.ts';
import { openAiHelp, openReviewer } from './reviewer.ts';

/** Services outside the program. */
export interface Services {
  readonly mailer: Mailer;
  /** Sends mails that people write to others. */
  readonly personalMailer: PersonalMailer;
  readonly whatsapp: WhatsApp;
  /** Reviews proof by an AI, or by the rubric in its place. */
  readonly reviewer: Reviewer;
  /** With whom owners connect and sign in. */
  readonly oauth: OAuthProviders;
  /** The address of the program itself. */
  readonly origin: Origin;
  /** Help of an AI beyond reviews. */
  readonly ai: AiHelp;
}

interface ServiceOptions extends Partial<Services> {
  readonly config: Config;
  readonly log: Log;
}

/** The services as configured, or as given. */
export function createServices(
  { config, log, mailer, personalMailer, whatsapp, reviewer, oauth, ai }: ServiceOptions,
  stores: Stores,
): Services {
  const { smtpUrl: url, smtpInsecure: insecure, mailFrom: from } = config;
  const own = url === null ? mailboxMailer(stores.mailbox, from) : smtpMailer({ url, from, insecure });
  const ownPersonal = url === null ? personalMailbox(stores.mailbox, from) : personalSmtp({ url, from, insecure });
  const origin = createOrigin(config);
  return {
    mailer: mailer ?? own,
    personalMailer: personalMailer ?? ownPersonal,
    whatsapp: whatsapp ?? whatsAppOf(config, stores),
    reviewer: reviewer ?? openReviewer(config.ai, log),
    oauth: oauth ?? openOAuth(config, origin.current),
    origin,
    ai: ai ?? openAiHelp(config.ai),
  };
}

function whatsAppOf({ whatsapp, mode }: Config, { outbox }: Stores): WhatsApp {
  if (whatsapp !== null) return cloudWhatsApp({ ...whatsapp, url: whatsapp.url ?? CLOUD_API });
  return mode === 'development' ? outboxWhatsApp(outbox) : noWhatsApp;
}
