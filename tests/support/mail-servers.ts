import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { expect } from 'vitest';
import type { App } from '../../src/app/app.ts';
import { createEmailSending } from '../../src/messages/sending/send-email.ts';
import type { OwnMailbox, PersonalMail, PersonalMailer } from '../../src/ports/mailer.ts';
import { listen } from '../servers/listening.ts';

/** A mail server on loopback that accepts every mail, and the mails that it accepted. */
export interface SmtpServer {
  readonly url: string;
  /** Oldest first. */
  to(address: string): readonly Email[];
  all(): readonly Email[];
  subjects(address: string): readonly string[];
  /** The newest mail to an address with this subject, which is waited for. */
  mail(address: string, subject: string | RegExp): Promise<Email>;
  close(): Promise<void>;
}

/** `taking`: is awaited once a mail has arrived, before it is acknowledged. */
export async function startSmtp(taking: (mail: Email) => Promise<void> = async () => undefined): Promise<SmtpServer> {
  const mails: Email[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, _session, done) {
      const parts: Buffer[] = [];
      stream.on('data', (part: Buffer) => parts.push(part));
      stream.on('end', () => {
        void PostalMime.parse(Buffer.concat(parts))
          .then((mail) => {
            mails.push(mail);
            return taking(mail);
          })
          .then(() => done(), done);
      });
    },
  });
  const port = await listen(server.server);
  const to = (address: string) => mails.filter((mail) => mail.to?.some((one) => one.address === address));
  return {
    url: `smtp://127.0.0.1:${port}`,
    to,
    all: () => mails,
    subjects: (address) => to(address).map(({ subject }) => subject ?? ''),
    mail: async (address, subject) => {
      const said = typeof subject === 'string' ? (text: string) => text === subject : (text: string) => subject.test(text);
      const found = () => to(address).findLast((mail) => said(mail.subject ?? ''));
      await expect.poll(found, { timeout: 60_000, message: `${subject} to ${address}` }).toBeDefined();
      return found() as Email;
    },
    close: () => new Promise<void>((resolve) => server.close(resolve)),
  };
}

export const headerOf = ({ headers }: Email, name: string): string | undefined => headers.find(({ key }) => key === name)?.value;

/** The link in a mail that leads to this path of the program. @throws Error when there is none */
export function linkIn({ text }: Email, path: string): string {
  const link = new RegExp(`https?://[^\\s/]+${path}[^\\s>]*`).exec(text ?? '')?.[0];
  if (link === undefined) throw new Error(`No link to ${path} in: ${text}`);
  return link;
}

/** The process ends here. */
export class Crash extends Error {}

/** A mail server that can be asked what it has taken, or not. */
export function mailServer({ canBeAsked = true } = {}) {
  const taken: PersonalMail[] = [];
  const fault: { before: Error | null; after: Error | null } = { before: null, after: null };
  const mailer: PersonalMailer = {
    via: canBeAsked ? 'development' : 'smtp',
    async send(mail) {
      if (fault.before) throw fault.before;
      taken.push(mail);
      if (fault.after) throw fault.after;
      return { refused: [] };
    },
    wasSent: async (id) => {
      if (fault.before instanceof Crash || fault.after instanceof Crash) throw fault.before ?? fault.after;
      return canBeAsked ? taken.some(({ messageId }) => messageId === id) : null;
    },
  };
  return { taken, fault, mailer };
}

/** Sends the email `id` as the program does, to the end. @throws what went wrong on the way */
export function emailSender(
  app: App,
  personalMailer: PersonalMailer,
  origin = 'https://vouch.example',
  ownMailbox?: OwnMailbox,
): (id: string) => Promise<void> {
  const faults: unknown[] = [];
  const ways = { personalMailer, ...(ownMailbox && { ownMailbox }) };
  const sending = createEmailSending({ app, ...ways, origin: () => origin, onFault: (error) => void faults.push(error) });
  return async (id) => {
    await sending.begin(id);
    await sending.settled();
    if (faults.length > 0) throw faults.pop();
  };
}
