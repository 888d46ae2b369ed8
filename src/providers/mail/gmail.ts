import { Readable } from 'node:stream';
import { createTransport } from 'nodemailer';
import { z } from 'zod';
import { errorCode } from '../../domain/kernel/decider.ts';
import { MailboxClosed, MailNotSent, type OwnMailbox, type PersonalMail } from '../../ports/mailer.ts';
import type { Access, Connections } from '../../ports/oauth.ts';
import { literalHeaders, onTheWire, safeMail } from './headers.ts';

interface GmailOptions {
  readonly connections: Connections;
  /** The API's address, without a trailing slash. */
  readonly url: string;
  readonly fetch?: typeof globalThis.fetch;
}

/** How long sending may take in all. It must be less than the time of the claim. */
const WHOLE_MS = 4 * 60_000;
const SEARCH_MS = 20_000;

const SCOPE = 'https://www.googleapis.com/auth/';
const FULL = 'https://mail.google.com/';
const MAY_SEND: ReadonlySet<string> = new Set([`${SCOPE}gmail.send`, `${SCOPE}gmail.compose`, `${SCOPE}gmail.modify`, FULL]);
const MAY_SEARCH: ReadonlySet<string> = new Set([`${SCOPE}gmail.readonly`, `${SCOPE}gmail.modify`, FULL]);

/** Connection errors after which it is certain that nothing was sent. */
const BEFORE: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);

/**
 * Writes a mail in the format of RFC 5322. Gmail itself adds the sender, and removes Bcc before it delivers the mail.
 */
const writer = createTransport({ streamTransport: true, newline: 'windows', disableFileAccess: true, disableUrlAccess: true }).use(
  'stream',
  literalHeaders,
);

/** Sends mails through the owner's Gmail account with `users.messages.send`. */
export function gmail({ connections, url, fetch = globalThis.fetch }: GmailOptions): OwnMailbox {
  const accessOf = (owner: string): Promise<Access | null> => connections.tokenOf(owner, 'google');

  async function send(personal: PersonalMail): Promise<{ refused: readonly string[]; provider_id: string | null }> {
    const access = await accessOf(personal.userId).catch(() => {
      throw new MailNotSent('Google does not answer right now. Send it again in a while.');
    });
    if (access === null || !access.scopes.some((scope) => MAY_SEND.has(scope))) throw new MailboxClosed('Gmail is not connected any more.');
    const { stream, broken } = await written(personal);
    const request: RequestInit & { readonly duplex: 'half' } = {
      method: 'POST',
      headers: { authorization: `Bearer ${access.token}`, 'content-type': 'message/rfc822' },
      // The tests of screens read these types too, and with them the browser's, which know another stream.
      body: Readable.toWeb(stream) as ReadableStream,
      duplex: 'half',
      redirect: 'error',
      signal: AbortSignal.timeout(WHOLE_MS),
    };
    const sending = fetch(`${url}/upload/gmail/v1/users/me/messages/send?uploadType=media`, request);
    const response = await sending.catch((error: unknown) => {
      stream.destroy();
      throw broken() ? new MailNotSent('An attachment could not be read.') : unanswered(error);
    });
    const answer = gmailAnswer.parse(await response.json().catch(() => null));
    if (response.ok) return { refused: [], provider_id: answer?.id ?? null };
    stream.destroy();
    if (response.status === 401 || lacksScope(answer)) {
      await connections.refused(personal.userId, 'google', access.token);
      throw new MailboxClosed('Google ended the connection.');
    }
    if (response.status >= 500) throw new Error(`Gmail failed while it took it: ${response.status}.`);
    throw new MailNotSent(`Refused by Gmail: ${describe(response.status, answer)}.`);
  }

  return {
    via: 'gmail',
    send,
    async isOf(owner) {
      // If Google does not answer, the mail is not sent from another address instead. Sending fails and can be
      // repeated.
      const access = await accessOf(owner).catch(() => undefined);
      return access === undefined || (access?.scopes.some((scope) => MAY_SEND.has(scope)) ?? false);
    },
    /** Gmail may have changed the Message-ID, so a mail that is not found may have been sent all the same. */
    async wasSent(messageId, owner) {
      const access = await accessOf(owner).catch(() => null);
      if (access === null || !access.scopes.some((scope) => MAY_SEARCH.has(scope))) return null;
      const query = new URLSearchParams({ q: `rfc822msgid:${messageId.replaceAll(/[<>]/g, '')}`, includeSpamTrash: 'true' });
      const response = await fetch(`${url}/gmail/v1/users/me/messages?${query}`, {
        headers: { authorization: `Bearer ${access.token}` },
        signal: AbortSignal.timeout(SEARCH_MS),
      }).catch(() => null);
      const found = response?.ok ? foundMails.safeParse(await response.json().catch(() => null)).data : undefined;
      return (found?.messages?.length ?? 0) > 0 ? true : null;
    },
  };
}

/** Values with another shape count as missing. */
const reasons = z.array(z.object({ reason: z.string().optional().catch(undefined) })).catch([]);
const gmailAnswer = z
  .object({
    id: z.string().optional().catch(undefined),
    error: z.object({ errors: reasons, details: reasons }).optional().catch(undefined),
  })
  .nullable()
  .catch(null);
type GmailAnswer = z.infer<typeof gmailAnswer>;
const foundMails = z.object({ messages: z.array(z.unknown()).optional() });

const reasonsOf = (answer: GmailAnswer | null): readonly string[] =>
  [...(answer?.error?.errors ?? []), ...(answer?.error?.details ?? [])].flatMap(({ reason }) => reason ?? []);

const lacksScope = (answer: GmailAnswer | null): boolean =>
  reasonsOf(answer).some((reason) => reason === 'insufficientPermissions' || reason === 'ACCESS_TOKEN_SCOPE_INSUFFICIENT');

/** Leaves out Google's own text, which may contain addresses. */
const describe = (status: number, answer: GmailAnswer | null): string =>
  [String(status), ...reasonsOf(answer).filter((reason) => /^[A-Za-z_]{1,60}$/.test(reason))].slice(0, 2).join(' ');

function unanswered(error: unknown): Error {
  const cause = (error instanceof Error ? errorCode(error.cause) : undefined) ?? 'unknown';
  return BEFORE.has(cause)
    ? new MailNotSent(`Gmail did not take it: ${cause}.`)
    : new Error(`The connection to Gmail broke off: ${cause}.`);
}

async function written(personal: PersonalMail): Promise<{ readonly stream: Readable; readonly broken: () => boolean }> {
  const { to, cc, bcc, subject, text, messageId, at, attachments } = safeMail(personal);
  let isBroken = false;
  const { message } = await writer.sendMail({
    // A person's mailbox has one address, and Gmail adds it.
    envelope: { from: personal.sender.address, to: [...to, ...cc, ...bcc].map(onTheWire) },
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
      content: Readable.from(content).once('error', () => {
        isBroken = true;
      }),
    })),
  });
  if (!(message instanceof Readable)) throw new Error('The mail was not written as a stream.');
  return { stream: message, broken: () => isBroken };
}
