import { expect, test } from 'vitest';
import type { Deps } from '../../../src/http/deps.ts';
import { describeRoutes } from '../../../src/http/openapi.ts';
import { routesFrom } from '../../../src/http/routes.ts';
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

test('the names of what is written are found at every depth', () => {
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

test('every call of the specification is there with its names, its status and its refusals', () => {
  expect([...CALLS, ...PLAN_CALLS].flatMap(lacks)).toEqual([]);
});
