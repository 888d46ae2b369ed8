import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { withSettings } from '../../scripts/settings.ts';
import { SECTIONS, VARIABLES } from '../../src/config/sections.ts';

const ROOT = join(import.meta.dirname, '../..');
const documents = globSync('{*.md,docs/**/*.md,secrets/*.md}', { cwd: ROOT });
const textOf = (file: string): string => readFileSync(join(ROOT, file), 'utf8');

/** The files of the project that a document links to, without the headings in them. */
const linksOf = (file: string): readonly string[] =>
  [...textOf(file).matchAll(/\]\((?!https?:|mailto:|#)([^)#\s]+)/g)].map(([, path]) => path as string);

test('the test finds the documents', () => {
  expect(documents).toContain('README.md');
});

test('every link of a document leads to a file', () => {
  const broken = documents.flatMap((file) =>
    linksOf(file)
      .filter((path) => !existsSync(join(ROOT, dirname(file), path)))
      .map((path) => `${file}: ${path}`),
  );
  expect(broken).toEqual([]);
});

test('no document contains conflict markers', () => {
  expect(documents.filter((file) => /^(<{7}|>{7}) /m.test(textOf(file)))).toEqual([]);
});

test('every decision has a number of its own', () => {
  const numbers = documents.filter((file) => /^docs\/adr\/\d{4}-/.test(file)).map((file) => basename(file).slice(0, 4));
  expect(numbers.toSorted()).toEqual([...new Set(numbers)].sort());
});

test('a decision has the same number in its heading', () => {
  const wrong = documents.filter((file) => {
    const number = /^docs\/adr\/0*(\d+)-/.exec(file)?.[1];
    return number !== undefined && !textOf(file).startsWith(`# ${number}. `);
  });
  expect(wrong).toEqual([]);
});

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
