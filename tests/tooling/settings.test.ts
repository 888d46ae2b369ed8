import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { withSettings } from '../../scripts/settings-table.ts';
import { SECTIONS, VARIABLES } from '../../src/config/sections.ts';

const README = readFileSync(join(import.meta.dirname, '../../README.md'), 'utf8');

test('the README lists the settings as src/config declares them; `npm run settings` writes the list anew', () => {
  expect(README).toBe(withSettings(README, SECTIONS));
});

test('every variable of a section is read', () => {
  expect(SECTIONS.flatMap(({ variables }) => Object.keys(variables))).toEqual(Object.keys(VARIABLES));
});

test('a service and a production rule name variables that exist', () => {
  const named = SECTIONS.flatMap(({ service, variables }) => [
    ...[service?.needed, service?.inProduction, service?.beside].flatMap((names) => names ?? []),
    ...Object.values(variables).flatMap(({ production }) => production?.unlessAllowedBy ?? []),
  ]);
  expect(named).toContain('AI_INSECURE');
  expect(Object.keys(VARIABLES)).toEqual(expect.arrayContaining(named));
});
