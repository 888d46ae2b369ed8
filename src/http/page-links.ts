import { z } from 'zod';
import { readSession } from '../contracts/calls/account.ts';
import { builtList } from './built-list.ts';

const FILES = z.record(z.string(), z.array(z.string()));

/** A part of an address that begins with a colon matches any text (`/verify/task/:taskId`). */
export const addressPattern = (addresses: readonly string[]): RegExp =>
  new RegExp(`^(?:${addresses.map((address) => address.replace(/:\w+/g, '[^/]+')).join('|')})$`, 'i');

/** The same address without a slash at its end, where it does not matter. The first page is a slash alone. */
export const withoutLastSlash = (path: string): string => path.replace(/(?<=[^/])\/$/, '');

// Styles, the font and the first reads come before the scripts: the first look is painted with the styles alone.
const SCRIPT_LINK = '<link rel="modulepreload" fetchpriority="low" crossorigin';

const linkTo = (file: string): string =>
  file.endsWith('.css') ? `<link rel="stylesheet" crossorigin href="${file}">` : `${SCRIPT_LINK} href="${file}">`;

/** The script of `web/app/signed-in.tsx`, which asks for the session as soon as it runs. */
const ASKS_FOR_SESSION = /^\/assets\/signed-in-/;

/** The browser asks for it while it loads the scripts, and the client's first read of this address takes the answer. */
export const preloadedRead = (address: string): string =>
  `<link rel="preload" as="fetch" crossorigin="use-credentials" href="${address.replaceAll('&', '&amp;')}">`;

interface Page {
  /** What the document has to name. */
  readonly links: readonly string[];
  readonly needsSession: boolean;
}
const NO_PAGE: Page = { links: [], needsSession: false };

function pageWith(files: readonly string[]): Page {
  const needsSession = files.some((file) => ASKS_FOR_SESSION.test(file));
  return { links: [...files.map(linkTo), ...(needsSession ? [preloadedRead(readSession.path)] : [])], needsSession };
}

type Pages = readonly (readonly [address: RegExp, page: Page])[];

/** The pages with their files. */
const pagesIn = (root: string): Pages =>
  Object.entries(builtList(root, 'pages.json', FILES) ?? {}).map(([page, files]) => [addressPattern([page]), pageWith(files)]);

/**
 * What the document of a page names: its scripts and styles, so that the browser loads them all at once. Otherwise it would find
 * those of a screen only after it has run the first script.
 */
export function pageLinks(root: string): (path: string) => Page {
  let pages: Pages | null = null;
  return (path) => {
    pages ??= pagesIn(root);
    const address = withoutLastSlash(path);
    return pages.find(([page]) => page.test(address))?.[1] ?? NO_PAGE;
  };
}

const STYLES = /[ \t]*<link rel="stylesheet"[^>]*>\n?/g;

/**
 * All styles stand before all scripts. Nothing is painted without the styles, and over HTTP/1.1 a browser reads six files at a time,
 * as a rule in the order of the document.
 */
export function withLinks(document: string, { links }: Page): string {
  const styles = [...document.matchAll(STYLES)].map(([link]) => link.trim());
  const own = links.filter((link) => link.startsWith('<link rel="stylesheet"'));
  const first = [...styles, ...own].map((link) => `${link}\n    `).join('');
  const others = links.filter((link) => !own.includes(link)).map((link) => `  ${link}\n  `);
  return document
    .replace(STYLES, '')
    .replaceAll('<link rel="modulepreload" crossorigin', SCRIPT_LINK)
    .replaceAll('<script type="module"', '<script type="module" fetchpriority="low"')
    .replace(/<script |<\/head>/, (found) => first + found)
    .replace('</head>', () => `${others.join('')}</head>`);
}
