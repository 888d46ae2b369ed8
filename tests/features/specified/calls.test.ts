import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { STATE_LIFETIME } from '../../../src/app/connection/states.ts';
import { OUTPUT_BYTES } from '../../../src/contracts/coding/ran.ts';
import { DAYS_AHEAD } from '../../../src/domain/calendar/routine-dates.ts';
import { ARCHIVE_AFTER } from '../../../src/domain/calendar/task-times.ts';
import { WORTH_AN_ALERT } from '../../../src/domain/day/decide.ts';
import { PLACES_A_DAY } from '../../../src/domain/delivery/places.ts';
import { MOST_ROUTINES } from '../../../src/domain/routine/decide.ts';
import { MOST_TASKS } from '../../../src/domain/task/rules.ts';
import { Refusal } from '../../../src/http/kernel/problems.ts';
import { describeRoutes } from '../../../src/http/openapi.ts';
import { type Deps, routesFrom } from '../../../src/http/routes.ts';
import { ACCEPTED_FROM } from '../../../src/ports/reviewer.ts';
import { SIDE_BY_SIDE } from '../../../src/projections/account/signups.ts';
import { MAX_CODE_BYTES, MAX_EXAMPLES, MEMORY_BYTES, TIME_LIMITS } from '../../../src/providers/sandbox/limits.ts';
import { PATIENCE_MS } from '../../../src/reports/rendering/report-files.ts';
import { ROUTES } from '../../../src/wiring/features.ts';
import { CALLS, type Specified } from './calls.ts';
import { PLAN_CALLS } from './plan-calls.ts';

interface Schema {
  readonly $ref?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly enum?: readonly string[];
  readonly allOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
}
interface Content {
  readonly content?: Readonly<Record<string, { readonly schema?: Schema }>>;
}
interface Operation {
  readonly parameters?: readonly { readonly name: string; readonly in: string }[];
  readonly requestBody?: Content;
  readonly responses: Readonly<Record<string, Content>>;
}
interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

// Nothing is asked of them here.
const deps = { app: {}, accounts: {}, sessions: {}, pages: {}, wrongTries: {} } as Deps;
const document = describeRoutes(routesFrom(ROUTES, deps, false), false) as Document;

/** The dotted names of all fields of a schema, of its alternatives too: `counts.kept`, and `tasks[].id` for the things of a list. */
function fieldsOf(schema: Schema | undefined, at = ''): readonly string[] {
  if (schema === undefined) return [];
  const named = schema.$ref ? document.components.schemas[schema.$ref.split('/').at(-1) ?? ''] : undefined;
  const parts = [named, ...(schema.allOf ?? []), ...(schema.anyOf ?? []), ...(schema.oneOf ?? [])].flatMap((part) => fieldsOf(part, at));
  const own = Object.entries(schema.properties ?? {}).flatMap(([name, value]) => {
    const field = at === '' ? name : `${at}.${name}`;
    return [field, ...fieldsOf(value, field)];
  });
  return [...parts, ...own, ...fieldsOf(schema.items, `${at}[]`)];
}
const fieldsIn = ({ content = {} }: Content = {}): readonly string[] => Object.values(content).flatMap(({ schema }) => fieldsOf(schema));

/** The same names of what the specification writes: `counts{kept}` and `tasks[id]`. */
function namesOf(written: string): readonly string[] {
  const inside: string[] = [];
  let last = '';
  return (written.match(/\w+|[{}[\]]/g) ?? []).flatMap((token) => {
    if (token === '{' || token === '[') inside.push(token === '[' ? `${last}[]` : last);
    if (token === '}' || token === ']') inside.pop();
    if (!/\w/.test(token)) return [];
    const at = inside.at(-1);
    last = at === undefined ? token : `${at}.${token}`;
    return [last];
  });
}

/** The codes of all refusals of a call. */
const codesOf = ({ responses }: Operation): readonly string[] =>
  Object.values(responses).flatMap(({ content = {} }) =>
    (content['application/problem+json']?.schema?.allOf ?? []).flatMap(({ properties }) => properties?.code?.enum ?? []),
  );

const without = (written: string, found: readonly string[]): readonly string[] => namesOf(written).filter((name) => !found.includes(name));

function lacks([call, takes, status, gives, refuses = '']: Specified): readonly string[] {
  const [method = '', path = ''] = call.split(' ');
  const operation = document.paths[path]?.[method.toLowerCase()];
  const answer = operation?.responses[status];
  if (operation === undefined || answer === undefined) return [`${call} ${status}`];
  const asked = (operation.parameters ?? []).filter((one) => one.in === 'query').map(({ name }) => name);
  const lacking = [
    ...without(takes, [...asked, ...fieldsIn(operation.requestBody)]).map((name) => `takes ${name}`),
    ...without(gives, fieldsIn(answer)).map((name) => `gives ${name}`),
    ...without(refuses, codesOf(operation)).map((code) => `refuses with ${code}`),
  ];
  return lacking.map((one) => `${call} ${one}`);
}

test('the notation of the specified calls gives the names at every depth', () => {
  expect(namesOf('[id user{name tags} tasks[id] end]')).toEqual([
    '[].id',
    '[].user',
    '[].user.name',
    '[].user.tags',
    '[].tasks',
    '[].tasks[].id',
    '[].end',
  ]);
  expect(lacks(['GET /api/tasks/{id}', '', 200, 'id titel'])).toEqual(['GET /api/tasks/{id} gives titel']);
  expect(lacks(['GET /api/task/{id}', '', 200, ''])).toEqual(['GET /api/task/{id} 200']);
  expect(lacks(['DELETE /api/tasks/{id}', 'why', 204, '', 'archived'])).toEqual([
    'DELETE /api/tasks/{id} takes why',
    'DELETE /api/tasks/{id} refuses with archived',
  ]);
});

test('the document has every call of the specification with its names, status and refusals', () => {
  expect([...CALLS, ...PLAN_CALLS].flatMap(lacks)).toEqual([]);
});

/** Names of fields whose content may give whoever has it a right. */
const SUSPECT = /(^|_)(token|secret|session|password|key|state|code|urls?|link|location|cookie)$/;
/** Such fields that give nobody a right wherever they are. */
const NEVER = ['avatar_url', 'verification_state'];
/** Such fields in the answer to a POST that give nobody a right, each looked at by hand. */
const HARMLESS: Readonly<Record<string, readonly string[]>> = {
  // The codes of refusals.
  '/api/tasks/bulk': ['code'],
  '/api/tasks/bulk/{batch_id}/undo': ['code'],
  // The page of the question, and what was submitted.
  '/api/verifications/code-by-url/{id}': ['url', 'code'],
  // The address of a commit or a pull request, and whether this is open.
  '/api/verifications/{id}/proof': ['url', 'state'],
  '/api/verifications/{id}/appeal': ['url', 'state'],
  // Whether a focus session runs.
  '/api/focus': ['state'],
  '/api/focus/{id}/pause': ['state'],
  '/api/focus/{id}/resume': ['state'],
  '/api/focus/{id}/stop': ['state'],
};

/** The names of all fields in a JSON Schema, those of objects in objects too, but for those that are declared. */
function undeclaredFieldsIn(schema: unknown, declared: readonly string[] = []): readonly string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const { properties = {}, ...rest } = schema as { readonly properties?: object };
  const open = Object.entries(properties).filter(([name]) => !declared.includes(name));
  return [
    ...open.flatMap(([name, inner]) => [name, ...undeclaredFieldsIn(inner)]),
    ...Object.values(rest).flatMap((inner) => undeclaredFieldsIn(inner, declared)),
  ];
}

test('a possible secret in the answer to a POST is declared, so that no Idempotency-Key stores it', () => {
  // nothing is asked of them here
  const deps = { app: {}, accounts: {}, sessions: {}, pages: {}, wrongTries: {} } as Deps;
  const posts = routesFrom(ROUTES, deps, false).filter(({ method }) => method === 'POST');
  const found = posts.flatMap(({ path, replies, secrets = [] }) =>
    Object.values(replies).flatMap(({ schema }) => {
      const names = schema ? undeclaredFieldsIn(z.toJSONSchema(schema, { io: 'output', unrepresentable: 'any' }), secrets) : [];
      return names
        .filter((name) => SUSPECT.test(name) && ![...NEVER, ...(HARMLESS[path] ?? [])].includes(name))
        .map((name) => `${path}: ${name}`);
    }),
  );
  expect([...new Set(found)]).toEqual([]);
});

describe('the numbers of the specification', () => {
  const MINUTE = 60_000;
  const DAY = 24 * 60 * MINUTE;

  // Most numbers are held by tests of what they do. Here are those whose tests would follow a change of the number.
  test.each([
    ['tasks of an account that are not archived', MOST_TASKS, 20_000],
    ['routines of an account', MOST_ROUTINES, 500],
    ['days ahead on which a routine has tasks', DAYS_AHEAD, 14],
    ['a task is archived after', ARCHIVE_AFTER, 30 * DAY],
    ['a streak whose end is told', WORTH_AN_ALERT, 3],
    ['sign-ups of one address from one network address', SIDE_BY_SIDE, 5],
    ['mails to one address from many owners in a day', PLACES_A_DAY, 10],
    ['a state of OAuth holds for', STATE_LIFETIME, 10 * MINUTE],
    ['the rubric accepts from', ACCEPTED_FROM, 60],
    ['processor time of an example, in ms', TIME_LIMITS.exampleMs, 2_000],
    ['time of a submission, in ms', TIME_LIMITS.submissionMs, 30_000],
    ['memory of an example', MEMORY_BYTES, 128 * 1_024 * 1_024],
    ['examples of a submission', MAX_EXAMPLES, 50],
    ['bytes of code', MAX_CODE_BYTES, 64 * 1_024],
    ['bytes that an example may print', OUTPUT_BYTES, 64 * 1_024],
  ])('%s', (_what, number, specified) => {
    expect(number).toBe(specified);
  });

  test('the request of a report is answered within 30 s', () => {
    expect(PATIENCE_MS).toBeLessThan(30_000);
  });

  test('a refusal names at most 20 faults', () => {
    const fields = Object.fromEntries(Array.from({ length: 21 }, (_, index) => [`field${index}`, ['Wrong.']]));
    expect(Object.keys(new Refusal(422, 'validation_failed', 'Wrong.', { fields }).fields ?? {})).toHaveLength(20);
  });
});
