import Handlebars from 'handlebars';
import { LRUCache } from 'lru-cache';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmTableFromMarkdown } from 'mdast-util-gfm-table';
import { gfmTable } from 'micromark-extension-gfm-table';

type Node = ReturnType<typeof fromMarkdown>['children'][number];
interface Parent {
  readonly children: readonly Node[];
}

/** The HTML of a text in Markdown. */
export type Markdown = (text: string) => string;

const escaped = Handlebars.escapeExpression;
/** So many texts of a page are read as Markdown; the rest is shown as it was written. */
const MOST_TEXTS = 12;
const LONGEST = 10_000;
const MOST_LINES = 250;
const MOST_SIGNS = 700;
const MOST_BACKTICKS = 200;
const NESTED = /^[ \t]*(?:(?:[-+*>]|\d{1,9}[.)])[ \t]*){9}/m;
const TEN_MINUTES = 600_000;

/** Who opens a page again finds there what was read before. */
const known = new LRUCache<string, string>({
  max: 500,
  maxSize: 4_000_000,
  sizeCalculation: (html, text) => html.length + text.length,
  ttl: TEN_MINUTES,
});

/**
 * What reads Markdown takes more than linear time for some texts, and pages are made where requests are answered. A text that would
 * take long is not read. Few designs that a person writes are among these.
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

/** Reads the texts of one page. HTML in them is text, pictures are their description, and only http and https can be pressed. */
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
      return 'children' in node ? within(node as Parent) : '';
  }
}

/** With its host beside it, as the network knows it, since the words of a link say nothing of where it leads. */
function link(to: string, words: string): string {
  const url = /^https?:\/\//i.test(to) ? URL.parse(to) : null;
  if (url === null) return words;
  return `<a href="${escaped(url.href)}" rel="noopener noreferrer nofollow" target="_blank">${words}</a> <span class="q">(${escaped(url.host)})</span>`;
}
