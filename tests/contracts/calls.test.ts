import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { type CallDeclaration, isCall } from '../../src/contracts/call.ts';
import { CAMEL_IN_BODIES } from '../../web/api/names.ts';

interface Named {
  readonly name: string;
  readonly call: CallDeclaration;
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** The calls in what a file exports: a call, or a record or an array of calls. @throws if it has anything else, or nothing */
function callsIn(name: string, value: unknown): readonly Named[] {
  if (isObject(value) && isCall(value)) return [{ name, call: value }];
  const within = isObject(value) ? Object.entries(value) : [];
  if (within.length === 0) throw new Error(`${name} is no call.`);
  return within.flatMap(([key, one]) => {
    if (!isObject(one) || !isCall(one)) throw new Error(`${name}.${key} is no call.`);
    return { name: `${name}.${key}`, call: one };
  });
}

const FOLDER = join(import.meta.dirname, '../../src/contracts/calls');
const MODULES = await Promise.all(
  readdirSync(FOLDER).map(async (file): Promise<readonly [string, object]> => [file, await import(join(FOLDER, file))]),
);
const all = () =>
  MODULES.flatMap(([file, exported]) => Object.entries(exported).flatMap(([name, value]) => callsIn(`${file} ${name}`, value)));

test.each(MODULES)('%s exports calls and nothing else', (file, exported) => {
  expect(file).toMatch(/^[a-z-]+\.ts$/);
  const found = Object.entries(exported).flatMap(([name, value]) => callsIn(name, value));
  expect(found).not.toEqual([]);
});

test('no two calls have the same method and path', () => {
  const byPlace = Map.groupBy(all(), ({ call }) => `${call.method} ${call.path.replaceAll(/\{\w+\}/g, '{}')}`);
  const twice = [...byPlace].filter(([, some]) => some.length > 1).map(([place, some]) => [place, some.map(({ name }) => name)]);
  expect(twice).toEqual([]);
});

test('a call that fails says so in one line that begins with a capital and has no period at its end', () => {
  const wrong = all().filter(({ call: { failure } }) => failure !== undefined && !/^[A-Z][^\n]*[^\s.]$/.test(failure));
  expect(wrong.map(({ name, call }) => [name, call.failure])).toEqual([]);
});

/** The names of properties in a JSON Schema, at every depth. */
const namesIn = (schema: unknown): readonly string[] =>
  isObject(schema)
    ? Object.entries(schema).flatMap(([key, value]) => [
        ...(key === 'properties' && isObject(value) ? Object.keys(value) : []),
        ...namesIn(value),
      ])
    : [];

test('the client knows which names of bodies are in camelCase, and sends all others in snake_case', () => {
  const bodies = all().flatMap(({ call: { body } }) => (body?.kind === 'json' ? [body.schema] : []));
  const names = bodies.flatMap((body) => namesIn(z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' })));
  expect(new Set(names.filter((name) => /[A-Z]/.test(name)))).toEqual(CAMEL_IN_BODIES);
});
