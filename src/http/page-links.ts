import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { readSession } from '../contracts/calls/account.ts';

const FILES = z.record(z.string(), z.array(z.string()));

/** A part of an address that begins with a colon matches any text (`/verify/task/:taskId`). */
export const addressPattern = (addresses: readonly string[]): RegExp =>
  new RegExp(`^(?:${addresses.map((address) => address.replace(/:\w+/g, '[^/]+')).join('|')})$`, 'i');

/** The same address without a slash at its end, where it does not matter. The first page is a slash alone. */
export const withoutLastSlash = (path: string): string => path.replace(/(?<=[^/])\/$/, '');

const linkTo = (file: string): string =>
  `<link rel="${file.endsWith('.css') ? 'stylesheet' : 'modulepreload'}" crossorigin href="${file}">`;

/** The script of `web/app/signed-in.tsx`, which asks for the session as soon as it runs. */
const ASKS_FOR_SESSION = /^\/assets\/signed-in-/;

/** The browser asks for the session while it loads the scripts, and the client's first read takes this answer. */
const SESSION_LINK = `<link rel="preload" as="fetch" crossorigin="use-credentials" href="${readSession.path}">`;

const linksTo = (files: readonly string[]): string =>
  [...files.map(linkTo), ...(files.some((file) => ASKS_FOR_SESSION.test(file)) ? [SESSION_LINK] : [])].join('\n    ');

/** The files by page that the build lists in `pages.json`. A client that was not built by it has none. */
function filesIn(root: string): readonly (readonly [page: RegExp, links: string])[] {
  let text: string;
  try {
    text = readFileSync(join(root, 'pages.json'), 'utf8');
  } catch {
    return [];
  }
  return Object.entries(FILES.parse(JSON.parse(text))).map(([page, files]) => [addressPattern([page]), linksTo(files)]);
}

/**
 * Names the scripts and styles of a page in its document, so that the browser loads them all at once. Otherwise it would find
 * those of a screen only after it has run the first script.
 */
export function pageLinks(root: string): (document: string, path: string) => string {
  let pages: ReturnType<typeof filesIn> | null = null;
  return (document, path) => {
    pages ??= filesIn(root);
    const address = withoutLastSlash(path);
    const links = pages.find(([page]) => page.test(address))?.[1] ?? '';
    return links === '' ? document : document.replace('</head>', () => `  ${links}\n  </head>`);
  };
}
