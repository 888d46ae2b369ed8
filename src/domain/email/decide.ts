import { MINUTE, plus } from '../calendar/dates.ts';
import { type Decider, RuleViolation } from '../kernel/decider.ts';
import type { Actor, Decided } from '../kernel/event.ts';
import { EMAIL_EVENTS, type EmailContent, type EmailEvent, type ReviewContent, type Way } from './events.ts';
import { type Email, type EmailState, evolve, initial, isThere } from './state.ts';

/** The outcome of sending an email. `attempt`: the number of the attempt. */
export type OutcomeCommand =
  /**
   * `refused`: addresses that the server refused although it accepted others. `via`: the service that sent it, if it was not the one of the
   * claim. `provider_id`: the id of the email at the provider.
   */
  | {
      readonly type: 'NoteSent';
      readonly attempt: number;
      readonly refused: readonly string[];
      readonly via?: Way;
      readonly provider_id?: string | null;
      readonly now: string;
    }
  | { readonly type: 'NoteFailed'; readonly attempt: number; readonly reason: string; readonly now: string }
  | { readonly type: 'NoteUnknown'; readonly attempt: number; readonly reason: string; readonly now: string };

const REASON = 'You said that it did not go out.';

/** A command changes nothing if the outcome is known already or if the owner has sent the email again. */
function decideOutcome(command: OutcomeCommand, state: Email): readonly Decided<EmailEvent>[] {
  const { status, task_id, attempt, claim } = state;
  const by: Actor = claim === null ? { kind: 'system', id: null } : { kind: 'provider', id: claim.via };
  if (command.attempt !== attempt) return [];
  switch (command.type) {
    case 'NoteSent':
      // A late outcome counts as well, because the email went out.
      return status === 'sending' || status === 'unknown' ? sent(state, command, by) : [];
    case 'NoteFailed':
      return status === 'sending'
        ? [{ type: 'EmailSendFailed', data: { task_id, attempt, reason: command.reason }, at: command.now, by }]
        : [];
    case 'NoteUnknown':
      if (status !== 'sending' || claim === null) return [];
      return [
        {
          type: 'EmailOutcomeUnknown',
          data: { task_id, attempt, reason: command.reason },
          at: command.now,
          by: { kind: 'system', id: null },
        },
      ];
  }
}

function sent(
  { task_id, attempt, recipients, file_ids, claim }: Email,
  { refused, via, provider_id = null, now }: Extract<OutcomeCommand, { type: 'NoteSent' }>,
  by: Actor,
): readonly Decided<EmailEvent>[] {
  if (claim === null) return [];
  const known = { task_id, attempt, recipients, file_ids, via: via ?? claim.via, confirmed_by: 'server' } as const;
  const data = { ...known, ...(provider_id !== null && { provider_id }) };
  return [{ type: 'EmailSent', data, ...(refused.length > 0 && { private: { refused } }), at: now, by }];
}

/**
 * Records whether an email with an unknown outcome went out, according to its owner.
 * @throws RuleViolation conflict
 */
function decideOnWord(went: boolean, { status, task_id, attempt, recipients, file_ids, claim }: Email): readonly Decided<EmailEvent>[] {
  if (status !== 'unknown' || claim === null)
    throw new RuleViolation('conflict', 'What became of this email is known. There is nothing to say about it.');
  if (!went) return [{ type: 'EmailSendFailed', data: { task_id, attempt, reason: REASON } }];
  return [{ type: 'EmailSent', data: { task_id, attempt, recipients, file_ids, via: claim.via, confirmed_by: 'owner' } }];
}

interface Owned {
  readonly owner: string;
  readonly if_match: number | null;
}

type Reviewed = Extract<EmailEvent, { type: 'EmailTaskReviewed' }>['data'];

export type EmailCommand =
  | { readonly type: 'Create'; readonly owner: string; readonly task_id: string; readonly content: EmailContent }
  /** `edition`: the edition that the owner changed to make the new content. */
  | (Owned & { readonly type: 'Edit'; readonly edition: number; readonly content: EmailContent })
  | (Owned & { readonly type: 'Delete' })
  /** `edition`: the edition that was reviewed. */
  | (Owned & {
      readonly type: 'NoteReview';
      readonly edition: number;
      readonly review: Omit<Reviewed, 'task_id'>;
      readonly texts: ReviewContent;
    })
  | (Owned & { readonly type: 'RequestSend' })
  /**
   * Claims the email before it is sent. A process that gets no event must not send. `again`: the earlier claim has expired, and the mail
   * service says that it sent nothing.
   */
  | { readonly type: 'Start'; readonly via: Way; readonly message_id: string; readonly now: string; readonly again: boolean }
  | OutcomeCommand
  /** The owner says whether an email went out, because the program could not find out. */
  | (Owned & { readonly type: 'Resolve'; readonly sent: boolean });

export const emailDecider: Decider<EmailState, EmailCommand, EmailEvent> = { events: EMAIL_EVENTS, initial, evolve, decide };

const notFound = (): RuleViolation => new RuleViolation('not_found', 'There is no such email.');

function decide(command: EmailCommand, state: EmailState): readonly Decided<EmailEvent>[] {
  if (command.type === 'Create') return create(command, state);
  if (!('owner' in command)) return isThere(state) ? decideSending(command, state) : [];
  if (!isThere(state) || state.owner !== command.owner) throw notFound();
  if (command.if_match !== null && command.if_match !== state.version)
    throw new RuleViolation('precondition_failed', 'This email has changed since you read it. Read it again.');
  switch (command.type) {
    case 'Edit':
      changeable(state);
      return edit(command, state);
    case 'Delete':
      changeable(state);
      return [{ type: 'EmailTaskDeleted', data: { task_id: state.task_id } }];
    case 'NoteReview':
      return review(command, state);
    case 'RequestSend':
      return requestSend(state);
    case 'Resolve':
      return decideOnWord(command.sent, state);
  }
}

const decideSending = (command: Start | OutcomeCommand, state: Email): readonly Decided<EmailEvent>[] =>
  command.type === 'Start' ? start(command, state) : decideOutcome(command, state);

const factsOf = ({ to, cc, bcc, attachments }: EmailContent) => ({
  recipients: to.length + cc.length + bcc.length,
  file_ids: attachments.map(({ id }) => id),
});

function create({ owner, task_id, content }: Extract<EmailCommand, { type: 'Create' }>, state: EmailState): readonly Decided<EmailEvent>[] {
  if (isThere(state) && state.owner !== owner) throw notFound();
  return state.status === 'none' ? [{ type: 'EmailTaskCreated', data: { task_id, ...factsOf(content) }, private: content }] : [];
}

/** @throws RuleViolation conflict if the email is being sent or was sent */
function changeable({ status }: Email): void {
  if (status === 'draft' || status === 'failed') return;
  throw new RuleViolation(
    'conflict',
    status === 'sent' ? 'This email was sent, and stays as it is.' : 'This email is being sent. Wait until it is known what became of it.',
  );
}

const overtaken = (): RuleViolation => new RuleViolation('conflict', 'This email was changed meanwhile. Read it again.');

function edit({ edition, content }: Extract<EmailCommand, { type: 'Edit' }>, state: Email): readonly Decided<EmailEvent>[] {
  if (edition !== state.edition || state.content === null) throw overtaken();
  const data = { task_id: state.task_id, ...factsOf(content), was: state.content };
  return [{ type: 'EmailTaskEdited', data, private: content }];
}

function review(
  { edition, review: given, texts }: Extract<EmailCommand, { type: 'NoteReview' }>,
  state: Email,
): readonly Decided<EmailEvent>[] {
  if (state.reviews.includes(given.review_id)) return [];
  changeable(state);
  if (edition !== state.edition) throw overtaken();
  const by = given.judge === 'ai' ? ({ kind: 'ai', id: given.judge_id } as const) : ({ kind: 'system', id: null } as const);
  return [{ type: 'EmailTaskReviewed', data: { task_id: state.task_id, ...given }, private: texts, by }];
}

function requestSend({ status, task_id, attempt }: Email): readonly Decided<EmailEvent>[] {
  if (status === 'sent' || status === 'sending') return [];
  if (status === 'unknown')
    throw new RuleViolation('conflict', 'It is not known whether this email went out. Say whether it did before you send it again.');
  return [{ type: 'EmailSendRequested', data: { task_id, attempt: attempt + 1 } }];
}

/** How long a claim lasts. It is longer than the timeout for the mail server. */
const CLAIM = 5 * MINUTE;

type Start = Extract<EmailCommand, { type: 'Start' }>;

function start({ via, message_id, now, again }: Start, { status, task_id, attempt, claim }: Email): readonly Decided<EmailEvent>[] {
  if (status !== 'sending') return [];
  if (claim !== null && (!again || claim.until > now)) return [];
  return [{ type: 'EmailSendStarted', data: { task_id, attempt, via, message_id, until: plus(now, CLAIM) }, at: now }];
}
