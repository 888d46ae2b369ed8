import type { App } from '../app.ts';
import type { Caller } from '../caller.ts';
import { latest } from '../task/task-send.ts';
import { type CodeTaskResult, sendToCodeTask, withCodingLock } from './code-tasks.ts';
import { handInAnswers } from './handing-in.ts';

/**
 * Removes a question without submitted code. If all other questions of its task are answered, they become its proof.
 * @throws RuleViolation not_found, precondition_failed, conflict
 */
export async function removeQuestion(app: App, caller: Caller, id: string, ifMatch: number | null): Promise<CodeTaskResult> {
  const { owner } = caller;
  const { events, position } = await withCodingLock(app, owner, () =>
    sendToCodeTask(app, caller, id, { type: 'Remove', owner, if_match: ifMatch }),
  );
  const handed = await Promise.all(events.map((event) => handInAnswers(app, event)));
  return { id, position: latest([position, ...handed]) };
}
