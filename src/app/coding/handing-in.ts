import { attemptSentence, CodeAttempted, CodeTaskRemoved, codeStream } from '../../domain/coding/events.ts';
import { hasPassedAll } from '../../domain/coding/rules.ts';
import { isEvent } from '../../domain/kernel/define-event.ts';
import { derivedId } from '../../domain/kernel/derived-ids.ts';
import type { Position, Recorded } from '../../domain/kernel/event.ts';
import type { Stored } from '../../ports/documents.ts';
import type { CheckedProof, CodeMaterial, ProofSources } from '../../ports/proof-sources.ts';
import { type CodeTaskDoc, codeTask, codeTasksOfTask } from '../../projections/coding.ts';
import type { App } from '../app.ts';
import { handInChecked } from '../proof/proof.ts';

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
async function checkedCode(app: Pick<App, 'views'>, owner: string, taskId: string, id: string): Promise<CheckedProof | null> {
  if (!(await isCodeOf(app, owner, taskId, id))) return null;
  return verdictOf((await codeTasksOfTask(app.views, taskId)).map(({ doc }) => doc));
}

async function isCodeOf({ views }: Pick<App, 'views'>, owner: string, taskId: string, id: string): Promise<boolean> {
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

type Sources = Pick<App, 'views' | 'opener'>;

/** The part of the sources of proof that concerns coding questions. */
export const codeSources = (app: Sources): Pick<ProofSources, 'hasCodeTask' | 'checkedCode' | 'code'> => ({
  hasCodeTask: (owner, taskId, id) => isCodeOf(app, owner, taskId, id),
  checkedCode: (owner, taskId, id) => checkedCode(app, owner, taskId, id),
  code: (owner, id) => codeMaterial(app, owner, id),
});

/** The best attempt at a question, for the reviewer. Null: there is no attempt, or the owner's account was deleted. */
async function codeMaterial({ views, opener }: Sources, owner: string, id: string): Promise<CodeMaterial | null> {
  const doc = (await codeTask(views, id))?.doc;
  if (doc === undefined || doc.owner !== owner || doc.best === null) return null;
  const { best } = doc;
  const [question, attempt] = await Promise.all([opener.open(owner, doc.texts), opener.open(owner, best.texts)]);
  if (question === null || attempt === null) return null;
  return {
    statement: question.statement,
    language: best.language,
    source: attempt.code,
    examples: best.total === 0 ? null : { passed: best.passed, total: best.total },
  };
}
