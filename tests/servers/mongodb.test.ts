import { expect, test } from 'vitest';
import { asAnswer } from './global.ts';
import { NoMongo } from './mongodb.ts';

test('tests learn why no server can be had here, and a server that does not start fails them', async () => {
  expect(await asAnswer(Promise.resolve({ name: 'MongoDB' }))).toEqual({ name: 'MongoDB' });
  expect(await asAnswer(Promise.reject(new NoMongo('PyPI is away.')))).toEqual({ missing: 'PyPI is away.' });
  expect(await asAnswer(Promise.reject(new Error('out of memory')))).toEqual({ fault: 'Error: out of memory' });
});
