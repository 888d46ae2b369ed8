import { randomBytes } from 'node:crypto';
import type { App } from '../app/app.ts';
import { takeBillingEvent } from '../app/subscription/upkeep.ts';
import { createKeyedMutex } from '../concurrency/keyed-mutex.ts';
import type { Config } from '../config/config.ts';
import { planOf } from '../contracts/plan.ts';
import type { Billing, BillingDesk } from '../ports/billing.ts';
import type { Clock } from '../ports/clock.ts';
import type { Copies, MailCopy } from '../ports/files.ts';
import { type GitHub, NO_GITHUB } from '../ports/github.ts';
import type { OwnMailbox } from '../ports/mailer.ts';
import type { Connections } from '../ports/oauth.ts';
import { createBooks } from '../providers/billing/development/book.ts';
import { developmentBilling } from '../providers/billing/development/provider.ts';
import { noBilling } from '../providers/billing/none.ts';
import { stripeBilling } from '../providers/billing/stripe.ts';
import { createApi } from '../providers/github/api.ts';
import { githubApp, NO_APP } from '../providers/github/app.ts';
import { developmentGitHub } from '../providers/github/development.ts';
import { createGitHub } from '../providers/github/github.ts';
import { signedWith } from '../providers/github/pushes.ts';
import { developmentGmail } from '../providers/mail/development.ts';
import { gmail } from '../providers/mail/gmail.ts';

type Settings = Pick<Config, 'oauth' | 'integrations' | 'mode'>;

/**
 * The configured GitHub. Without the ids of an app, development gets a GitHub with invented commits, and production
 * gets none.
 */
export function openGitHub({ oauth: { github }, integrations, mode }: Settings, connections: Connections, clock: Clock): GitHub {
  const isSigned = signedWith(integrations.githubWebhookSecret);
  if (github === null) return mode === 'development' ? developmentGitHub({ connections, clock, isSigned }) : NO_GITHUB;
  const api = createApi({ url: github.apiUrl });
  const app = integrations.githubApp === null ? NO_APP : githubApp({ ...integrations.githubApp, url: github.apiUrl }, api);
  return createGitHub({ connections, api, app, site: github.url, isSigned });
}

/**
 * Sends from the mailboxes of people who connected Google, through Gmail. Without ids, development uses the development
 * mailbox, and production has none.
 */
export function openOwnMailbox(
  { oauth: { google }, integrations, mode, mailFrom: from }: Settings & Pick<Config, 'mailFrom'>,
  connections: Connections,
  mailbox: Copies<MailCopy>,
): OwnMailbox | null {
  if (google !== null) return gmail({ connections, url: integrations.gmailUrl });
  return mode === 'development' ? developmentGmail({ connections, mailbox, from }) : null;
}

/** `desk` is null unless the provider is the program's own, for development. */
export interface OpenedBilling {
  readonly billing: Billing;
  readonly desk: BillingDesk | null;
}

const PRICES = { pro: planOf('pro').price_cents, byok: planOf('byok').price_cents };

/**
 * Opens Stripe if it is configured. Otherwise development gets the program's own provider, and production none. `app`
 * returns the app once it exists; the program's own provider reports its events to it.
 */
export function openBilling(
  { billing: { stripe, webhookSecret }, mode }: Pick<Config, 'billing' | 'mode'>,
  { files, keys, clock, shared }: Pick<App, 'files' | 'keys' | 'clock' | 'shared'>,
  app: () => App,
): OpenedBilling {
  const secret = webhookSecret ?? `whsec_${randomBytes(24).toString('hex')}`;
  if (stripe !== null) return { billing: stripeBilling({ ...stripe, webhookSecret: secret }), desk: null };
  if (mode === 'production') return { billing: noBilling, desk: null };
  const books = createBooks(files, async (owner) => (await keys.key(owner)) !== null, shared?.mutex ?? createKeyedMutex());
  const notify = (payload: Buffer, signature: string): Promise<unknown> => takeBillingEvent(app(), payload, signature);
  return developmentBilling({ books, clock, secret, prices: PRICES, notify });
}
