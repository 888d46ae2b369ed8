import { readFileSync } from 'node:fs';
import { loadEnv } from 'vite';
import { expect, test } from 'vitest';

const ROOT = new URL('../..', import.meta.url).pathname;

test.each(['development', 'staging', 'production'])('the base of the API is configured for %s', (mode) => {
  expect(loadEnv(mode, `${ROOT}web`, 'VITE_')).toEqual({ VITE_API_BASE: expect.any(String) });
});

test('the client reads the setting that those files contain', () => {
  expect(readFileSync(`${ROOT}web/api/client.ts`, 'utf8')).toContain('import.meta.env?.VITE_API_BASE');
});
