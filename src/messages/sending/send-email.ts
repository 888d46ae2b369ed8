import type { App } from '../../app/app.ts';
import { claimEmail, type DueEmail, dueEmail, noteOutcome, type OutcomeCommand, type Sendable, sendable } from '../../app/email/sending.ts';
import { createOutcomes, UnderWay } from '../../concurrency/under-way.ts';
import { safeName } from '../../contracts/words/naming.ts';
import type { Position } from '../../domain/kernel/event.ts';
import { required } from '../../domain/kernel/records.ts';
import type { OpenFile } from '../../ports/files.ts';
import { MailboxClosed, MailNotSent, type OwnMailbox, type PersonalMailer } from '../../ports/mailer.ts';

export interface SendEmailPorts {
  readonly app: App;
  readonly personalMailer: PersonalMailer;
  /** Sends from the mailboxes that owners connected; null: there are none. */
  readonly ownMailbox?: OwnMailbox | null;
  readonly origin: () => string;
  /** Called if the outcome of an email could not be recorded. */
  readonly onFault: (error: unknown) => void;
}

/** Sends emails beside all other work. Nothing waits for them, because a mail server may take minutes. */
export interface EmailSending {
  /**
   * Claims the email task `id` if it is due and begins to send it, or finds out whether an earlier attempt sent it.
   * Resolves with the position once that is recorded; null: nothing was due, or another worker sends it.
   */
  begin(id: string): Promise<Position | null>;
  /** Resolves when no email is being sent. True: some were. */
  settled(): Promise<boolean>;
  /** Begins no further emails, and waits for the running ones for a bounded time. */
  stop(): Promise<void>;
}

/** At most this many emails are sent at a time in a process. Further ones wait before they are claimed. */
const AT_ONCE = 16;
const STOP_MS = 3_000;

type Ready = Extract<Sendable, { unsendable: null }>;

/**
 * The claim is written to the log before anything is sent, so that only one of several workers sends. After a crash in
 * between, the program asks the mailer whether the email went out. If it did not, it is sent. If that cannot be found
 * out, the owner is asked, because a second email would be worse than none.
 */
export function createEmailSending({ app, personalMailer, ownMailbox = null, origin, onFault }: SendEmailPorts): EmailSending {
  const outcomes = createOutcomes();
  const underWay = new UnderWay();
  let stopped = false;

  /** The outcome of an email whose claim has expired. Null: it was not sent. */
  async function outcomeOf({ state: { attempt, claim, owner } }: DueEmail, now: string): Promise<OutcomeCommand | null> {
    if (claim === null) return null;
    const way = [ownMailbox, personalMailer].find((one) => one?.via === claim.via);
    const went = (await way?.wasSent(claim.message_id, owner)) ?? null;
    if (went === null) return { type: 'NoteUnknown', attempt, reason: 'Vouch ended while the email was being sent.', now };
    return went ? { type: 'NoteSent', attempt, refused: [], now } : null;
  }

  /** If the owner's own mailbox cannot send the email, the operator's mail server sends it, as for all other owners. */
  async function send(due: DueEmail, ready: Ready, messageId: string, now: string, mailer: PersonalMailer): Promise<OutcomeCommand> {
    // The token may have been renewed meanwhile, so it is tried once more.
    for (const way of mailer === ownMailbox ? [mailer, mailer] : [mailer])
      try {
        if (await isOpen(way, due)) return await sendBy(way, due, ready, messageId, now);
      } catch (error) {
        if (!(error instanceof MailboxClosed)) throw error;
      }
    return sendBy(personalMailer, due, ready, messageId, now);
  }

  const isOpen = async (way: PersonalMailer, { state }: DueEmail): Promise<boolean> => way !== ownMailbox || ownMailbox.isOf(state.owner);

  /** @throws MailboxClosed */
  async function sendBy(mailer: PersonalMailer, due: DueEmail, ready: Ready, messageId: string, now: string): Promise<OutcomeCommand> {
    const { attempt, owner } = due.state;
    const { via } = mailer;
    const opened = await openAll(owner, ready.contents);
    try {
      if (opened.length < ready.contents.length) return { type: 'NoteFailed', attempt, reason: 'An attachment was removed.', now };
      const { to, cc, bcc, subject, body: text, attachments } = ready.content;
      const { refused, provider_id = null } = await mailer.send({
        ...{ to, cc, bcc, subject, text, messageId },
        // Without a name, or with one that would be read as a link or as somebody's address, the sender's own address
        // is shown.
        sender: { name: safeName(ready.owner.name, ready.owner.address), address: ready.owner.address },
        at: now,
        userId: owner,
        attachments: attachments.map(({ name, type, size }, index) => ({
          filename: name,
          content_type: type,
          size,
          content: required(opened[index], 'file of an attachment').content,
        })),
      });
      return { type: 'NoteSent', attempt, refused, via, provider_id, now };
    } catch (error) {
      if (error instanceof MailboxClosed) throw error;
      const reason = error instanceof Error ? error.message : 'Unknown.';
      if (error instanceof MailNotSent) return { type: 'NoteFailed', attempt, reason, now };
      const went = await mailer.wasSent(messageId, owner);
      if (went === null) return { type: 'NoteUnknown', attempt, reason, now };
      return went ? { type: 'NoteSent', attempt, refused: [], via, now } : { type: 'NoteFailed', attempt, reason, now };
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

  async function carry(due: DueEmail, ready: Ready, messageId: string, now: string, mailer: PersonalMailer): Promise<void> {
    const outcome = await send(due, ready, messageId, now, mailer);
    await outcomes.note(due.id, () => noteOutcome(app, due, outcome));
  }

  async function begin(id: string): Promise<Position | null> {
    const pending = outcomes.pending(id);
    if (pending !== null && !underWay.has(id)) return outcomes.note(id, pending);
    while (underWay.size >= AT_ONCE && !underWay.has(id)) await underWay.oneEnded();
    const now = app.clock.now();
    const due = await dueEmail(app, id, now);
    if (due === null || stopped) return null;
    const { attempt, edition, claim } = due.state;
    // An email that this process is still sending keeps its claim.
    if (underWay.has(id)) return claim && claimEmail(app, due, claim, now);
    const known = await outcomeOf(due, now);
    if (known !== null) return noteOutcome(app, due, known);
    const ready = await sendable(app, due, now);
    if (ready.unsendable !== null) return noteOutcome(app, due, { type: 'NoteFailed', attempt, reason: ready.unsendable, now });
    const messageId = `<${id}.${edition}@${new URL(origin()).hostname}>`;
    const mailer = ownMailbox !== null && (await ownMailbox.isOf(due.state.owner)) ? ownMailbox : personalMailer;
    const claimed = await claimEmail(app, due, { via: mailer.via, message_id: messageId }, now);
    if (claimed !== null) underWay.start(id, carry(due, ready, messageId, now, mailer), onFault);
    return claimed;
  }

  return {
    begin,
    settled: () => underWay.settled(),
    async stop() {
      stopped = true;
      await underWay.settledWithin(STOP_MS);
    },
  };
}
