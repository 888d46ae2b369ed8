import { emailDecider } from '../../domain/email/decide.ts';
import { type EmailContent, emailStream } from '../../domain/email/events.ts';
import { isThere } from '../../domain/email/state.ts';
import { RuleViolation } from '../../domain/kernel/decider.ts';
import type { Sealed } from '../../domain/kernel/event.ts';
import { readState } from '../../domain/kernel/fold-stream.ts';
import { given } from '../../domain/kernel/records.ts';
import type { EmailMaterial } from '../../ports/proof-sources.ts';
import type { App } from '../app.ts';
import { ownFile } from '../file/files.ts';

/** The owner's changes to an email. Parts that are left out do not change. */
export interface EmailInput {
  readonly to?: readonly string[] | undefined;
  readonly cc?: readonly string[] | undefined;
  readonly bcc?: readonly string[] | undefined;
  readonly subject?: string | undefined;
  readonly body?: string | undefined;
  /** Ids of files. */
  readonly attachments?: readonly string[] | undefined;
}

export const NO_CONTENT: EmailContent = { to: [], cc: [], bcc: [], subject: '', body: '', attachments: [] };

/** Includes cc and bcc. */
const MOST_RECIPIENTS = 20;
const MOST_BYTES = 20_971_520;

type Faults = Readonly<Record<string, readonly string[]>>;

export function invalidEmail(faults: Faults): RuleViolation {
  return new RuleViolation('validation_failed', Object.values(faults)[0]?.[0] ?? 'Something in this email is not right.', faults);
}

/**
 * The content of an email with the owner's changes.
 * @throws RuleViolation validation_failed
 */
export async function changedContent(
  app: App,
  owner: string,
  taskId: string,
  before: EmailContent,
  { attachments: ids, ...input }: EmailInput,
): Promise<EmailContent> {
  const attachments = ids === undefined ? before.attachments : await attachmentsOf(app, owner, taskId, before, ids);
  const content = { ...before, ...given(input), attachments };
  if (content.to.length + content.cc.length + content.bcc.length > MOST_RECIPIENTS)
    throw invalidEmail({ to: [`At most ${MOST_RECIPIENTS} recipients in all, with cc and bcc.`] });
  return content;
}

/** An attachment must belong to the task, because a file that belongs to nothing is deleted after a day. */
async function attachmentsOf(
  app: App,
  owner: string,
  taskId: string,
  before: EmailContent,
  ids: readonly string[],
): Promise<EmailContent['attachments']> {
  const known = new Map(before.attachments.map((one) => [one.id, one]));
  const found = await Promise.all([...new Set(ids)].map((id) => known.get(id) ?? attachment(app, owner, taskId, id)));
  const attachments = found.filter((one) => one !== null);
  if (attachments.length < found.length) throw invalidEmail({ attachments: ['There is no such file for this task. Upload it first.'] });
  if (attachments.reduce((sum, { size }) => sum + size, 0) > MOST_BYTES)
    throw invalidEmail({ attachments: ['The attachments have more than 20 MB together.'] });
  return attachments;
}

async function attachment(app: App, owner: string, taskId: string, id: string): Promise<EmailContent['attachments'][number] | null> {
  const doc = await ownFile(app, owner, id);
  if (doc?.task_id !== taskId) return null;
  const texts = await app.opener.open(owner, doc.texts);
  return { id, name: texts?.name ?? '', type: doc.type, size: doc.size };
}

/** Opens a sealed content; null if the owner's key was destroyed. */
export const openContent = (
  { opener }: Pick<App, 'opener'>,
  owner: string,
  sealed: Sealed<EmailContent> | null,
): Promise<EmailContent | null> => opener.open(owner, sealed);

export function missingIn({ to, cc, bcc, subject, body }: EmailContent): Faults {
  return {
    ...(to.length + cc.length + bcc.length === 0 && { to: ['Name at least one recipient.'] }),
    ...(subject.trim() === '' && { subject: ['Give it a subject.'] }),
    ...(body.trim() === '' && { body: ['Write something.'] }),
  };
}

/** Whether it is a sent email of this owner for this task. */
export async function isSentFor({ store }: Pick<App, 'store'>, owner: string, taskId: string, id: string): Promise<boolean> {
  const state = await readState(store, emailDecider, emailStream(id));
  return state.status === 'sent' && state.owner === owner && state.task_id === taskId;
}

/** An email that was given as proof, as a reviewer reads it; null: there is none. */
export async function emailMaterial(
  { store, opener }: Pick<App, 'store' | 'opener'>,
  owner: string,
  id: string,
): Promise<EmailMaterial | null> {
  const state = await readState(store, emailDecider, emailStream(id));
  if (!isThere(state) || state.owner !== owner) return null;
  const content = await openContent({ opener }, owner, state.content);
  return content && { subject: content.subject, body: content.body, recipients: state.recipients };
}
