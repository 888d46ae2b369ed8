import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadEnv } from 'vite';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');

const LIMIT = 300;
const SOURCES = '{src,web,tests,bench,scripts,bin}/**/*.{ts,tsx,mjs}';
/** These files are lists, not code: their length is that of their content. */
const DATA = [/\.data\.ts$/, /\.generated\.ts$/, /content\.ts$/];

const sources = globSync(SOURCES, { cwd: ROOT, exclude: ['**/node_modules/**'] }).filter(
  (file) => !DATA.some((pattern) => pattern.test(file)),
);

test('the test finds the sources', () => {
  expect(sources).toContain(join('src', 'domain', 'kernel', 'handle.ts'));
});

test(`no source file is longer than ${LIMIT} lines`, () => {
  const long = sources.filter((file) => readFileSync(join(ROOT, file), 'utf8').split('\n').length - 1 > LIMIT);
  expect(long).toEqual([]);
});

interface Entry {
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

/** npm drops packages of other systems from the lock when it cannot find them, and then refuses the lock on a fresh clone. */
test('the lock names the optional packages of every system, so that a fresh clone can be installed', () => {
  const lock = JSON.parse(readFileSync(join(import.meta.dirname, '../../package-lock.json'), 'utf8')) as {
    packages: Record<string, Entry>;
  };
  const missing = Object.entries(lock.packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).filter(
      (name) => !lock.packages[`${path}/node_modules/${name}`] && !lock.packages[`node_modules/${name}`],
    ),
  );
  expect(missing).toEqual([]);
});

test.each(['development', 'staging', 'production'])('the base of the API is configured for %s', (mode) => {
  expect(loadEnv(mode, join(ROOT, 'web'), 'VITE_')).toEqual({ VITE_API_BASE: expect.any(String) });
});

test('the client reads the setting of the environment files', () => {
  expect(readFileSync(join(ROOT, 'web/api/client.ts'), 'utf8')).toContain('import.meta.env?.VITE_API_BASE');
});
