import type { AttemptTexts, QuestionTexts } from '../../domain/coding/event-data.ts';
import type { CodeMaterial, ProofSources } from '../../ports/proof-sources.ts';
import { codeTask } from '../../projections/coding/code-tasks.ts';
import type { App } from '../app.ts';
import { checkedCode, isCodeOf } from './handing-in.ts';

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
  if (doc === undefined || doc.owner !== owner || doc.texts === null || !doc.best?.texts) return null;
  const { best } = doc;
  const [question, attempt] = await Promise.all([opener.open(owner, doc.texts), opener.open(owner, best.texts ?? '')]);
  if (question === null || attempt === null) return null;
  return {
    statement: (question as unknown as QuestionTexts).statement,
    language: best.language,
    source: (attempt as unknown as AttemptTexts).code,
    examples: best.total === 0 ? null : { passed: best.passed, total: best.total },
  };
}
