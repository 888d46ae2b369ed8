import { expect, test } from 'vitest';
import { z } from 'zod';
import type { Deps } from '../../src/http/deps.ts';
import { routesFrom } from '../../src/http/routes.ts';
import { ROUTES } from '../../src/wiring/features.ts';

/** Names of fields whose content may give whoever has it a right. */
const SUSPECT = /(^|_)(token|secret|session|password|key|state|code|urls?|link|location|cookie)$/;
/** Such fields that give nobody a right wherever they are. */
const NEVER = ['avatar_url', 'verification_state'];
/** Such fields in the answer to a POST that give nobody a right, each looked at by hand. */
const HARMLESS: Readonly<Record<string, readonly string[]>> = {
  // The page of the question, and what was submitted.
  '/api/verifications/code-by-url/{id}': ['url', 'code'],
  // The address of a commit or a pull request, and whether this is open.
  '/api/verifications/{id}/proof': ['url', 'state'],
  '/api/verifications/{id}/appeal': ['url', 'state'],
};

/** The names of all fields in a JSON Schema, those of objects in objects too, but for those that are declared. */
function fieldsIn(schema: unknown, declared: readonly string[] = []): readonly string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const { properties = {}, ...rest } = schema as { readonly properties?: object };
  const open = Object.entries(properties).filter(([name]) => !declared.includes(name));
  return [
    ...open.flatMap(([name, inner]) => [name, ...fieldsIn(inner)]),
    ...Object.values(rest).flatMap((inner) => fieldsIn(inner, declared)),
  ];
}

test('what could be a secret in the answer to a POST is declared, so that it is kept under no Idempotency-Key', () => {
  // nothing is asked of them here
  const deps = { app: {}, accounts: {}, sessions: {}, pages: {}, wrongTries: {} } as Deps;
  const posts = routesFrom(ROUTES, deps, false).filter(({ method }) => method === 'POST');
  const found = posts.flatMap(({ path, replies, secrets = [] }) =>
    Object.values(replies).flatMap(({ schema }) => {
      const names = schema ? fieldsIn(z.toJSONSchema(schema, { io: 'output', unrepresentable: 'any' }), secrets) : [];
      return names
        .filter((name) => SUSPECT.test(name) && ![...NEVER, ...(HARMLESS[path] ?? [])].includes(name))
        .map((name) => `${path}: ${name}`);
    }),
  );
  expect([...new Set(found)]).toEqual([]);
});
