import type { CodingQuestion } from '../../../ports/pages.ts';
import type { FetchedPage } from '../fetcher.ts';
import { PageUnreadable } from '../refusals.ts';
import { type HtmlPage, parsedHtml } from './html.ts';
import { decoded, linesOfText } from './lines.ts';
import { mainContent } from './main-content.ts';
import { markdownOf } from './markdown.ts';
import { structuredData, titleOfPage } from './metadata.ts';
import { linesOfParts, partsOfLines, textOf } from './page-part.ts';
import { partsOf, partsOfHtml } from './parts.ts';
import { questionOf } from './question.ts';
import { SITES, type SiteReading } from './sites.ts';

/** A page with less text, in characters, shows its question only by scripts or after signing in. */
const ENOUGH = 40;
/** A text in the metadata replaces the visible one only if the visible one is shorter than this. */
const SHORT = 400;
const TAGS = /<(?:p|pre|div|br|ul|ol|li|code|h[1-6])\b/i;

/**
 * Reads the question on a page.
 * @throws PageUnreadable if it has no readable text, or is nested deeper than pages are
 */
export function questionOfPage(html: string, url: URL): CodingQuestion {
  const page = parsedHtml(html, url);
  const site = SITES.find(({ hosts }) => hosts.some((host) => url.hostname === host || url.hostname.endsWith(`.${host}`)));
  const { title, parts, lines = linesOfParts(parts), ...known } = site?.read(page) ?? anyPage(page);
  const statement = markdownOf(parts);
  if (statement.length < ENOUGH) throw new PageUnreadable('The page shows no text without running its scripts or signing in.');
  return questionOf({ ...known, title, statement }, lines);
}

/** Reads the question in a text or Markdown file. It is written again, so that it contains no HTML. */
export function questionOfFile(content: string): CodingQuestion {
  const lines = linesOfText(content);
  const statement = markdownOf(partsOfLines(lines));
  if (statement === '') throw new PageUnreadable('There is no text at this address.');
  return questionOf({ title: lines.find(({ kind }) => kind === 'heading')?.text ?? null, statement }, lines);
}

function anyPage(page: HtmlPage): SiteReading {
  const structured = structuredData(page);
  const title = titleOfPage(page, structured.title);
  const parts = partsOf(mainContent(page), page.url);
  const shown = textOf(parts).trim().length;
  if (structured.text === null || shown >= SHORT || structured.text.length <= shown) return { title, parts };
  if (TAGS.test(structured.text)) return { title, parts: partsOfHtml(structured.text, page.url) };
  const lines = linesOfText(structured.text);
  return { title, parts: partsOfLines(lines), lines };
}

const HTML: ReadonlySet<string> = new Set(['text/html', 'application/xhtml+xml', '']);
const TEXT: ReadonlySet<string> = new Set(['text/plain', 'text/markdown', 'text/x-markdown']);
/** Paths to which sites redirect people who have not signed in. */
const SIGN_IN = /\/(?:log|sign)[-_]?in\b/i;

/** Reads the question in a fetched page. @param asked the address that was requested @throws PageUnreadable */
export function questionIn({ url, type, charset, body }: FetchedPage, asked: string): CodingQuestion {
  if (SIGN_IN.test(url.pathname) && !SIGN_IN.test(asked))
    throw new PageUnreadable('The site shows this page only to people who have signed in.');
  if (!HTML.has(type) && !TEXT.has(type))
    throw new PageUnreadable(`At this address is a file (${type.slice(0, 100)}) and no page with text.`);
  try {
    return TEXT.has(type) ? questionOfFile(decoded(body, charset)) : questionOfPage(decoded(body, charset), url);
  } catch (fault) {
    // Others wrote this page, so any error here may come from it. The cause may also be a fault of this program, but
    // the person can still paste the text.
    throw fault instanceof PageUnreadable ? fault : new PageUnreadable('The page is built in a way that cannot be read.');
  }
}
