import type { AiAnswer, AiHelp, AiWay, Watch } from '../../ports/ai-help.ts';
import { type AccessSettings, accessOf, checkKey, ownAccess } from './access.ts';
import type { SubmittedPart } from './parts.ts';
import { designFeedback1 } from './prompts/design-feedback-1.ts';
import { estimate1 } from './prompts/estimate-1.ts';
import { post1 } from './prompts/post-1.ts';
import { labelOf, prioritise1 } from './prompts/prioritise-1.ts';
import { solution1 } from './prompts/solution-1.ts';
import { split1 } from './prompts/split-1.ts';
import { designFeedbackByRubric, postByTemplate } from './rubric/without-model.ts';
import { askStructured, type Request } from './structured.ts';

export interface AiHelpSettings extends AccessSettings {
  /** How long all requests about one thing may take together, in milliseconds of real time. */
  readonly timeoutMs: number;
  /** Makes the marker of a fence. */
  readonly marker?: () => string;
}

/** Somebody waits while a key is checked, so the request has little time. */
const CHECK_MS = 20_000;

const NO_KEY = { failure: 'unavailable', sentence: 'No AI is set up here.' } as const;

const some = (parts: Readonly<Record<string, string | null>>): SubmittedPart[] =>
  Object.entries(parts).flatMap(([name, text]) => (text === null || text.trim() === '' ? [] : [{ name, text }]));

export function createAiHelp(settings: AiHelpSettings): AiHelp {
  const ask = async <Value, Item, Shown>(
    request: Request<Value, Item>,
    parts: readonly SubmittedPart[],
    way: AiWay,
    shown: (value: Value) => Shown,
    watch?: Watch<Item>,
  ): Promise<AiAnswer<Shown>> => {
    const access = accessOf(settings, way);
    if (access === null) return NO_KEY;
    const answer = await askStructured(request, parts, access, settings, watch);
    return 'failure' in answer ? answer : { value: shown(answer.value), model: answer.model };
  };
  return {
    hasOperatorKey: settings.key !== null,
    checkKey: (own) => checkKey(ownAccess(settings, own, 'mini'), own, AbortSignal.timeout(Math.min(CHECK_MS, settings.timeoutMs))),
    split: ({ title, description, requirement, estimateMinutes, parts }, way, watch) =>
      ask(
        split1,
        some({
          task: title,
          description,
          requirement,
          estimate: estimateMinutes === null ? null : `${estimateMinutes}`,
          parts: parts.join('\n'),
        }),
        way,
        (value) => value.parts,
        watch,
      ),
    estimate: ({ title, description, tags, history }, way) => {
      const lines = history.map((one) => `${one.minutes} minutes${one.similar ? ', similar' : ''}: ${oneLine(one.title)}`);
      return ask(estimate1, some({ task: title, description, tags: tags.join(', '), history: lines.join('\n') }), way, (value) => value);
    },
    prioritise: (tasks, way, watch) =>
      ask(
        prioritise1(tasks.length),
        tasks.map(({ title, facts }, index) => ({ name: labelOf(index), text: `${oneLine(title)}\n${facts}` })),
        way,
        ({ order }) => order,
        watch,
      ),
    solution: ({ title, statement, examples, constraints, signature, best }, way) => {
      const shown = examples.map(({ input, output }) => `${input}\n=> ${output}`).join('\n\n');
      const question = { title, statement, examples: shown, constraints: constraints.join('\n'), signature };
      const own = { language: best?.language ?? null, code: best?.code ?? null };
      return ask(solution1, some({ ...question, ...own }), way, (value) => ({ ...value, prompt_version: solution1.version }));
    },
    designFeedback: ({ title, requirement, design: { requirements, estimates, components, trade_offs, mermaid } }, way) => {
      const design = { requirements, estimates, components, 'trade-offs': trade_offs, diagram: mermaid };
      return ask(designFeedback1, some({ task: title, requirement, ...design }), way, (value) => value);
    },
    designFeedbackByRubric,
    post(material, way) {
      const request = post1(material);
      return ask(request, some({ task: material.title, tone: material.tone }), way, ({ text }) => ({
        text,
        prompt_version: request.version,
      }));
    },
    postByTemplate,
  };
}

const oneLine = (text: string): string => text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();
