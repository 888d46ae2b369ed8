import type { AiConfig } from '../config/ai.ts';
import type { Config } from '../config/config.ts';
import { OWN_CLIENT } from '../http/routes/dev/consents.ts';
import type { AiHelp } from '../ports/ai-help.ts';
import type { Log } from '../ports/log.ts';
import type { Mailer, PersonalMailer } from '../ports/mailer.ts';
import type { OAuthProviders } from '../ports/oauth.ts';
import type { PushService } from '../ports/push.ts';
import type { Reviewer } from '../ports/reviewer.ts';
import type { WhatsApp } from '../ports/whatsapp.ts';
import { createAiHelp } from '../providers/ai/help.ts';
import { createReviewer } from '../providers/ai/reviewer.ts';
import { mailboxMailer, personalMailbox } from '../providers/mail/development.ts';
import { personalSmtp } from '../providers/mail/personal-smtp.ts';
import { smtpMailer } from '../providers/mail/smtp.ts';
import { githubOAuth } from '../providers/oauth/github.ts';
import { googleOAuth } from '../providers/oauth/google.ts';
import type { GuardOptions } from '../providers/pages/guarded-connect.ts';
import { openPushService } from '../providers/push/push-service.ts';
import { CLOUD_API, cloudWhatsApp } from '../providers/whatsapp/cloud.ts';
import { noWhatsApp, outboxWhatsApp } from '../providers/whatsapp/development.ts';
import type { Stores } from '../store/stores.ts';

/**
 * The configured providers. If the program is not registered at one, development uses the program's own consent server
 * in its place, and production does not offer that provider. `origin`: the address of the program.
 */
function openOAuth({ oauth: { google, github }, mode }: Pick<Config, 'oauth' | 'mode'>, origin: () => string): OAuthProviders {
  const own = (path: string) => () => `${origin()}/dev/oauth/${path}`;
  const isOwn = mode === 'development';
  return {
    google: google ? googleOAuth({ ...google, url: () => google.url }) : isOwn ? googleOAuth({ ...OWN_CLIENT, url: own('google') }) : null,
    github: github
      ? githubOAuth({ ...github, url: () => github.url, apiUrl: () => github.apiUrl })
      : isOwn
        ? githubOAuth({ ...OWN_CLIENT, url: own('github'), apiUrl: own('github/api') })
        : null,
  };
}

/**
 * The address under which the program is reached, without a trailing slash. If the system chooses a free port, the
 * address is known only when the server listens.
 */
export interface Origin {
  readonly current: () => string;
  readonly found: (printed: string) => void;
}

function createOrigin({ publicUrl, host, port }: Pick<Config, 'publicUrl' | 'host' | 'port'>): Origin {
  let origin = publicUrl ?? `http://${host}:${port}`;
  return {
    current: () => origin,
    found(printed) {
      origin = publicUrl ?? printed;
    },
  };
}

/** The settings that reviews and other AI help share. `guard`: how the addresses of owners are guarded. */
const settingsOf = ({ url, key, modelMini, modelPremium, timeoutMs }: AiConfig, guard: GuardOptions) => ({
  url,
  key,
  models: { mini: modelMini, premium: modelPremium },
  timeoutMs,
  // The guard is loaded only when an owner's key has an address of its own.
  guardedFetch: async (...given: Parameters<typeof globalThis.fetch>): Promise<Response> => {
    const { guardedFetch } = await import('../providers/pages/guarded-connect.ts');
    return guardedFetch(guard)(...given);
  },
});

export const openAiHelp = (config: AiConfig, guard: GuardOptions = {}): AiHelp => createAiHelp(settingsOf(config, guard));

/** Logs a line for each review that an AI should have made and did not. */
export function openReviewer(config: AiConfig, log: Pick<Log, 'warn'>, guard: GuardOptions = {}): Reviewer {
  return createReviewer({
    ...settingsOf(config, guard),
    onFallback: ({ reason, status }) => log.warn({ reason, status }, 'review.fallback_used'),
  });
}

/** Services outside the program. */
export interface Services {
  readonly mailer: Mailer;
  /** Sends mails that people write to others. */
  readonly personalMailer: PersonalMailer;
  readonly whatsapp: WhatsApp;
  /** Reviews proof with an AI, or with the rubric if there is no AI. */
  readonly reviewer: Reviewer;
  /** The providers with which owners sign in or connect. */
  readonly oauth: OAuthProviders;
  readonly origin: Origin;
  /** AI help beyond reviews. */
  readonly ai: AiHelp;
  /** Pushes to browsers. */
  readonly push: PushService;
}

interface ServiceOptions extends Partial<Services> {
  readonly config: Config;
  readonly log: Log;
}

export function createServices(
  { config, log, mailer, personalMailer, whatsapp, reviewer, oauth, ai, push }: ServiceOptions,
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
    push: push ?? pushServiceOf(config),
  };
}

/** In development browsers on this machine may have a push service on it. */
const pushServiceOf = ({ billing, mode }: Config): PushService =>
  openPushService({ subject: `mailto:${billing.operatorEmail}`, guard: { loopback: mode === 'development' } });

function whatsAppOf({ whatsapp, mode }: Config, { outbox }: Stores): WhatsApp {
  if (whatsapp !== null) return cloudWhatsApp({ ...whatsapp, url: whatsapp.url ?? CLOUD_API });
  return mode === 'development' ? outboxWhatsApp(outbox) : noWhatsApp;
}
