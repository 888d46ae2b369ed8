import { required } from '../../domain/kernel/records.ts';
import type { AiAnswer, AiWay, Watch } from '../../ports/ai-help.ts';
import type { App } from '../app.ts';
import type { Caller } from '../caller.ts';
import { countWithin } from '../email/daily-limits.ts';
import { grantOf } from './allowance.ts';
import { type Admitted, admitToAi, countedAnswer } from './counted-answers.ts';
import {
  checkSplit,
  figuresOf,
  type HelpTask,
  inWords,
  isSimilar,
  openToday,
  orderByRule,
  ownTask,
  type PastTask,
  partsByRule,
  pastTasks,
  reasonByRule,
} from './plain-answers.ts';

export type AssistKind = 'split' | 'estimate' | 'prioritise';

export interface SplitSuggestion {
  readonly title: string;
  readonly estimate_minutes: number | null;
  readonly reason: string | null;
}

export interface EstimateSuggestion {
  readonly minutes: number;
  readonly reason: string;
  readonly history: {
    readonly count: number;
    readonly median_minutes: number | null;
    readonly shortest_minutes: number | null;
    readonly longest_minutes: number | null;
    readonly tasks: readonly {
      readonly task_id: string;
      readonly title: string;
      readonly completed_on: string;
      readonly estimate_minutes: number;
      readonly similar: boolean;
    }[];
  };
}

export interface PrioritySuggestion {
  readonly task_id: string;
  readonly title: string;
  readonly reason: string;
}

export type Suggestion = SplitSuggestion | EstimateSuggestion | PrioritySuggestion;

export interface Assisted {
  readonly suggestions: readonly Suggestion[];
  /** Null: plain statistics or the rubric answered. */
  readonly model: string | null;
  readonly used: 0 | 1;
  readonly note: string | null;
}

/**
 * A question that was accepted. If an AI will answer, a use is already taken. `answer` passes each suggestion to `watch` as soon as it
 * arrives.
 */
export interface Assistance {
  answer(watch?: Watch<Suggestion>): Promise<Assisted>;
}

/** How to ask the AI, and the answer that plain statistics or the rubric give instead. */
interface Question {
  /** Null: there is nothing to ask an AI. */
  readonly ask: ((way: AiWay, watch: Watch<Suggestion> | undefined) => Promise<AiAnswer<readonly Suggestion[]>>) | null;
  readonly byRule: readonly Suggestion[];
  /** How the plain answer was made, in words. */
  readonly rule: string;
}

/** This limit also applies if requests are not counted against a plan. */
const ASKING = { key: 'assists', most: 120, sentence: 'You can ask for suggestions at most 120 times in 24 hours.' };
const NO_AI = 'No AI is set up here.';

/**
 * Prepares suggestions, which change nothing. All refusals happen here; after that `answer` can only throw AiUnavailable.
 * @throws RuleViolation validation_failed on `task_id`, rate_limited, ai_allowance
 */
export async function prepareAssistance(
  app: App,
  caller: Caller,
  { kind, taskId }: { readonly kind: AssistKind; readonly taskId: string | null },
  id: string,
): Promise<Assistance> {
  const { owner } = caller;
  const { ask, byRule, rule } = await questionOf(app, owner, kind, taskId);
  await countWithin(app, owner, ASKING);
  const plainly = (why: string): Assisted => ({ suggestions: byRule, model: null, used: 0, note: `${why} ${rule}` });
  const admitted = ask && (await admitToAi(app, caller, await grantOf(app, owner), { id, module: 'assist', tier: 'mini' }));
  return {
    async answer(watch) {
      const assisted = admitted && ask ? await byAi(app, caller, admitted, (way) => ask(way, watch), plainly) : plainly(ask ? NO_AI : '');
      const { note } = assisted;
      if (assisted.model === null) for (const suggestion of assisted.suggestions) watch?.onItem(suggestion);
      return { ...assisted, note: note?.trim() ?? null };
    },
  };
}

async function byAi(
  app: App,
  caller: Caller,
  admitted: Admitted,
  ask: (way: AiWay) => Promise<AiAnswer<readonly Suggestion[]>>,
  plainly: (why: string) => Assisted,
): Promise<Assisted> {
  const answer = await countedAnswer(app, caller, admitted, ask);
  return 'failure' in answer ? plainly(answer.sentence) : { suggestions: answer.value, model: answer.model, used: 1, note: null };
}

async function questionOf(app: App, owner: string, kind: AssistKind, taskId: string | null): Promise<Question> {
  if (kind === 'prioritise') return order(app, await openToday(app, owner));
  const { task, doc, parts } = await ownTask(app, owner, taskId ?? '');
  if (kind === 'estimate') return estimate(app, task, await pastTasks(app, owner, task.id));
  checkSplit(doc);
  return split(app, task, parts);
}

function split({ ai }: App, task: HelpTask, parts: readonly string[]): Question {
  const { title, description, requirement, estimate: estimateMinutes } = task;
  const shown = (part: { title: string; minutes: number | null; reason: string | null }): SplitSuggestion => ({
    title: part.title,
    estimate_minutes: part.minutes,
    reason: part.reason,
  });
  return {
    ask: async (way, watch) =>
      mapped(await ai.split({ title, description, requirement, estimateMinutes, parts }, way, mappedWatch(watch, shown)), shown),
    byRule: partsByRule(task, parts).map((step) => ({ title: step, estimate_minutes: null, reason: null })),
    rule: 'These are the points of its description, or the usual steps of such a task.',
  };
}

const MOST_EXAMPLES = 40;
const MOST_SHOWN = 10;

function estimate({ ai }: App, task: HelpTask, past: readonly PastTask[]): Question {
  const marked = past.map((one) => ({ ...one, similar: isSimilar(task, one) }));
  const similar = marked.filter((one) => one.similar);
  const basis = similar.length > 0 ? similar : marked;
  const figures = figuresOf(basis.map(({ minutes }) => minutes));
  const history: EstimateSuggestion['history'] = {
    count: basis.length,
    median_minutes: figures?.median ?? null,
    shortest_minutes: figures?.shortest ?? null,
    longest_minutes: figures?.longest ?? null,
    tasks: basis.slice(0, MOST_SHOWN).map((one) => ({
      task_id: one.id,
      title: one.title,
      completed_on: one.completedOn,
      estimate_minutes: one.minutes,
      similar: one.similar,
    })),
  };
  const { title, description, tags } = task;
  const examples = [...similar, ...marked.filter((one) => !one.similar)].slice(0, MOST_EXAMPLES);
  const which = similar.length > 0 ? 'like this one' : 'of any kind';
  return {
    ask: async (way, watch) => {
      const shown = (one: { minutes: number; reason: string }): EstimateSuggestion => ({ ...one, history });
      const answer = await ai.estimate({ title, description, tags, history: examples }, way);
      if (!('failure' in answer)) watch?.onItem(shown(answer.value));
      return 'failure' in answer ? answer : { value: [shown(answer.value)], model: answer.model };
    },
    byRule:
      figures === null
        ? []
        : [{ minutes: figures.median, reason: `The median of ${basis.length} completed tasks ${which} that had an estimate.`, history }],
    rule:
      figures === null
        ? 'No completed task of the last year had an estimate, so there is nothing to go by.'
        : 'This is the median of your own estimates.',
  };
}

function order({ ai }: App, tasks: readonly HelpTask[]): Question {
  const ruled = orderByRule(tasks);
  const place = (task: HelpTask, reason: string): PrioritySuggestion => ({ task_id: task.id, title: task.title, reason });
  const shown = ({ index, reason }: { index: number; reason: string }): PrioritySuggestion =>
    place(required(ruled[index], 'task with this number'), reason);
  return {
    // One task needs no order.
    ask:
      ruled.length < 2
        ? null
        : async (way, watch) => mapped(await ai.prioritise(ruled.map(inWords), way, mappedWatch(watch, shown)), shown),
    byRule: ruled.map((task) => place(task, reasonByRule(task))),
    rule: ruled.length === 0 ? 'Nothing is open today.' : 'The order goes by due time, priority and estimate.',
  };
}

const mapped = <From, To>(answer: AiAnswer<readonly From[]>, shown: (one: From) => To): AiAnswer<readonly To[]> =>
  'failure' in answer ? answer : { value: answer.value.map(shown), model: answer.model };

const mappedWatch = <From>(watch: Watch<Suggestion> | undefined, shown: (one: From) => Suggestion): Watch<From> | undefined =>
  watch && { onItem: (one) => watch.onItem(shown(one)), onRestart: () => watch.onRestart() };
