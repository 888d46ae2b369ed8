import type { Attempt } from '../app/coding/attempts.ts';
import type { CodeAttempt, CodeStatus, CodeTask } from '../contracts/code-task.ts';
import type { QuestionTexts } from '../domain/coding/events.ts';
import { statusOf } from '../domain/coding/rules.ts';
import type { Stored } from '../ports/documents.ts';
import type { Opener } from '../ports/secrets.ts';
import type { AttemptDoc, CodeTaskDoc } from '../projections/coding.ts';

const NOTHING: QuestionTexts = { url: '', title: null, statement: null, examples: [], constraints: [], signature: null, error: null };

/** The texts of a code task's question. `opener` must be ready for the owner. */
export const questionIn = (opener: Opener, { owner, texts }: CodeTaskDoc): QuestionTexts => opener.openNow(owner, texts) ?? NOTHING;

/** `opener` must be ready for the owner. */
export function presentCodeTask(opener: Opener, { id, doc }: Stored<CodeTaskDoc>): CodeTask {
  const { url, title, statement, examples, constraints, signature, error } = questionIn(opener, doc);
  return {
    id,
    task_id: doc.task_id,
    url,
    title,
    statement,
    examples: examples.map((example) => ({ ...example })),
    examples_found: doc.found,
    constraints: [...constraints],
    kind: doc.kind,
    signature: signature && { name: signature.name, parameters: [...signature.parameters] },
    pasted: doc.pasted,
    status: statusOf(doc),
    error,
    attempts: doc.attempts,
    best: doc.best && presentKept(opener, doc.owner, doc.best, { examples }),
    created_at: doc.created_at,
  };
}

export const presentCodeStatus = ({ doc }: Stored<CodeTaskDoc>): CodeStatus => ({
  completed: doc.completed,
  status: statusOf(doc),
  attempts: doc.attempts,
});

/** `opener` must be ready for the owner. */
export function presentKept(opener: Opener, owner: string, doc: AttemptDoc, question: Pick<QuestionTexts, 'examples'>): CodeAttempt {
  const { texts, id, at, language, status, passed, total, ms } = doc;
  const { code, results } = opener.openNow(owner, texts) ?? { code: '', results: [] };
  return presentAttempt({ id, at, language, status, passed, total, ms, code, results }, question);
}

/** The results are in the order of the examples, which do not change after code was submitted. */
export function presentAttempt({ results, ...attempt }: Attempt, { examples }: Pick<QuestionTexts, 'examples'>): CodeAttempt {
  const { id, at, language, code, status, passed, total, ms } = attempt;
  const shown = results.map(({ actual, output, ...result }, index) => ({
    input: examples[index]?.input ?? '',
    expected: examples[index]?.output ?? '',
    actual,
    passed: result.passed,
    output: output ?? actual ?? '',
    ms: result.ms,
    error: result.error,
  }));
  return { id, at, language, code, status, results: shown, passed, total, ms };
}
