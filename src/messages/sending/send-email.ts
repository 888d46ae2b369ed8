import type { App } from '../../app/app.ts';
import type { OutcomeCommand } from '../../app/email/sending.ts';
import { claimEmail, type DueEmail, dueEmail, noteOutcome, type Sendable, sendable } from '../../app/email/sending.ts';
import type { Position } from '../../domain/kernel/event.ts';
import type { OpenFile } from '../../ports/files.ts';
import { MailNotSent, type PersonalMailer } from '../../providers/mail/port.ts';
import { createOutcomes } from './outcomes.ts';

export interface SendEmailPorts {
  readonly app: App;
  readonly personalMailer: PersonalMailer;
  /** Address of the program. */
  readonly origin: () => string;
}

/**
 * Sends the email task `id` if it is due, or finds out what became of it, and records that. Gives the position of what was written;
 * null if nothing was due or another worker sends it.
 */
export type SendEmail = (id: string) => Promise<Position | null>;

type Ready = Extract<Sendable, { unsendable: null }>;

/**
 * The claim is written to the log before anything is sent, so that only one of several workers sends. After a crash in between
 * the way is asked whether the email went out. If it did not, it is sent; if nobody can say, the owner is asked: a second email
 * would be worse than none.
 */
export function createSendEmail({ app, personalMailer: mailer, origin }: SendEmailPorts): SendEmail {
  const outcomes = createOutcomes();

  /** What became of an email whose claim is over. Null: nothing went out. */
  async function outcomeOf({ state: { attempt, claim } }: DueEmail, now: string): Promise<OutcomeCommand | null> {
    if (claim === null) return null;
    const went = claim.via === mailer.via ? await mailer.wasSent(claim.message_id) : null;
    if (went === null) return { type: 'NoteUnknown', attempt, reason: 'Vouch ended while the email was being sent.', now };
    return went ? { type: 'NoteSent', attempt, refused: [], now } : null;
  }

  async function send(due: DueEmail, ready: Ready, messageId: string, now: string): Promise<OutcomeCommand> {
    const { attempt, owner } = due.state;
    const opened = await openAll(owner, ready.contents);
    try {
      if (opened.length < ready.contents.length) return { type: 'NoteFailed', attempt, reason: 'An attachment was removed.', now };
      const { to, cc, bcc, subject, body: text, attachments } = ready.content;
      const { refused } = await mailer.send({
        ...{ to, cc, bcc, subject, text, messageId },
        sender: ready.owner,
        at: now,
        userId: owner,
        attachments: attachments.map(({ name, type, size }, index) => ({
          filename: name,
          content_type: type,
          size,
          content: (opened[index] as OpenFile).content,
        })),
      });
      return { type: 'NoteSent', attempt, refused, now };
    } catch (error) {
      const reason = error instanceof Error ? error.message : 'Unknown.';
      if (error instanceof MailNotSent) return { type: 'NoteFailed', attempt, reason, now };
      const went = await mailer.wasSent(messageId);
      if (went === null) return { type: 'NoteUnknown', attempt, reason, now };
      return went ? { type: 'NoteSent', attempt, refused: [], now } : { type: 'NoteFailed', attempt, reason, now };
    } finally {
      for (const file of opened) await file.close();
    }
  }

  async function openAll(owner: string, contents: readonly string[]): Promise<readonly OpenFile[]> {
    const opened: OpenFile[] = [];
    for (const content of contents) {
      const file = await app.files.read(owner, content);
      if (file !== null) opened.push(file);
    }
    return opened;
  }

  return async (id) => {
    const pending = outcomes.pending(id);
    if (pending !== null) return outcomes.note(id, pending);
    const now = app.clock.now();
    const due = await dueEmail(app, id, now);
    if (due === null) return null;
    const known = await outcomeOf(due, now);
    if (known !== null) return noteOutcome(app, due, known);
    const ready = await sendable(app, due, now);
    const { attempt, edition } = due.state;
    if (ready.unsendable !== null) return noteOutcome(app, due, { type: 'NoteFailed', attempt, reason: ready.unsendable, now });
    const messageId = `<${id}.${edition}@${new URL(origin()).hostname}>`;
    if (!(await claimEmail(app, due, { via: mailer.via, message_id: messageId }, now))) return null;
    const outcome = await send(due, ready, messageId, now);
    return outcomes.note(id, () => noteOutcome(app, due, outcome));
  };
}
