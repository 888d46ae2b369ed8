import type { Config } from '../config/config.ts';
import type { Clock } from '../ports/clock.ts';
import type { Connections } from '../ports/connections.ts';
import type { Copies, MailCopy } from '../ports/copies.ts';
import { type GitHub, NO_GITHUB } from '../ports/github.ts';
import type { OwnMailbox } from '../ports/personal-mailer.ts';
import { createApi } from '../providers/github/api.ts';
import { githubApp, NO_APP } from '../providers/github/app.ts';
import { developmentGitHub } from '../providers/github/development.ts';
import { createGitHub } from '../providers/github/github.ts';
import { signedWith } from '../providers/github/signatures.ts';
import { developmentGmail } from '../providers/mail/development-gmail.ts';
import { gmail } from '../providers/mail/gmail.ts';

type Settings = Pick<Config, 'oauth' | 'integrations' | 'mode'>;

/** GitHub as configured: the real one; in development without ids one with made commits; otherwise none. */
export function openGitHub({ oauth: { github }, integrations, mode }: Settings, connections: Connections, clock: Clock): GitHub {
  const isSigned = signedWith(integrations.githubWebhookSecret);
  if (github === null) return mode === 'development' ? developmentGitHub({ connections, clock, isSigned }) : NO_GITHUB;
  const api = createApi({ url: github.apiUrl });
  const app = integrations.githubApp === null ? NO_APP : githubApp({ ...integrations.githubApp, url: github.apiUrl }, api);
  return createGitHub({ connections, api, app, site: github.url, isSigned });
}

/** The mailboxes of people who connected Google: Gmail; in development without ids the mailbox of the program; otherwise none. */
export function openOwnMailbox(
  { oauth: { google }, integrations, mode, mailFrom: from }: Settings & Pick<Config, 'mailFrom'>,
  connections: Connections,
  mailbox: Copies<MailCopy>,
): OwnMailbox | null {
  if (google !== null) return gmail({ connections, url: integrations.gmailUrl });
  return mode === 'development' ? developmentGmail({ connections, mailbox, from }) : null;
}
