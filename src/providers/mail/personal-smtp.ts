import { Readable } from 'node:stream';
import { createTransport } from 'nodemailer';
import { needsUtf8 } from '../../contracts/address.ts';
import { MailNotSent, type PersonalMail, type PersonalMailer } from '../../ports/mailer.ts';
import { literalHeaders, onTheWire, safeMail, senderOf } from './headers.ts';
import { connectionOf, describeFault, faultIn, NO_UTF8, type SmtpFault, type SmtpOptions, takesUtf8 } from './smtp.ts';

/** How long sending may take in all. It must be less than the time of the claim. */
const WHOLE_MS = 4 * 60_000;

/** The parts of nodemailer's mail object that are used here. */
interface MailInTransport {
  readonly data: object;
  readonly message: { createReadStream(): Readable };
}

/**
 * Sends people's own mails over SMTP, as `smtpMailer` sends those of the program. A mail server can accept a mail and
 * lose the connection before it confirms it. So the program tracks how far an attempt got: nothing was sent if the
 * server had not yet asked for the content, or if it answered with a refusal.
 */
export function personalSmtp({ url, from, insecure }: SmtpOptions): PersonalMailer {
  const connection = connectionOf({ url, insecure });
  const transport = createTransport(connection).use('stream', literalHeaders);
  /** Mails whose content the server has asked for. */
  const begun = new WeakSet<object>();
  transport.use('stream', (mail, done) => {
    noteBeginning(mail, begun);
    done();
  });
  return {
    via: 'smtp',
    async send(mail) {
      const data = toMail(mail, from);
      const typed = [...mail.to, ...mail.cc, ...mail.bcc];
      try {
        if ([...typed, mail.sender.address].some(needsUtf8) && !(await takesUtf8(connection))) throw new MailNotSent(NO_UTF8);
        const { rejected } = await transport.sendMail(data);
        return { refused: rejected.map((refused) => typed.find((address) => onTheWire(address) === String(refused)) ?? String(refused)) };
      } catch (error) {
        if (error instanceof MailNotSent) throw error;
        throw toRefusal(faultIn(error), begun.has(data.token));
      }
    },
    wasSent: async () => null,
  };
}

/** The connection pipes the content only after the server has asked for it. */
function noteBeginning({ data, message }: MailInTransport, begun: WeakSet<object>): void {
  const token = 'token' in data ? data.token : undefined;
  const create = message.createReadStream.bind(message);
  message.createReadStream = () => {
    const stream = create();
    const pipe = stream.pipe.bind(stream);
    stream.pipe = <Target extends NodeJS.WritableStream>(target: Target, options?: { end?: boolean }): Target => {
      if (typeof token === 'object' && token !== null) begun.add(token);
      return pipe(target, options);
    };
    return stream;
  };
}

function toMail(personal: PersonalMail, from: string) {
  const { sender, to, cc, bcc, subject, text, messageId, at, attachments } = safeMail(personal);
  return {
    // Distinguishes this attempt from others.
    token: {},
    from: { name: sender.name, address: senderOf(from).address },
    replyTo: { name: sender.name, address: onTheWire(sender.address) },
    to: to.map(onTheWire),
    cc: cc.map(onTheWire),
    bcc: bcc.map(onTheWire),
    subject,
    text,
    messageId,
    date: new Date(at),
    attachments: attachments.map(({ filename, content_type, content }) => ({
      filename,
      contentType: content_type,
      content: Readable.from(content),
    })),
    signal: AbortSignal.timeout(WHOLE_MS),
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

function toRefusal(fault: SmtpFault & Error, begun: boolean): Error {
  const { code, responseCode = 0 } = fault;
  if (code === 'ESTREAM') return new MailNotSent('An attachment could not be read.');
  if (responseCode >= 400) return new MailNotSent(`Refused by the mail server: ${describeFault(fault)}.`);
  if (!begun) return new MailNotSent(`The mail server did not take it: ${describeFault(fault)}.`);
  return new Error(`The connection to the mail server broke off: ${describeFault(fault)}.`);
}
