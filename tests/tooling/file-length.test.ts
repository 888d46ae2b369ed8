import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
const LIMIT = 300;
const SOURCES = '{src,web,tests,bench,scripts,bin}/**/*.{ts,tsx,mjs}';
/** These files are lists, not code: their length is that of their content. */
const DATA = [/\.data\.ts$/, /\.generated\.ts$/, /content\.ts$/];

const sources = globSync(SOURCES, { cwd: ROOT }).filter((file) => !DATA.some((pattern) => pattern.test(file)));

test('finds the sources', () => {
  expect(sources).toContain(join('src', 'domain', 'kernel', 'handle.ts'));
});

test(`no source file is longer than ${LIMIT} lines`, () => {
  const long = sources.filter((file) => readFileSync(join(ROOT, file), 'utf8').split('\n').length - 1 > LIMIT);
  expect(long).toEqual([]);
});
