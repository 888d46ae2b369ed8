import { type AnyNode, type Element, isTag, isText } from 'domhandler';
import { formulaOf, isFormula, raisedText } from './formulas.ts';
import { parsedHtml } from './html.ts';
import { textOfPre } from './pre.ts';

/** What is kept of a page: text, and the elements that Markdown has. Its shapes are those of hast, the tree of the unified tools. */
export type PagePart = TextPart | ElementPart;

interface TextPart {
  readonly type: 'text';
  readonly value: string;
}

export interface ElementPart {
  readonly type: 'element';
  readonly tagName: string;
  /** Only a link has one: an absolute address, http or https. */
  readonly properties: { readonly href?: string };
  readonly children: readonly PagePart[];
}

/** Elements whose content is no text of the page. */
const SILENT: ReadonlySet<string> = new Set(
  'head script style noscript template svg iframe object embed video audio canvas button input select textarea dialog nav footer aside'.split(
    ' ',
  ),
);
const AROUND: ReadonlySet<string> = new Set(['navigation', 'banner', 'contentinfo', 'search']);
const BLOCKS: ReadonlySet<string> = new Set(
  'p h1 h2 h3 h4 h5 h6 ul ol li blockquote table thead tbody tfoot tr th td hr br em strong b i'.split(' '),
);
const INLINE: ReadonlySet<string> = new Set('a code em strong b i br'.split(' '));
/** Elements without a counterpart in Markdown that begin a line of their own. */
const BOXES: ReadonlySet<string> = new Set(
  'div section article main header footer aside figure figcaption details summary address center dl dt dd fieldset body html'.split(' '),
);
const LITERAL: ReadonlySet<string> = new Set(['code', 'kbd', 'samp', 'tt', 'var']);
/** Buttons to copy a sample, and what is drawn beside the source of a formula. */
const DECORATION = /(?:^|\s)(?:MathJax\w*|katex-html|input-output-copier|(?:div-)?btn-copy|copy-button)(?:\s|$)/;

/** Where a node stands. */
interface NodeContext {
  readonly url: URL;
  readonly inLink: boolean;
}

/** The parts of a page that are kept, of a node and what is in it. Formulas, powers and pictures become text. */
export const partsOf = (node: AnyNode, url: URL): readonly PagePart[] => partsAt(node, { url, inLink: false });

function partsAt(node: AnyNode, place: NodeContext): readonly PagePart[] {
  if (isText(node)) return [text(node.data.replaceAll('\u00a0', ' '))];
  if (!isTag(node)) return 'children' in node ? childrenOf(node.children, place) : [];
  if (isFormula(node)) return [text(formulaOf(node))];
  return isSilent(node) ? [] : partsOfElement(node, place);
}

/** The parts of a piece of HTML. @throws PageUnreadable */
export const partsOfHtml = (html: string, url: URL): readonly PagePart[] => partsOf(parsedHtml(html, url).root, url);

/** Whether nothing in the element is text of the page: programs, controls, what is hidden, and what stands around on every page. */
export const isSilent = ({ name, attribs }: Element): boolean =>
  SILENT.has(name) ||
  attribs.hidden !== undefined ||
  attribs['aria-hidden'] === 'true' ||
  AROUND.has(attribs.role ?? '') ||
  DECORATION.test(attribs.class ?? '');

function partsOfElement(node: Element, place: NodeContext): readonly PagePart[] {
  const { name } = node;
  if (name === 'pre') return [element('pre', [element('code', [text(textOfPre(node))])])];
  if (name === 'img') return [text(node.attribs.alt ?? '')];
  if (name === 'a') return linked(node, place);
  const children = childrenOf(node.children, place);
  if (name === 'sup' || name === 'sub') return [text(raisedText(name, textOf(children)))];
  if (LITERAL.has(name)) return [element('code', [text(textOf(children))])];
  if (name === 'table' && children.some((child) => holds(child, 'pre'))) return [apart(children)];
  if (BLOCKS.has(name)) return [element(name, children)];
  return BOXES.has(name) ? [element('div', children)] : children;
}

/** Texts side by side become one. */
function childrenOf(nodes: readonly AnyNode[], place: NodeContext): readonly PagePart[] {
  const parts: PagePart[] = [];
  let texts: string[] = [];
  const join = (): void => {
    if (texts.length > 0) parts.push(text(texts.join('')));
    texts = [];
  };
  for (const part of nodes.flatMap((child) => partsAt(child, place))) {
    if (part.type === 'text') texts.push(part.value);
    else {
      join();
      parts.push(part);
    }
  }
  join();
  return parts;
}

export const text = (value: string): TextPart => ({ type: 'text', value });
export const element = (tagName: string, children: readonly PagePart[], href?: string): ElementPart => ({
  type: 'element',
  tagName,
  properties: href === undefined ? {} : { href },
  children,
});

/** The text of parts, without line breaks of its own. */
export const textOf = (parts: readonly PagePart[]): string =>
  parts.map((part) => (part.type === 'text' ? part.value : part.tagName === 'br' ? '\n' : textOf(part.children))).join('');

/** Whether it stands within a line. */
export const isInline = ({ tagName }: ElementPart): boolean => INLINE.has(tagName);

const isElement = (part: PagePart, name: string): part is ElementPart => part.type === 'element' && part.tagName === name;
const holds = (part: PagePart, name: string): boolean =>
  part.type === 'element' && (part.tagName === name || part.children.some((child) => holds(child, name)));

/** A link stays where it leads to another page of the web; within a link no other begins. */
function linked({ attribs, children }: Element, { url, inLink }: NodeContext): readonly PagePart[] {
  const address = attribs.href ?? '';
  const target = inLink || address.startsWith('#') ? null : URL.parse(address, url);
  if (target === null || (target.protocol !== 'https:' && target.protocol !== 'http:')) return childrenOf(children, { url, inLink });
  return [element('a', childrenOf(children, { url, inLink: true }), target.href)];
}

/** A table whose cells hold blocks of code shows samples side by side. No table of Markdown can: they follow one another, with titles. */
function apart(parts: readonly PagePart[]): ElementPart {
  const rows = parts.flatMap((part) => elementsWithin(part, 'tr'));
  const titles =
    rows.find((row) => row.children.some((cell) => isElement(cell, 'th')))?.children.filter((cell) => isElement(cell, 'th')) ?? [];
  const columns = rows.flatMap((row) =>
    row.children
      .filter((cell) => isElement(cell, 'td'))
      .flatMap((cell, column) => {
        const title = titles[column];
        return title === undefined ? [element('div', cell.children)] : [element('p', title.children), element('div', cell.children)];
      }),
  );
  return element('div', columns);
}

/** Elements of a name in a part, the outermost of them. */
export function elementsWithin(part: PagePart, name: string): readonly ElementPart[] {
  if (part.type === 'text') return [];
  return part.tagName === name ? [part] : part.children.flatMap((child) => elementsWithin(child, name));
}
