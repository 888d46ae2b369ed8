import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { type CallDeclaration, isCall } from '../../src/contracts/call.ts';
import { REFUSALS } from '../../src/contracts/refusals.ts';
import { CAMEL_IN_BODIES } from '../../web/api/names.ts';

interface Named {
  readonly name: string;
  readonly call: CallDeclaration;
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** The calls in an export of a file: a call, or a record or an array of calls. @throws if the export contains anything else, or nothing */
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

test('the failure message of each call is one line that begins with a capital and ends without a period', () => {
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

/** The codes that the specification names, with their status. */
const CODES = {
  malformed: 400,
  unauthenticated: 401,
  invalid_credentials: 401,
  token_invalid: 401,
  password_needed: 401,
  cross_site: 403,
  cookie_needed: 403,
  email_not_confirmed: 403,
  premium_required: 403,
  scope_required: 403,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  limit_reached: 409,
  deadline_passed: 409,
  archived: 409,
  still_open: 409,
  children_open: 409,
  nothing_to_undo: 409,
  not_accepted: 409,
  in_review: 409,
  already_verified: 409,
  proof_late: 409,
  quota_exceeded: 409,
  trial_used: 409,
  payment_failed: 409,
  precondition_failed: 412,
  too_large: 413,
  unsupported_media_type: 415,
  misdirected: 421,
  validation_failed: 422,
  idempotency_key_reused: 422,
  rate_limited: 429,
  ai_allowance: 429,
  unavailable: 503,
  storage_full: 507,
};

test('every error code of the specification has its status', () => {
  const statuses = Object.fromEntries(Object.entries(REFUSALS).map(([code, { status }]) => [code, status]));
  expect(statuses).toMatchObject(CODES);
});
