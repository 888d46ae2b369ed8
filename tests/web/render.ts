import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createElement, type ReactElement } from 'react';
import { renderToString } from 'react-dom/server';
import { MemoryRouter } from 'react-router-dom';
import { TooltipProvider } from '../../web/ui/popover.tsx';

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

type Key = readonly unknown[];
interface Read {
  /** What the server has answered, by the keys of the queries. */
  readonly known?: readonly (readonly [key: Key, value: unknown])[];
  /** The keys of queries that have failed. */
  readonly failed?: readonly Key[];
}

function clientOf({ known = [], failed = [] }: Read): QueryClient {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY, retryOnMount: false } } });
  for (const [key, value] of known) client.setQueryData(key, value);
  for (const queryKey of failed)
    client
      .getQueryCache()
      .build(client, { queryKey })
      .setState({ status: 'error', error: new Error('No answer.') });
  return client;
}

/** The HTML of a part of the client as it is first drawn, without a page. */
export function htmlOf(screen: ReactElement, read: Read = {}): string {
  const inTips = createElement(TooltipProvider, null, screen);
  const routed = createElement(MemoryRouter, null, inTips);
  return renderToString(createElement(QueryClientProvider, { client: clientOf(read) }, routed));
}

const CHARACTERS: Readonly<Record<string, string>> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#x27;': "'" };

/** The texts that it shows, in their order: one for each element, without spaces around it. */
export const textsOf = (screen: ReactElement, read: Read = {}): readonly string[] =>
  htmlOf(screen, read)
    .replaceAll(/<!--.*?-->/g, '')
    .split(/<[^>]*>/)
    .map((text) => text.replaceAll(/&(?:amp|lt|gt|quot|#x27);/g, (entity) => CHARACTERS[entity] ?? entity).trim())
    .filter((text) => text !== '');

/** Where its links lead, with their texts: 'Sign In /auth'. */
export const linksOf = (screen: ReactElement, read: Read = {}): readonly string[] =>
  [...htmlOf(screen, read).matchAll(/<a [^>]*href="([^"]*)"[^>]*>(.*?)<\/a>/g)].map(
    ([, href, inside = '']) => `${inside.replaceAll(/<[^>]*>/g, '').trim()} ${href}`,
  );
