import { EmailSent, emailStream } from '../../domain/email/events.ts';
import { RuleViolation } from '../../domain/kernel/decider.ts';
import { isEvent } from '../../domain/kernel/define-event.ts';
import { derivedId, derivedIds } from '../../domain/kernel/derived-ids.ts';
import type { Position, Recorded } from '../../domain/kernel/event.ts';
import type { Judges, SubmitProof } from '../../domain/task/commands.ts';
import { taskDecider } from '../../domain/task/decide.ts';
import { open } from '../../domain/task/rules.ts';
import { exists, type TaskState } from '../../domain/task/state.ts';
import type { App } from '../app.ts';
import type { Caller } from '../caller.ts';
import { withOwnFiles } from '../file/files.ts';
import { openChildren } from '../task/task-parents.ts';
import { loadTask, send, sent, withChildren } from '../task/task-send.ts';
import { followed } from '../task/tasks.ts';

const NOBODY: Judges = { check: false, partner_id: null, ai: false };

/** Makes a sent email the proof of its task, if the task can take it. It can be repeated at any later time. */
export async function giveAsProof(app: App, event: Recorded): Promise<Position | null> {
  const { owner, correlation_id, at } = event.metadata;
  const id = emailStream.idOf(event.stream);
  if (!isEvent(event, EmailSent) || owner === null || id === null) return null;
  const { task_id, via, confirmed_by, file_ids } = event.data;
  const caller: Caller = { owner, actor: { kind: 'user', id: owner }, correlationId: correlation_id, causationId: event.id };
  const state = await loadTask(app, task_id);
  if (!exists(state)) return null;
  const checked = { review_id: derivedId('email_proof', event.id, 'review'), judge_id: via, verdict: 'accepted', texts: {} } as const;
  const command: SubmitProof = {
    ...(await submission(app, caller, task_id, state, at)),
    submission_id: derivedId('email_proof', event.id, 'submission'),
    email_task_id: id,
    checked: confirmed_by === 'server' ? checked : null,
  };
  const newId = derivedIds('email_proof', event.id);
  const give = async () => {
    const gone = file_ids.length === 0 ? [] : await app.proof.unknownFiles(owner, task_id, file_ids);
    return send(app, caller, task_id, { ...command, file_ids: file_ids.filter((file) => !gone.includes(file)) }, { newId });
  };
  try {
    const handed = await (file_ids.length === 0 ? give() : withOwnFiles(app, owner, give));
    return (await followed(app, await withChildren(app, handed))).position;
  } catch (error) {
    // The task can no longer take a proof, for example because it was deleted while the email was being sent.
    if (error instanceof RuleViolation) return null;
    throw error;
  }
}

/**
 * Refuses whatever the task would refuse if the email were sent at `now`.
 * @throws RuleViolation with the codes of a proof, or conflict
 */
export async function refuseUnprovable(app: App, caller: Caller, taskId: string, emailId: string, now: string): Promise<void> {
  const state = await loadTask(app, taskId);
  if (!exists(state) || state.owner !== caller.owner) throw new RuleViolation('conflict', 'The task of this email was deleted.');
  if (state.fields.verification_type !== 'email') throw new RuleViolation('conflict', 'The task of this email asks for another proof now.');
  const command = { ...(await submission(app, caller, taskId, state, now)), email_task_id: emailId };
  taskDecider.decide(command, state);
}

async function submission(app: App, caller: Caller, taskId: string, { fields }: TaskState, now: string): Promise<SubmitProof> {
  return {
    type: 'SubmitProof',
    ...(await sent(app, caller)),
    now,
    submission_id: '',
    texts: {},
    file_ids: [],
    email_task_id: null,
    code_task_id: null,
    judges: NOBODY,
    checked: null,
    children: open(fields) ? await openChildren(app, taskId, now) : [],
  };
}
