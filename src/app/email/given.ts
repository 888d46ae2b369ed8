import { emailDecider } from '../../domain/email/decide.ts';
import { emailStream } from '../../domain/email/events.ts';
import { isThere } from '../../domain/email/state.ts';
import { readState } from '../../domain/kernel/read-stream.ts';
import type { EmailMaterial } from '../../ports/proof-sources.ts';
import type { App } from '../app.ts';
import { openContent } from './content.ts';

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
