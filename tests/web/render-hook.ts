import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createElement } from 'react';
import { renderToString } from 'react-dom/server';

function Screen({ draw }: { draw: () => void }) {
  draw();
  return null;
}

/** What a hook gives to a screen when it is first drawn, without a page: enough to call the mutations that it makes. */
export function renderHook<T>(client: QueryClient, hook: () => T): T {
  const given: T[] = [];
  const screen = createElement(Screen, { draw: () => given.push(hook()) });
  renderToString(createElement(QueryClientProvider, { client }, screen));
  return given[0] as T;
}
