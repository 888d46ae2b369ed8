import type { Connections } from '../../ports/connections.ts';
import type { Copies, MailCopy } from '../../ports/copies.ts';
import type { OwnMailbox } from '../../ports/personal-mailer.ts';
import { personalMailbox } from './personal-development.ts';

export interface DevelopmentGmailOptions {
  readonly connections: Pick<Connections, 'tokenOf'>;
  readonly mailbox: Pick<Copies<MailCopy>, 'add' | 'has'>;
  readonly from: string;
}

/** The mailboxes of people who connected Google in development: their mails are kept in the development mailbox. */
export const developmentGmail = ({ connections, mailbox, from }: DevelopmentGmailOptions): OwnMailbox => ({
  ...personalMailbox(mailbox, from),
  via: 'gmail',
  isOf: async (owner) => (await connections.tokenOf(owner, 'google')) !== null,
});
