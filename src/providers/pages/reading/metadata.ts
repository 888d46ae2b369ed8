import { textContent } from 'domutils';
import { attributeOf, elementsOf, type HtmlPage, textOfFirst } from './html.ts';

/** What a page tells programs about itself. */
export interface Metadata {
  readonly title: string | null;
  /** HTML or text; null if the page gives none. */
  readonly text: string | null;
}

/** The schema.org types with which questions and exercises are published. */
const KINDS: ReadonlySet<string> = new Set(
  'Article BlogPosting TechArticle LearningResource Question QAPage Quiz HowTo CreativeWork Course WebPage SoftwareSourceCode'.split(' '),
);
/** A larger script is the data of a program. In characters. */
const LONGEST = 500_000;
const LONGEST_TITLE = 1_000;
const MOST_DEPTH = 8;
const MOST_ENTRIES = 500;

/** JSON-LD (schema.org): the entry with the longest text. */
export function structuredData(page: HtmlPage): Metadata {
  let best: Metadata = { title: null, text: null };
  for (const script of elementsOf(page, 'script[type="application/ld+json"]')) {
    for (const entry of entriesIn(parsed(textContent(script)))) {
      const metadata = {
        title: stringOf(entry.headline) ?? stringOf(entry.name),
        text: stringOf(entry.articleBody) ?? stringOf(entry.text) ?? stringOf(entry.description),
      };
      if (best.title === null || (metadata.text?.length ?? 0) > (best.text?.length ?? 0)) best = metadata;
    }
  }
  return best;
}

/** Parses JSON in a page; null if it is invalid. */
export function parsed(json: string): unknown {
  if (json.length > LONGEST) return null;
  try {
    return JSON.parse(json);
  } catch {
    return null;
  }
}

type Entry = Readonly<Record<string, unknown>>;
export const isEntry = (value: unknown): value is Entry => typeof value === 'object' && value !== null && !Array.isArray(value);
export const stringOf = (value: unknown): string | null => (typeof value === 'string' && value.trim() !== '' ? value : null);

/** Searches lists, graphs and main entities, and skips types that are not questions. */
function entriesIn(data: unknown): readonly Entry[] {
  const found: Entry[] = [];
  const visit = (value: unknown, depth: number): void => {
    if (depth > MOST_DEPTH || found.length >= MOST_ENTRIES) return;
    if (Array.isArray(value)) for (const item of value.slice(0, MOST_ENTRIES)) visit(item, depth + 1);
    if (!isEntry(value)) return;
    if ([value['@type']].flat().some((kind) => typeof kind === 'string' && KINDS.has(kind))) found.push(value);
    for (const name of ['@graph', 'mainEntity', 'mainEntityOfPage', 'hasPart']) visit(value[name], depth + 1);
  };
  visit(data, 0);
  return found;
}

/**
 * The title of a page: that of its content, otherwise the one for sharing, otherwise the window's, without the name of
 * the site.
 */
export function titleOfPage(page: HtmlPage, structured: string | null): string | null {
  const heading = elementsOf(page, 'h1').length === 1 ? textOfFirst(page, 'h1') : null;
  const titles = [attributeOf(page, 'meta[property="og:title"]', 'content'), textOfFirst(page, 'title')];
  return heading ?? structured ?? titles.map((title) => withoutSite(title ?? '', page.url)).find((title) => title !== null) ?? null;
}

/** 'Two Sum - Example' on example.org is 'Two Sum'. */
function withoutSite(title: string, url: URL): string | null {
  const pieces = title.slice(0, LONGEST_TITLE).split(/ [-|–—·:] /);
  const site =
    pieces
      .at(-1)
      ?.toLowerCase()
      .replaceAll(/[^\p{L}\p{N}]/gu, '') ?? '';
  const host = url.hostname.replaceAll(/[^\p{L}\p{N}]/gu, '');
  if (pieces.length < 2 || site === '' || !host.includes(site)) return stringOf(title);
  return stringOf(title.slice(0, LONGEST_TITLE).slice(0, -(pieces.at(-1)?.length ?? 0) - 3));
}
