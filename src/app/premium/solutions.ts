import type { QuestionTexts } from '../../domain/coding/events.ts';
import { RuleViolation } from '../../domain/kernel/decider.ts';
import { readEvents } from '../../domain/kernel/fold-stream.ts';
import { handle } from '../../domain/kernel/handle.ts';
import { solutionDecider } from '../../domain/premium/decide.ts';
import { solutionStream } from '../../domain/premium/events.ts';
import { isUndecided } from '../../domain/task/rules.ts';
import type { SolutionMaterial, SolutionTexts } from '../../ports/ai-help.ts';
import { type CodeTaskDoc, codeTask } from '../../projections/coding.ts';
import { task as findTask } from '../../projections/task/task-lists.ts';
import { grantOf, type OwnersGrant } from '../ai/allowance.ts';
import { AiUnavailable, admitToAi, countedAnswer } from '../ai/counted-answers.ts';
import type { App } from '../app.ts';
import { type Caller, contextOf } from '../caller.ts';
import { withOwnerLock } from '../owner-lock.ts';

export interface Solution {
  readonly id: string;
  readonly codeTaskId: string;
  readonly texts: Omit<SolutionTexts, 'complexity'> & { readonly complexity: string | null };
  /** Null: there is no solution, because no AI is set up. */
  readonly model: string | null;
  readonly at: string;
}

/**
 * A coding question of the owner.
 * @throws RuleViolation not_found
 */
export async function ownQuestion(app: Pick<App, 'views'>, owner: string, id: string): Promise<CodeTaskDoc> {
  const found = await codeTask(app.views, id);
  if (found === null || found.doc.owner !== owner) throw new RuleViolation('not_found', 'There is no such coding question.');
  return found.doc;
}

export async function keptSolution(app: Pick<App, 'store' | 'opener'>, owner: string, id: string): Promise<Solution | null> {
  const [event] = await readEvents(app.store, solutionDecider, solutionStream(id));
  if (event === undefined || event.metadata.owner !== owner) return null;
  const texts = await app.opener.open(owner, event.private);
  if (texts === null) return null;
  const { solution_id, code_task_id, model } = event.data;
  return { id: solution_id, codeTaskId: code_task_id, texts, model, at: event.metadata.at };
}

/**
 * The solution of a question, with an explanation. The first request creates it, and simultaneous requests wait for it. Without a key
 * nothing is stored, and the answer contains only what the program can say without an AI.
 * @throws RuleViolation not_found, conflict (too early, or nothing to solve), ai_allowance
 * @throws AiUnavailable
 */
export async function solutionOf(app: App, caller: Caller, id: string): Promise<Solution> {
  const { owner } = caller;
  const question = await ownQuestion(app, owner, id);
  const kept = await keptSolution(app, owner, id);
  if (kept !== null) return kept;
  const material = await materialOf(app, question);
  const grant = await grantOf(app, owner);
  if (grant.key === 'none') return nobodysSolution(app, id, question);
  return withOwnerLock(
    app,
    owner,
    async () => (await keptSolution(app, owner, id)) ?? write(app, caller, id, material, grant),
    `solution ${id}`,
  );
}

async function write(app: App, caller: Caller, id: string, material: SolutionMaterial, grant: OwnersGrant): Promise<Solution> {
  const wanted = { id: `solution ${id}`, module: 'coding', tier: 'premium' } as const;
  const admitted = await admitToAi(app, caller, grant, wanted);
  if (admitted === null) throw new AiUnavailable('No AI is set up here.');
  const answer = await countedAnswer(app, caller, admitted, (way) => app.ai.solution(material, way));
  if ('failure' in answer) throw new AiUnavailable(`${answer.sentence} Nothing was counted. Try again in a moment.`);
  const { prompt_version, ...texts } = answer.value;
  const data = { solution_id: app.newId(), code_task_id: id, model: answer.model, prompt_version };
  await handle(app, solutionDecider, solutionStream(id), { type: 'Write', data, texts }, contextOf(caller));
  const kept = await keptSolution(app, caller.owner, id);
  if (kept === null) throw new RuleViolation('not_found', 'There is no such account.');
  return kept;
}

/** @throws RuleViolation conflict */
async function materialOf(app: App, question: CodeTaskDoc): Promise<SolutionMaterial> {
  const { owner, best } = question;
  const task = question.completed ? null : await findTask(app.views, question.task_id);
  if (!question.completed && (task === null || isUndecided(task.doc)))
    throw new RuleViolation('conflict', 'Solve it first: its solution is explained when it is solved, or when its task is decided.');
  const [opened, attempt] = await Promise.all([app.opener.open(owner, question.texts), app.opener.open(owner, best?.texts ?? null)]);
  const texts: Partial<QuestionTexts> = opened ?? {};
  const { title = null, statement = null, examples = [], constraints = [], signature = null } = texts;
  if (statement === null || statement.trim() === '')
    throw new RuleViolation('conflict', 'The statement of this question could not be read. Paste it first.');
  return {
    title,
    statement,
    examples: examples.map(({ input, output }) => ({ input, output })),
    constraints,
    signature: signature && `${signature.name}(${signature.parameters.join(', ')})`,
    best: best && attempt ? { language: best.language, code: attempt.code } : null,
  };
}

function nobodysSolution(app: App, id: string, { best }: CodeTaskDoc): Solution {
  const own =
    best === null
      ? 'No code was submitted for it.'
      : best.total === 0
        ? `Your best attempt is in ${best.language}. The question has no examples, so nothing could be checked.`
        : `Your best attempt is in ${best.language} and passed ${best.passed} of ${best.total} examples.`;
  const explanation = `No AI is set up here, so nobody could explain a solution. ${own}`;
  return { id, codeTaskId: id, texts: { explanation, complexity: null, alternatives: [] }, model: null, at: app.clock.now() };
}
