import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { jsonSchemaOf } from '../../src/providers/ai/answer.ts';
import { type Prompt, systemMessage } from '../../src/providers/ai/prompt.ts';
import { PROMPTS } from '../../src/providers/ai/prompts/current.ts';

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
    .filter((one): one is Prompt => typeof one === 'object' && one !== null && 'version' in one);
}

/** All that is sent with a prompt, but the material. */
function textOf(prompt: Prompt): string {
  const { before, after, again } = prompt.material;
  return JSON.stringify([systemMessage(prompt), before('marker'), after, again, jsonSchemaOf(prompt), prompt.criteria]);
}

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
