import { isDeepStrictEqual } from 'node:util';
import { type CodeTaskState, checkSent } from '../../domain/coding/decide.ts';
import type { KeptExample, QuestionTexts } from '../../domain/coding/events.ts';
import { invalid } from '../../domain/task/rules.ts';
import type { App } from '../app.ts';
import type { Caller } from '../caller.ts';
import { latest } from '../task/task-send.ts';
import { type CodeTaskResult, ownCodeTask, sendToCodeTask, withCodingLock } from './code-tasks.ts';
import { handInAnswers } from './handing-in.ts';
import { foundExamples } from './questions.ts';

interface WantedExample extends Pick<KeptExample, 'input' | 'output'> {
  /** Left out: it does not change. */
  readonly explanation?: string | null | undefined;
}

/** The parts of a question that an owner may change before the first attempt. Parts that are left out do not change. */
export interface QuestionEdits {
  readonly title?: string | null | undefined;
  readonly statement?: string | undefined;
  readonly examples?: readonly WantedExample[] | undefined;
  readonly kind?: CodeTaskState['kind'] | undefined;
  readonly signature?: QuestionTexts['signature'] | undefined;
}

interface Question {
  readonly kind: CodeTaskState['kind'];
  readonly pasted: boolean;
  /** How many examples the page or the pasted statement had. */
  readonly found: number;
  readonly texts: QuestionTexts;
}

/**
 * Changes a question. Details in a pasted statement (such as examples) are used only if the question has none yet.
 * @throws RuleViolation not_found, precondition_failed, validation_failed, conflict, limit_reached
 */
export function editQuestion(app: App, caller: Caller, id: string, edits: QuestionEdits, ifMatch: number | null): Promise<CodeTaskResult> {
  const { owner } = caller;
  return withCodingLock(app, owner, async () => {
    const { state, texts } = await ownCodeTask(app, owner, id);
    const before: Question = { kind: state.kind, pasted: state.pasted, found: state.found, texts };
    const { kind, pasted, found, texts: next } = edited(app, before, edits);
    if (kind === 'function' && next.signature === null) {
      throw invalid({ signature: ['A function needs a signature: its name and the names of its parameters.'] });
    }
    const sent = { type: 'Edit', owner, if_match: ifMatch, revision: state.revision } as const;
    // A change without effect is refused as well if the question can no longer change.
    checkSent(state, sent);
    if (isDeepStrictEqual(before, { kind, pasted, found, texts: next })) return { id, position: null };
    const { examples } = next;
    const counts = { examples: examples.length, found, edited: examples.filter((example) => example.edited).length };
    const data = { kind, stated: next.statement !== null, pasted, ...counts };
    const { position } = await sendToCodeTask(app, caller, id, { ...sent, data, texts: next });
    return { id, position };
  });
}

function edited({ pages }: Pick<App, 'pages'>, before: Question, edits: QuestionEdits): Question {
  const stated = edits.statement === undefined ? before : withStatement(pages, before, edits.statement);
  const kind = edits.kind ?? (edits.signature === undefined ? stated.kind : edits.signature === null ? 'stdio' : 'function');
  return {
    ...stated,
    kind,
    texts: {
      ...stated.texts,
      title: edits.title === undefined ? stated.texts.title : edits.title,
      examples: edits.examples === undefined ? stated.texts.examples : marked(stated.texts.examples, edits.examples),
      signature: edits.signature === undefined ? stated.texts.signature : edits.signature,
    },
  };
}

/** Adds the statement that the owner pasted. Details in it do not replace existing ones. */
function withStatement(pages: App['pages'], before: Question, statement: string): Question {
  if (statement === before.texts.statement) return before;
  const text = statement.trim() === '' ? null : statement;
  const { texts } = before;
  const question = text === null ? null : pages.readStatement(text);
  const takes = question !== null && texts.examples.length === 0;
  return {
    kind: takes ? question.kind : before.kind,
    pasted: text !== null,
    found: takes ? question.examples.length : before.found,
    texts: {
      ...texts,
      statement: text,
      title: texts.title ?? question?.title ?? null,
      examples: takes ? foundExamples(question) : texts.examples,
      constraints: texts.constraints.length > 0 ? texts.constraints : (question?.constraints ?? []),
      signature: takes ? question.signature : texts.signature,
      error: text === null ? texts.error : null,
    },
  };
}

/** The examples that the owner wants. Those that differ from the question's examples are marked as the owner's. */
function marked(before: readonly KeptExample[], wanted: NonNullable<QuestionEdits['examples']>): readonly KeptExample[] {
  const known = new Map(before.map((example) => [keyOf(example), example]));
  return wanted.map(({ input, output, explanation }) => {
    const same = known.get(keyOf({ input, output }));
    return {
      input,
      output,
      explanation: explanation === undefined ? (same?.explanation ?? null) : explanation,
      edited: same?.edited ?? true,
    };
  });
}

const keyOf = ({ input, output }: Pick<KeptExample, 'input' | 'output'>): string => JSON.stringify([input, output]);

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
