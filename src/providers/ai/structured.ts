import { z } from 'zod';
import type { AiAnswer, Watch } from '../../ports/ai-help.ts';
import { jsonIn, withoutThoughts } from './answer.ts';
import { type Access, askModel, type Failure } from './openai.ts';
import { fenceParts, fitParts, newMarker, type SubmittedPart } from './parts.ts';
import type { MaterialRules } from './prompt.ts';

/**
 * A request to a model for anything but a review. It never changes: a changed text is a new file with a new version.
 * Bounds are refinements of the schema, which are not part of the JSON schema, because several services refuse such
 * keywords.
 */
export interface Request<Value, Item = never> {
  /** Such as `split/1`. */
  readonly version: string;
  /** The beginning of the system's message. */
  readonly task: string;
  readonly material: MaterialRules;
  readonly schema: z.ZodType<Value>;
  /**
   * The list in the answer whose items are reported as they arrive. `read` converts an item; null: the item is invalid.
   */
  readonly list?: { readonly name: string; readonly read: (item: unknown) => Item | null };
}

export interface AskSettings {
  /** The limit for all attempts together, in milliseconds of real time. */
  readonly timeoutMs: number;
  readonly marker?: () => string;
}

/** The first attempt, and one more after an answer in a wrong format. */
const ATTEMPTS = 2;

const SENTENCES: Readonly<Record<Failure['failure'] | 'timeout' | 'wrong_format', string>> = {
  timeout: 'The AI did not answer in time.',
  unreachable: 'The AI could not be reached.',
  key_refused: 'The AI service refused the key.',
  limit_reached: 'The AI service takes no more requests at the moment.',
  error: 'The AI service answered with an error.',
  refused: 'The AI declined to answer.',
  no_answer: 'The AI gave no answer.',
  wrong_format: 'The AI answered in a wrong format twice.',
};

const failed = (failure: keyof typeof SENTENCES): AiAnswer<never> => ({
  failure: failure === 'wrong_format' || failure === 'no_answer' || failure === 'refused' ? 'wrong_format' : 'unavailable',
  sentence: SENTENCES[failure],
});

/** Asks a model for a value, and gives it the material as data between markers. It never throws. */
export async function askStructured<Value, Item = never>(
  request: Request<Value, Item>,
  material: readonly SubmittedPart[],
  access: Access,
  { timeoutMs, marker = newMarker }: AskSettings,
  watch?: Watch<Item>,
): Promise<AiAnswer<Value>> {
  const signal = AbortSignal.timeout(timeoutMs);
  const { before, after, again, system } = request.material;
  const fenced = fenceParts(fitParts(material.filter(({ text }) => text.trim() !== '')).parts, marker);
  const user = [before(fenced.marker), fenced.text, after].join('\n\n');
  const question = { system: `${request.task}\n\n${system}`, schema: jsonSchema(request.schema) };
  try {
    for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
      // The second attempt uses no stream, so that a service that cannot stream can still answer.
      const onText = attempt === 1 && watch && request.list ? itemsOf(request.list, watch) : undefined;
      if (attempt > 1) watch?.onRestart();
      const given = await askModel(access, { ...question, user: attempt === 1 ? user : `${user}\n\n${again}` }, signal, onText);
      if (typeof given !== 'string' && !(onText && given.failure === 'no_answer')) return failed(given.failure);
      const value = typeof given === 'string' ? read(request.schema, given) : null;
      if (value !== null) return { value, model: access.model };
    }
    return failed('wrong_format');
  } catch {
    return failed(signal.aborted ? 'timeout' : 'no_answer');
  }
}

/** The JSON schema of an answer, in the subset that services support in strict mode. */
export function jsonSchema(schema: z.ZodType): Record<string, unknown> {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io: 'input' });
  return rest;
}

function read<Value>(schema: z.ZodType<Value>, text: string): Value | null {
  const parsed = schema.safeParse(jsonIn(text));
  return parsed.success ? parsed.data : null;
}

/** Reports each item of a list once, as soon as the text contains all of it. */
function itemsOf<Item>({ name, read: readItem }: { name: string; read: (item: unknown) => Item | null }, watch: Watch<Item>) {
  let reported = 0;
  return (text: string): void => {
    const items = wholeItems(withoutThoughts(text), name);
    for (const item of items.slice(reported)) {
      const shown = readItem(jsonIn(item));
      if (shown !== null) watch.onItem(shown);
    }
    reported = items.length;
  };
}

/** The objects of a list that are complete in a text which is still being written. */
export function wholeItems(text: string, name: string): readonly string[] {
  const key = text.indexOf(`"${name}"`);
  const start = key < 0 ? -1 : text.indexOf('[', key);
  if (start < 0) return [];
  const items: string[] = [];
  let depth = 0;
  let from = 0;
  let isText = false;
  for (let at = start + 1; at < text.length; at += 1) {
    const character = text[at];
    if (isText) {
      if (character === '\\') at += 1;
      else if (character === '"') isText = false;
    } else if (character === '"') isText = true;
    else if (character === '{' || character === '[') {
      if (depth === 0) from = at;
      depth += 1;
    } else if (character === '}' || character === ']') {
      depth -= 1;
      if (depth < 0) break;
      if (depth === 0) items.push(text.slice(from, at + 1));
    }
  }
  return items;
}
