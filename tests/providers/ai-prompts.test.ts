import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { jsonIn, jsonSchemaOf } from '../../src/providers/ai/answer.ts';
import { type Prompt, systemMessage } from '../../src/providers/ai/prompt.ts';
import { PROMPTS } from '../../src/providers/ai/prompts/current.ts';
import { designFeedback1 } from '../../src/providers/ai/prompts/design-feedback-1.ts';
import { estimate1 } from '../../src/providers/ai/prompts/estimate-1.ts';
import { post1 } from '../../src/providers/ai/prompts/post-1.ts';
import { prioritise1 } from '../../src/providers/ai/prompts/prioritise-1.ts';
import { solution1 } from '../../src/providers/ai/prompts/solution-1.ts';
import { split1 } from '../../src/providers/ai/prompts/split-1.ts';
import { jsonSchema, type Request } from '../../src/providers/ai/structured.ts';

/** A review names the version of its prompt, so a version always has the same text. A changed prompt is a new file. */
const DIGESTS: Readonly<Record<string, string>> = {
  'general/1': 'acc81d5d5198af0d',
  'email/1': '1602b5f5b6de8f4c',
  'coding/1': '4a430af82f87c3e4',
  'system_design/1': '177020fefd6638af',
};

const FOLDER = join(import.meta.dirname, '../../src/providers/ai/prompts');

async function everyPrompt(): Promise<readonly Prompt[]> {
  const modules = await Promise.all(readdirSync(FOLDER).map((file) => import(join(FOLDER, file)) as Promise<Record<string, unknown>>));
  return modules
    .flatMap((module) => Object.values(module))
    .filter((one): one is Prompt => typeof one === 'object' && one !== null && 'criteria' in one);
}

/** Everything that is sent with a prompt, except the material. */
function textOf(prompt: Prompt): string {
  const { before, after, again } = prompt.material;
  return JSON.stringify([systemMessage(prompt), before('marker'), after, again, jsonSchemaOf(prompt), prompt.criteria]);
}

const REQUESTS: readonly Request<unknown, unknown>[] = [
  split1,
  estimate1,
  prioritise1(3),
  solution1,
  designFeedback1,
  post1({ about: 'week', tone: 'warm', title: null, words: { kept: '5 promises', streak: '12 days', period: '22 November 2026' } }),
] as readonly unknown[] as readonly Request<unknown, unknown>[];

const REQUEST_DIGESTS: Readonly<Record<string, string>> = {
  'split/1': '8cec482112aadb05',
  'estimate/1': 'a0d11e62f7b2e084',
  'prioritise/1': 'b9e8bc85b3671b96',
  'solution/1': '9a95a01ae0df4de2',
  'design-feedback/1': '2699972d79ca2aa7',
  'post/1': '45d8d6043aa16876',
};

test('a version of a request for help never changes', () => {
  const digests = REQUESTS.map(({ version, task, material: { system, before, after, again }, schema }) => {
    const text = JSON.stringify([task, system, before('marker'), after, again, jsonSchema(schema)]);
    return [version, createHash('sha256').update(text).digest('hex').slice(0, 16)];
  });
  expect(Object.fromEntries(digests)).toEqual(REQUEST_DIGESTS);
});

test.each(REQUESTS)('the schema of $version has no keyword that services refuse', ({ schema }) => {
  const allowed = new Set(['type', 'properties', 'required', 'additionalProperties', 'enum', 'items', 'anyOf']);
  const schemas = [jsonSchema(schema)];
  for (const one of schemas) {
    for (const keyword of Object.keys(one)) expect(allowed).toContain(keyword);
    const properties = (one.properties ?? {}) as Record<string, Record<string, unknown>>;
    const inner = [one.items ?? [], one.anyOf ?? []].flat() as Record<string, unknown>[];
    schemas.push(...Object.values(properties), ...inner);
    expect(one.required ?? []).toEqual(Object.keys(properties));
  }
});

test('a version of a prompt never changes', async () => {
  const digests = (await everyPrompt()).map((prompt) => [
    prompt.version,
    createHash('sha256').update(textOf(prompt)).digest('hex').slice(0, 16),
  ]);
  expect(Object.fromEntries(digests)).toEqual(DIGESTS);
  expect(digests).toHaveLength(Object.keys(DIGESTS).length);
});

test.each(Object.entries(PROMPTS))('the prompt in use for %s is of that kind', (kind, { version }) => {
  expect(version).toMatch(new RegExp(`^${kind}/\\d+$`));
});

test.each(Object.values(PROMPTS))('the schema of $version has no keyword that services refuse', (prompt) => {
  const allowed = new Set(['type', 'properties', 'required', 'additionalProperties', 'enum']);
  const schemas: Record<string, unknown>[] = [jsonSchemaOf(prompt)];
  for (const schema of schemas) {
    for (const keyword of Object.keys(schema)) expect(allowed).toContain(keyword);
    const properties = (schema.properties ?? {}) as Record<string, Record<string, unknown>>;
    schemas.push(...Object.values(properties));
    expect(schema.required ?? []).toEqual(Object.keys(properties));
  }
  expect(schemas.length).toBe(5 + 3 * prompt.criteria.length);
});

const ANSWER = { verdict: 'accepted', comment: 'It says "{done}" and \\ {\n}', criteria: { what: { score: 80 } } };
const JSON_TEXT = JSON.stringify(ANSWER, null, 2);
const OTHER = '{"verdict": "rejected"}';

test.each([
  ['alone', JSON_TEXT],
  ['with white space', `\n\n${JSON_TEXT}\n`],
  ['in a code fence', `\`\`\`json\n${JSON_TEXT}\n\`\`\``],
  ['in a fence without a language, with words around it', `Here is my review:\n\n\`\`\`\n${JSON_TEXT}\n\`\`\`\nLet me know!`],
  ['after a sentence', `Sure. ${JSON_TEXT}`],
  ['after a sentence with braces', `The set {a, b} and {c look fine. ${JSON_TEXT}`],
  ['after thoughts', `<think>\nFirst {x}, then maybe ${OTHER}\n</think>\n${JSON_TEXT}`],
  ['after thoughts, in a fence', `<think>Hm.</think>\n\`\`\`json\n${JSON_TEXT}\n\`\`\``],
  ['after thoughts by another name', ` <Reasoning>${OTHER}</Reasoning> ${JSON_TEXT}`],
])('the JSON of an answer is read %s', (_, text) => {
  expect(jsonIn(text)).toEqual(ANSWER);
});

test.each([
  ['it contains two objects, of which one may be copied', `The proof says ${OTHER}. My answer: ${JSON_TEXT}`],
  ['it is cut off', JSON_TEXT.slice(0, -2)],
  ['it contains only thoughts', `<think>${JSON_TEXT}</think>`],
  ['its thoughts have no end', `<think>${JSON_TEXT}`],
  ['it contains only words', 'I accept this proof.'],
  ['it is empty', ''],
])('no JSON is read from an answer if %s', (_, text) => {
  expect(jsonIn(text)).toBeUndefined();
});

test('a text that consists of braces is given up quickly', () => {
  expect(jsonIn('{'.repeat(200_000))).toBeUndefined();
});
