import { createElement, Suspense } from 'react';
import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { type Preloadable, preloadable } from '../../web/lib/preloadable.ts';

const Greeting = ({ name }: { name: string }) => createElement('p', null, `Hello ${name}`);
/** What is shown at once, while nothing is waited for. */
const shown = ({ Component }: Preloadable<{ name: string }>): string =>
  renderToString(createElement(Suspense, { fallback: 'Loading' }, createElement(Component, { name: 'Ada' })));

test('a loaded script is rendered at once, and a placeholder while it is still loading', async () => {
  let loads = 0;
  const load = async () => {
    loads += 1;
    return { default: Greeting };
  };
  const [early, late] = [preloadable(load), preloadable(load)];
  await early.preload();
  expect(shown(early)).toContain('Hello Ada');
  expect(shown(late)).toMatch(/Loading/);
  expect(loads).toBe(2);
});

test('a script that failed to load ahead is loaded again when it is rendered', async () => {
  let loads = 0;
  const part = preloadable(async () => {
    loads += 1;
    if (loads === 1) throw new Error('offline');
    return { default: Greeting };
  });
  await expect(part.preload()).rejects.toThrow('offline');
  expect(shown(part)).toMatch(/Loading/);
  await part.preload();
  expect(loads).toBe(3);
});
