import Handlebars from 'handlebars';
import { LRUCache } from 'lru-cache';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmTableFromMarkdown } from 'mdast-util-gfm-table';
import { gfmTable } from 'micromark-extension-gfm-table';

type Node = ReturnType<typeof fromMarkdown>['children'][number];
interface Parent {
  readonly children: readonly Node[];
}

/** Renders Markdown as HTML. */
export type Markdown = (text: string) => string;

const escaped = Handlebars.escapeExpression;
/** At most this many texts of a page are rendered as Markdown. The rest is shown as it was written. */
const MOST_TEXTS = 12;
const LONGEST = 10_000;
const MOST_LINES = 250;
const MOST_SIGNS = 700;
const MOST_BACKTICKS = 200;
const NESTED = /^[ \t]*(?:(?:[-+*>]|\d{1,9}[.)])[ \t]*){9}/m;
const TEN_MINUTES = 600_000;

/** Texts that were rendered before, for pages that are opened again. */
const known = new LRUCache<string, string>({
  max: 500,
  maxSize: 4_000_000,
  sizeCalculation: (html, text) => html.length + text.length,
  ttl: TEN_MINUTES,
});

/**
 * The Markdown parser takes more than linear time for some texts, and it runs on the thread that answers requests. So a
 * text that would take long is not parsed. Few designs that people write are affected.
 */
function isQuick(text: string): boolean {
  const count = (sign: RegExp): number => text.match(sign)?.length ?? 0;
  return (
    text.length <= LONGEST &&
    count(/\n/g) < MOST_LINES &&
    count(/[*_[\]|<!&\\]/g) <= MOST_SIGNS &&
    count(/`/g) <= MOST_BACKTICKS &&
    !NESTED.test(text)
  );
}

/**
 * Renders the texts of one page. HTML in them is shown as text, pictures as their descriptions, and only http and https
 * become links.
 */
export function markdownOfPage(): Markdown {
  let left = MOST_TEXTS;
  return (text) => {
    const before = known.get(text);
    if (before !== undefined) return before;
    if (left === 0 || !isQuick(text)) return `<div class="tx" dir="auto">${escaped(text)}</div>`;
    left -= 1;
    const tree = fromMarkdown(text, { extensions: [gfmTable()], mdastExtensions: [gfmTableFromMarkdown()] });
    const html = `<div class="md" dir="auto">${within(tree)}</div>`;
    known.set(text, html);
    return html;
  };
}

const within = ({ children }: Parent): string => children.map(shown).join('');

/** Headings begin at the fifth level, below those of the page. */
function shown(node: Node): string {
  switch (node.type) {
    case 'text':
    case 'html':
      return escaped(node.value);
    case 'paragraph':
      return `<p>${within(node)}</p>`;
    case 'heading':
      return node.depth <= 2 ? `<h5>${within(node)}</h5>` : `<h6>${within(node)}</h6>`;
    case 'code':
      return `<pre tabindex="0"><code>${escaped(node.value)}</code></pre>`;
    case 'inlineCode':
      return `<code>${escaped(node.value)}</code>`;
    case 'emphasis':
      return `<em>${within(node)}</em>`;
    case 'strong':
      return `<strong>${within(node)}</strong>`;
    case 'list':
      return node.ordered ? `<ol start="${node.start ?? 1}">${within(node)}</ol>` : `<ul>${within(node)}</ul>`;
    case 'listItem':
      return `<li>${within(node)}</li>`;
    case 'blockquote':
      return `<blockquote>${within(node)}</blockquote>`;
    case 'link':
      return link(node.url, within(node));
    case 'image':
      return node.alt ? `<em>${escaped(node.alt)}</em>` : '';
    case 'break':
      return '<br>';
    case 'thematicBreak':
      return '<hr>';
    case 'table':
      return `<div class="tb" tabindex="0" role="group" aria-label="Table"><table><tbody>${within(node)}</tbody></table></div>`;
    case 'tableRow':
      return `<tr>${within(node)}</tr>`;
    case 'tableCell':
      return `<td>${within(node)}</td>`;
    default:
      return 'children' in node ? within(node) : '';
  }
}

/** Shows the host in its ASCII form beside the link, because the words of a link do not say where it leads. */
function link(to: string, words: string): string {
  const url = /^https?:\/\//i.test(to) ? URL.parse(to) : null;
  if (url === null) return words;
  return `<a href="${escaped(url.href)}" rel="noopener noreferrer nofollow" target="_blank">${words}</a> <span class="q">(${escaped(url.host)})</span>`;
}
