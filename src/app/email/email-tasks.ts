import { number } from '../../contracts/words/format.ts';
import { type EmailCommand, emailDecider } from '../../domain/email/decide.ts';
import { type EmailEvent, emailStream } from '../../domain/email/events.ts';
import { type Email, type EmailState, isThere } from '../../domain/email/state.ts';
import { RuleViolation } from '../../domain/kernel/decider.ts';
import type { Position } from '../../domain/kernel/event.ts';
import { readState } from '../../domain/kernel/fold-stream.ts';
import { type Handled, handle } from '../../domain/kernel/handle.ts';
import { exists } from '../../domain/task/state.ts';
import { countEmailTasks } from '../../projections/email.ts';
import type { App } from '../app.ts';
import { type Caller, contextOf } from '../caller.ts';
import { withOwnerLock } from '../owner-lock.ts';
import { latest, loadTask } from '../task/task-send.ts';
import { giveAsProof } from './as-proof.ts';
import { changedContent, type EmailInput, invalidEmail, NO_CONTENT, openContent } from './content.ts';

const MOST_EMAILS = 2_000;

export interface EmailResult {
  readonly id: string;
  readonly position: Position | null;
}

export type { EmailInput };

export const notFound = (): RuleViolation => new RuleViolation('not_found', 'There is no such email.');

/**
 * The newest state, from the log.
 * @throws RuleViolation not_found
 */
export async function ownEmail(app: Pick<App, 'store'>, owner: string, id: string): Promise<Email> {
  const state: EmailState = await readState(app.store, emailDecider, emailStream(id));
  if (!isThere(state) || state.owner !== owner) throw notFound();
  return state;
}

/** Changes of an owner's emails run one after the other, so that the email that is sent is the one that was checked. */
export const withEmailsLock = <T>(app: App, owner: string, work: () => Promise<T>): Promise<T> => withOwnerLock(app, owner, work, 'emails');

export const sendCommand = (app: App, caller: Caller, id: string, command: EmailCommand): Promise<Handled<EmailState>> =>
  handle<EmailState, EmailCommand, EmailEvent>(app, emailDecider, emailStream(id), command, contextOf(caller));

/**
 * Begins an email that is to be the proof of a task. Repeating the call with the same id creates one email.
 * @throws RuleViolation validation_failed, limit_reached
 */
export async function createEmailTask(app: App, caller: Caller, taskId: string, input: EmailInput, id = app.newId()): Promise<EmailResult> {
  const { owner } = caller;
  const task = await loadTask(app, taskId);
  if (!exists(task) || task.owner !== owner) throw invalidEmail({ task_id: ['There is no such task.'] });
  if (task.fields.verification_type !== 'email') throw invalidEmail({ task_id: ['This task does not ask for an email as proof.'] });
  const content = await changedContent(app, owner, taskId, NO_CONTENT, input);
  return withEmailsLock(app, owner, async () => {
    await refuseTooMany(app, owner, id);
    return { id, position: (await sendCommand(app, caller, id, { type: 'Create', owner, task_id: taskId, content })).position };
  });
}

async function refuseTooMany(app: App, owner: string, id: string): Promise<void> {
  await app.waitForReadModels(await app.store.head());
  if ((await countEmailTasks(app.views, owner, MOST_EMAILS)) < MOST_EMAILS) return;
  if (isThere(await readState(app.store, emailDecider, emailStream(id)))) return;
  throw new RuleViolation(
    'limit_reached',
    `An account holds at most ${number(MOST_EMAILS)} emails. Delete some that were not sent, then try again.`,
  );
}

/**
 * Changes an email that was not sent yet.
 * @throws RuleViolation not_found, validation_failed, precondition_failed, conflict
 */
export function changeEmailTask(
  app: App,
  caller: Caller,
  id: string,
  input: EmailInput,
  ifMatch: number | null = null,
): Promise<EmailResult> {
  const { owner } = caller;
  return withEmailsLock(app, owner, async () => {
    const { content, task_id, edition } = await ownEmail(app, owner, id);
    const before = await openContent(app, owner, content);
    if (before === null) throw notFound();
    const after = await changedContent(app, owner, task_id, before, input);
    if (ifMatch === null && JSON.stringify(after) === JSON.stringify(before)) return { id, position: null };
    const command = { type: 'Edit', owner, if_match: ifMatch, edition, content: after } as const;
    return { id, position: (await sendCommand(app, caller, id, command)).position };
  });
}

/**
 * Deletes an email that was not sent.
 * @throws RuleViolation not_found, precondition_failed, conflict
 */
export async function deleteEmailTask(app: App, caller: Caller, id: string, ifMatch: number | null = null): Promise<EmailResult> {
  const command = { type: 'Delete', owner: caller.owner, if_match: ifMatch } as const;
  return { id, position: (await sendCommand(app, caller, id, command)).position };
}

/**
 * Records whether an email with an unknown outcome went out, according to its owner. If it did, it becomes proof on the owner's word.
 * @throws RuleViolation not_found, precondition_failed, conflict
 */
export async function resolveEmailTask(
  app: App,
  caller: Caller,
  id: string,
  sent: boolean,
  ifMatch: number | null = null,
): Promise<EmailResult> {
  const command = { type: 'Resolve', owner: caller.owner, if_match: ifMatch, sent } as const;
  const { events, position } = await sendCommand(app, caller, id, command);
  const proofs = await Promise.all(events.map((event) => giveAsProof(app, event)));
  return { id, position: latest([position, ...proofs]) };
}
