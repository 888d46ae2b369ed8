import { CodeAttempted, CodeTaskRemoved, codeStream } from '../../domain/coding/events.ts';
import { hasPassedAll } from '../../domain/coding/rules.ts';
import { attemptSentence } from '../../domain/coding/sentences.ts';
import { isEvent } from '../../domain/kernel/define-event.ts';
import { derivedId } from '../../domain/kernel/derived-ids.ts';
import type { Position, Recorded } from '../../domain/kernel/event.ts';
import type { Stored } from '../../ports/documents.ts';
import type { CheckedProof } from '../../ports/proof-sources.ts';
import { type CodeTaskDoc, codeTask, codeTasksOfTask } from '../../projections/coding/code-tasks.ts';
import type { App } from '../app.ts';
import { handInChecked } from '../proof/checked-proof.ts';

const CHECK = 'Sandbox';

/**
 * Gives the proof of a task when an attempt answers the last of its coding questions, or when the last question without an answer is
 * removed. If all questions are solved, the check accepts the proof; otherwise it goes to whoever judges code without examples. It can be
 * repeated.
 */
export async function handInAnswers(app: App, event: Recorded): Promise<Position | null> {
  const { owner, correlation_id } = event.metadata;
  if (owner === null || !isEvent(event, CodeAttempted, CodeTaskRemoved)) return null;
  if (isEvent(event, CodeAttempted) && !hasPassedAll(event.data) && event.data.total > 0) return null;
  const { task_id } = event.data;
  await app.waitForReadModels(event.position);
  const found = await codeTasksOfTask(app.views, task_id);
  // If another attempt was needed after this one, that attempt gives the proof.
  if (found.length === 0 || !found.every(({ doc }) => doc.answered !== null && doc.answered <= event.position)) return null;
  const code_task_id = isEvent(event, CodeAttempted) ? (codeStream.idOf(event.stream) ?? '') : lastAnswered(found);
  const caller = { owner, actor: event.metadata.actor, correlationId: correlation_id, causationId: event.id };
  return handInChecked(app, caller, task_id, {
    submissionId: derivedId('code_proof', event.id),
    now: event.metadata.at,
    code_task_id,
    checked: verdictOf(found.map(({ doc }) => doc)),
  });
}

const lastAnswered = (found: readonly Stored<CodeTaskDoc>[]): string =>
  found.toSorted((a, b) => ((a.doc.answered ?? '') < (b.doc.answered ?? '') ? -1 : 1)).at(-1)?.id ?? '';

/** The check's verdict on a coding question that is given as proof; null: it cannot decide. */
export async function checkedCode(app: Pick<App, 'views'>, owner: string, taskId: string, id: string): Promise<CheckedProof | null> {
  if (!(await isCodeOf(app, owner, taskId, id))) return null;
  return verdictOf((await codeTasksOfTask(app.views, taskId)).map(({ doc }) => doc));
}

export async function isCodeOf({ views }: Pick<App, 'views'>, owner: string, taskId: string, id: string): Promise<boolean> {
  const found = await codeTask(views, id);
  return found !== null && found.doc.owner === owner && found.doc.task_id === taskId && found.doc.attempts > 0;
}

function verdictOf(all: readonly CodeTaskDoc[]): CheckedProof | null {
  if (all.length === 0 || !all.every(({ completed }) => completed)) return null;
  return { judge_id: CHECK, comment: commentOn(all) };
}

/** The comment tells the reader of the proof which examples are the owner's own. */
function commentOn(all: readonly CodeTaskDoc[]): string {
  const edited = all.reduce((sum, doc) => sum + doc.edited, 0);
  const own = edited === 0 ? '' : ` ${edited === 1 ? 'One example is' : `${edited} examples are`} the owner’s own.`;
  const [only, ...others] = all;
  if (only?.best && others.length === 0) return `${attemptSentence(only.best)}${own}`;
  return `All ${all.length} coding questions are solved.${own}`;
}
