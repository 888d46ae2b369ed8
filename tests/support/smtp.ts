import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { expect } from 'vitest';
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
