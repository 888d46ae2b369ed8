import { createTransport } from 'nodemailer';
import { safeMessage } from './headers.ts';
import { type Mailer, type MailMessage, MailRefused } from './port.ts';

export interface SmtpOptions {
  readonly url: string;
  readonly from: string;
}

const CONNECT_MS = 10_000;
const SILENCE_MS = 20_000;

/** The fields that nodemailer adds to an error. */
interface SmtpFault {
  readonly code?: string;
  readonly responseCode?: number;
  readonly command?: string;
}

/** Sends mail over SMTP. */
export function smtpMailer({ url, from }: SmtpOptions): Mailer {
  const transport = createTransport({ url, connectionTimeout: CONNECT_MS, greetingTimeout: CONNECT_MS, socketTimeout: SILENCE_MS });
  return {
    send: async (message) => {
      const safe = safeMessage(message);
      try {
        await transport.sendMail(toMail(safe, from));
      } catch (error) {
        throw toRefusal(error as SmtpFault & Error);
      }
      return { message_id: safe.messageId };
    },
    close: async () => transport.close(),
  };
}

function toMail(message: Required<MailMessage>, from: string) {
  return {
    from,
    to: message.to,
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

/** Only the refusal of the sender, receiver or message is final. A refused sign-in must be fixed by the operator and can be retried. */
function toRefusal(fault: SmtpFault & Error): Error {
  const { code = 'unknown', responseCode, command } = fault;
  const description = responseCode === undefined ? code : `${responseCode}${command ? ` at ${command}` : ''}`;
  const final = responseCode !== undefined && responseCode >= 500 && (code === 'EENVELOPE' || code === 'EMESSAGE');
  // The server's own text may contain the address, so it is not passed on.
  return final
    ? new MailRefused(`Refused by the mail server: ${description}.`)
    : new Error(`The mail server did not take it: ${description}.`);
}
