import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
const PAGE = readFileSync(join(ROOT, 'docs/specification-tests.md'), 'utf8');

const codeIn = (cell: string): readonly string[] => [...cell.matchAll(/`([^`]+)`/g)].map(([, code]) => code as string);

interface Row {
  readonly what: string;
  /** Texts that have to occur in one of the files. */
  readonly literals: readonly string[];
  /** Paths under `tests/`. */
  readonly files: readonly string[];
}

/** The rows of the tables whose second column names tests. */
function rowsOf(page: string): readonly Row[] {
  const tables = page.split(/\n{2,}/).filter((block) => /^\| \w+ \| tests \|\n/.test(block));
  return tables.flatMap((table) =>
    table
      .trim()
      .split('\n')
      .slice(2)
      .map((line) => {
        const [, what = '', files = ''] = line.split(' | ').length === 2 ? ['', ...line.slice(2, -2).split(' | ')] : [];
        return { what, literals: codeIn(what), files: codeIn(files) };
      }),
  );
}

const rows = rowsOf(PAGE);
const textOf = (file: string): string => readFileSync(join(ROOT, 'tests', file), 'utf8').replaceAll("\\'", "'");

test('the test finds the rows', () => {
  expect(rows.length).toBeGreaterThan(150);
  expect(rows.filter(({ what }) => what === '')).toEqual([]);
});

test('every row names a test, and every file that is named exists', () => {
  expect(rows.filter(({ files }) => files.length === 0).map(({ what }) => what)).toEqual([]);
  const missing = rows.flatMap(({ files }) => files.filter((file) => !existsSync(join(ROOT, 'tests', file))));
  expect(missing).toEqual([]);
});

test('every quoted text is found in a file of its row', () => {
  const lacking = rows.flatMap(({ literals, files }) => {
    const texts = files.map(textOf);
    return literals.filter((literal) => !texts.some((text) => text.includes(literal))).map((literal) => `${literal}: ${files.join(', ')}`);
  });
  expect(lacking).toEqual([]);
});

test('every call of the lists has a row', () => {
  const named = new Set(rows.flatMap(({ literals }) => literals));
  const listed = ['calls', 'plan-calls'].flatMap((name) => [
    ...textOf(`features/specified/${name}.ts`).matchAll(/\[\s*'((?:GET|POST|PUT|PATCH|DELETE) [^']+)'/g),
  ]);
  expect(listed.length).toBeGreaterThan(100);
  expect(listed.map(([, call]) => call as string).filter((call) => !named.has(call))).toEqual([]);
});
