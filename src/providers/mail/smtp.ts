import ipaddr from 'ipaddr.js';
import { createTransport } from 'nodemailer';
import { parseConnectionUrl } from 'nodemailer/lib/shared';
import SMTPConnection from 'nodemailer/lib/smtp-connection';
import { needsUtf8 } from '../../contracts/address.ts';
import { type Mailer, type MailMessage, MailRefused } from '../../ports/mailer.ts';
import { literalHeaders, onTheWire, safeMessage, senderOf } from './headers.ts';

/** Shown to a person whose mail cannot be sent. */
export const NO_UTF8 =
  'The mail server does not deliver to addresses with letters beyond ASCII before the @ (it has no SMTPUTF8). Use another address.';

/**
 * Whether the mail server accepts addresses with non-ASCII letters before the @ (SMTPUTF8, RFC 6531). nodemailer sends
 * them in any case, and a server that does not know them may deliver to another address.
 * @throws an error of the connection
 */
export function takesUtf8({ url, ...options }: { readonly url: string; readonly connectionTimeout: number }): Promise<boolean> {
  const connection = new SMTPConnection({ ...parseConnectionUrl(url), ...options });
  return new Promise((resolve, reject) => {
    connection.on('error', reject);
    connection.connect((error) => {
      if (error) return reject(error);
      // The last answer before sign-in lists the extensions of the server.
      resolve(/^250[ -]SMTPUTF8\b/im.test(String(connection.lastServerResponse)));
      connection.quit();
    });
  });
}

export interface SmtpOptions {
  readonly url: string;
  readonly from: string;
  /** Whether mail may go out unencrypted to a server beyond this machine that offers no TLS. */
  readonly insecure: boolean;
}

const CONNECT_MS = 10_000;
const SILENCE_MS = 20_000;

/** The fields that nodemailer adds to an error. */
export interface SmtpFault extends Error {
  readonly code?: string;
  readonly responseCode?: number;
  readonly command?: string;
}

export const faultIn = (error: unknown): SmtpFault => (error instanceof Error ? error : new Error(String(error)));

/**
 * Sends mail over SMTP. To a server on another machine it is sent only encrypted (`smtps://` or STARTTLS), unless
 * `insecure` is set. Otherwise anybody who can change the traffic could hide STARTTLS and read the password and every
 * link.
 */
export function smtpMailer({ url, from, insecure }: SmtpOptions): Mailer {
  const connection = connectionOf({ url, insecure });
  const transport = createTransport(connection).use('stream', literalHeaders);
  return {
    send: async (message) => {
      const safe = safeMessage(message);
      try {
        if (needsUtf8(safe.to.address) && !(await takesUtf8(connection))) throw new MailRefused(NO_UTF8);
        await transport.sendMail(toMail(safe, from));
      } catch (error) {
        if (error instanceof MailRefused) throw error;
        throw toRefusal(faultIn(error));
      }
      return { message_id: safe.messageId };
    },
    close: async () => transport.close(),
  };
}

/** How nodemailer connects to the server. */
export function connectionOf({ url, insecure }: Omit<SmtpOptions, 'from'>) {
  const encryption = insecure || isLoopback(new URL(url).hostname) ? { url } : { url: withoutSwitches(url), requireTLS: true };
  return { ...encryption, connectionTimeout: CONNECT_MS, greetingTimeout: CONNECT_MS, socketTimeout: SILENCE_MS };
}

/** Other names may resolve to any address, so they count as other machines. */
function isLoopback(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '');
  return host.toLowerCase() === 'localhost' || (ipaddr.isValid(host) && ipaddr.process(host).range() === 'loopback');
}

/** Options in the URL's query with which nodemailer would send unencrypted. They override the options in code. */
const SWITCHES = ['requireTLS', 'ignoreTLS', 'opportunisticTLS', 'secure'];

function withoutSwitches(url: string): string {
  const parsed = new URL(url);
  for (const name of SWITCHES) parsed.searchParams.delete(name);
  return parsed.href;
}

function toMail(message: Required<MailMessage>, from: string) {
  return {
    from: senderOf(from),
    to: { name: message.to.name, address: onTheWire(message.to.address) },
    subject: message.subject,
    text: message.text,
    html: message.html,
    messageId: message.messageId,
    date: new Date(message.at),
    headers: { 'Auto-Submitted': 'auto-generated', ...message.headers },
    attachments: message.attachments.map(({ filename, content_type, content }) => ({
      filename,
      contentType: content_type,
      content: Buffer.from(content),
    })),
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

/** What a fault is, without the server's own text, which may contain the address. */
export const describeFault = ({ code = 'unknown', responseCode, command }: SmtpFault): string =>
  responseCode === undefined ? code : `${responseCode}${command ? ` at ${command}` : ''}`;

/** Only the refusal of the sender, receiver or message is final. A refused sign-in must be fixed by the operator and can be retried. */
function toRefusal(fault: SmtpFault & Error): Error {
  const { code, responseCode } = fault;
  const description = describeFault(fault);
  const final = responseCode !== undefined && responseCode >= 500 && (code === 'EENVELOPE' || code === 'EMESSAGE');
  return final
    ? new MailRefused(`Refused by the mail server: ${description}.`)
    : new Error(`The mail server did not take it: ${description}.`);
}
