import { emailDecider, type OutcomeCommand } from '../../domain/email/decide.ts';
import { type EmailContent, emailStream, type Way } from '../../domain/email/events.ts';
import { type Email, isThere } from '../../domain/email/state.ts';
import { RuleViolation } from '../../domain/kernel/decider.ts';
import { type Position, SYSTEM } from '../../domain/kernel/event.ts';
import { readEvents } from '../../domain/kernel/fold-stream.ts';
import type { App } from '../app.ts';
import type { Caller } from '../caller.ts';
import { ownFile } from '../file/files.ts';
import { type OwnerSeen, ownerSeen } from '../partner/partner-summary.ts';
import { latest } from '../task/task-send.ts';
import { giveAsProof, refuseUnprovable } from './as-proof.ts';
import { invalidEmail, missingIn, openContent } from './content.ts';
import { countWithin, SENDING } from './daily-limits.ts';
import { type EmailResult, notFound, ownEmail, sendCommand, withEmailsLock } from './email-tasks.ts';

/**
 * Sends an email in its present form. An email that was sent, or is being sent, does not change (`sent`: whether it was sent already). An
 * email that would not count as proof is not sent; the refusal is that of the proof.
 * @throws RuleViolation not_found, validation_failed, precondition_failed, rate_limited, and the codes of a proof
 */
export function sendEmailTask(
  app: App,
  caller: Caller,
  id: string,
  ifMatch: number | null = null,
): Promise<EmailResult & { readonly sent: boolean }> {
  const { owner } = caller;
  return withEmailsLock(app, owner, async () => {
    const state = await ownEmail(app, owner, id);
    const command = { type: 'RequestSend', owner, if_match: ifMatch } as const;
    // The decider runs first, so that a refused email does not count against the limit.
    emailDecider.decide(command, state);
    if (state.status === 'draft' || state.status === 'failed') {
      await refuseUnsendable(app, caller, id, state);
      await countWithin(app, owner, SENDING);
    }
    const { position } = await sendCommand(app, caller, id, command);
    return { id, position, sent: state.status === 'sent' };
  });
}

async function refuseUnsendable(app: App, caller: Caller, id: string, { content: sealed, task_id }: Email): Promise<void> {
  const content = await openContent(app, caller.owner, sealed);
  if (content === null) throw notFound();
  const missing = missingIn(content);
  if (Object.keys(missing).length > 0) throw invalidEmail(missing);
  await refuseUnprovable(app, caller, task_id, id, app.clock.now());
}

export type { OutcomeCommand };

export interface DueEmail {
  readonly id: string;
  readonly state: Email;
  readonly caller: Caller;
}

/** The email if it must be sent at `now`, or if its unknown outcome must be found out. Null: it has ended, or it is not due yet. */
export async function dueEmail(app: App, id: string, now: string): Promise<DueEmail | null> {
  const past = await readEvents(app.store, emailDecider, emailStream(id));
  const state = past.reduce(emailDecider.evolve, emailDecider.initial);
  const last = past.at(-1);
  if (!isThere(state) || state.status !== 'sending' || last === undefined) return null;
  if (state.claim !== null && state.claim.until > now) return null;
  const { correlation_id } = last.metadata;
  return { id, state, caller: { owner: state.owner, actor: SYSTEM, correlationId: correlation_id, causationId: last.id } };
}

/** An email with everything that sending needs, or a sentence why it cannot be sent. */
export type Sendable =
  | { readonly unsendable: string }
  | {
      readonly unsendable: null;
      readonly content: EmailContent;
      readonly owner: OwnerSeen;
      readonly contents: readonly string[];
    };

export async function sendable(app: App, { id, state, caller }: DueEmail, now: string): Promise<Sendable> {
  const { owner, content: sealed, task_id } = state;
  const [content, who] = await Promise.all([openContent(app, owner, sealed), ownerSeen(app, owner)]);
  if (content === null || who === null) return { unsendable: 'The account was deleted.' };
  try {
    await refuseUnprovable(app, caller, task_id, id, now);
  } catch (error) {
    if (error instanceof RuleViolation) return { unsendable: `It would not count as proof. ${error.message}` };
    throw error;
  }
  const docs = await Promise.all(content.attachments.map((one) => ownFile(app, owner, one.id)));
  const contents = docs.flatMap((doc) => doc?.content ?? []);
  if (contents.length < docs.length) return { unsendable: 'An attachment was removed.' };
  return { unsendable: null, content, owner: who, contents };
}

/**
 * Claims the email for this process, and returns the position of the claim. Null: another process has claimed it, or it must not be sent
 * any more.
 */
export async function claimEmail(
  app: App,
  { id, caller, state }: DueEmail,
  claim: { readonly via: Way; readonly message_id: string },
  now: string,
): Promise<Position | null> {
  const { position } = await sendCommand(app, caller, id, { type: 'Start', ...claim, now, again: state.claim !== null });
  return position;
}

/** Records the outcome. A sent email becomes the proof of its task. */
export async function noteOutcome(app: App, { id, caller }: DueEmail, outcome: OutcomeCommand): Promise<Position | null> {
  const { events, position } = await sendCommand(app, caller, id, outcome);
  const proofs = await Promise.all(events.map((event) => giveAsProof(app, event)));
  return latest([position, ...proofs]);
}
