import { type AnyNode, type Element, isTag, isText } from 'domhandler';
import { formulaOf, isFormula, raisedText } from './formulas.ts';
import { parsedHtml } from './html.ts';
import { withoutEmptyEnds } from './lines.ts';
import { blockOfCode, type ElementPart, element, type PagePart, text, textOf } from './page-part.ts';
import { samplesApart } from './sample-tables.ts';

/** Text that the author has struck out. */
const STRUCK_OUT: ReadonlySet<string> = new Set(['del', 's', 'strike']);
/** Line numbers beside code, by the classes of the usual highlighters. */
const LINE_NUMBERS =
  /(?:^|\s)(?:(?:rouge-)?gutter|linenos?|linenodiv|line-?number|line-?numbers-rows|linenumbers?|hljs-ln-numbers|hljs-ln-n|lnt|lnlinks|blob-num|rowno|crayon-nums?|CodeMirror-gutters?)(?:\s|$)/i;
/** Prism writes its own class for line numbers on the code itself. */
const CODE: ReadonlySet<string> = new Set(['pre', 'code']);

/**
 * Whether the element contains text that belongs neither to a statement nor to a sample: struck-out text, and line
 * numbers.
 */
const isLeftOut = ({ name, attribs }: Element): boolean =>
  STRUCK_OUT.has(name) || (LINE_NUMBERS.test(attribs.class ?? '') && !(CODE.has(name) && /language-|brush:/.test(attribs.class ?? '')));

/** Elements that are on lines of their own, also within `<pre>`. */
const LINES: ReadonlySet<string> = new Set(['div', 'p', 'li', 'tr']);
const NOT_PRINTED: ReadonlySet<string> = new Set(['script', 'style', 'button', 'svg']);

/** The text of `<pre>` as it is shown: `<br>` and blocks in it end lines. It neither begins nor ends with an empty line. */
export function textOfPre(pre: Element): string {
  const hasBlocks = pre.children.some((child) => isTag(child) && LINES.has(child.name));
  const written: string[] = [];
  // Blanks between blocks are only the indentation of the page's source.
  for (const child of pre.children) if (!hasBlocks || !isText(child) || child.data.trim() !== '') write(child, written);
  return withoutEmptyEnds(written.join(''));
}

function write(node: AnyNode, written: string[]): void {
  if (isText(node)) written.push(node.data);
  if (!isTag(node)) return;
  if (isFormula(node)) written.push(formulaOf(node));
  else if (NOT_PRINTED.has(node.name) || isLeftOut(node)) return;
  else if (node.name === 'br') written.push('\n');
  else if (node.name === 'sup' || node.name === 'sub') written.push(raisedText(node.name, textWithin(node)));
  else if (LINES.has(node.name)) writeLine(node, written);
  else for (const child of node.children) write(child, written);
}

function writeLine(node: Element, written: string[]): void {
  const before = written.at(-1);
  if (before !== undefined && !before.endsWith('\n')) written.push('\n');
  for (const child of node.children) write(child, written);
  if (!(written.at(-1) ?? '').endsWith('\n')) written.push('\n');
}

function textWithin(node: Element): string {
  const written: string[] = [];
  for (const child of node.children) write(child, written);
  return written.join('');
}

/** Elements whose content is not part of the page's text. */
const SILENT: ReadonlySet<string> = new Set(
  'head script style noscript template svg iframe object embed video audio canvas button input select textarea dialog nav footer aside'.split(
    ' ',
  ),
);
const AROUND: ReadonlySet<string> = new Set(['navigation', 'banner', 'contentinfo', 'search']);
const BLOCKS: ReadonlySet<string> = new Set(
  'p h1 h2 h3 h4 h5 h6 ul ol li blockquote table thead tbody tfoot tr th td hr br em strong b i'.split(' '),
);

const BOXES: ReadonlySet<string> = new Set(
  'div section article main header footer aside figure figcaption details summary address center dl dt dd fieldset body html'.split(' '),
);
const LITERAL: ReadonlySet<string> = new Set(['code', 'kbd', 'samp', 'tt', 'var']);
/** Buttons that copy a sample, and drawings beside the source of a formula. */
const DECORATION = /(?:^|\s)(?:MathJax\w*|katex-html|input-output-copier|(?:div-)?btn-copy|copy-button)(?:\s|$)/;

interface NodeContext {
  readonly url: URL;
  readonly inLink: boolean;
}

/** The parts of a node that are kept. Formulas, powers and pictures become text. */
export const partsOf = (node: AnyNode, url: URL): readonly PagePart[] => partsAt(node, { url, inLink: false });

function partsAt(node: AnyNode, place: NodeContext): readonly PagePart[] {
  if (isText(node)) return [text(node.data.replaceAll('\u00a0', ' '))];
  if (!isTag(node)) return 'children' in node ? childrenOf(node.children, place) : [];
  if (isFormula(node)) return [text(formulaOf(node))];
  return isSilent(node) ? [] : partsOfElement(node, place);
}

/** The parts of a piece of HTML. @throws PageUnreadable */
export const partsOfHtml = (html: string, url: URL): readonly PagePart[] => partsOf(parsedHtml(html, url).root, url);

/**
 * Whether the element contains no text of the page: scripts, controls, hidden elements, and those that every page of a
 * site has.
 */
export const isSilent = (element: Element): boolean =>
  SILENT.has(element.name) ||
  element.attribs.hidden !== undefined ||
  element.attribs['aria-hidden'] === 'true' ||
  AROUND.has(element.attribs.role ?? '') ||
  DECORATION.test(element.attribs.class ?? '') ||
  isLeftOut(element);

function partsOfElement(node: Element, place: NodeContext): readonly PagePart[] {
  const { name } = node;
  if (name === 'pre') return blockOfCode(textOfPre(node));
  if (name === 'img') return [text(node.attribs.alt ?? '')];
  if (name === 'a') return linked(node, place);
  const children = childrenOf(node.children, place);
  if (name === 'sup' || name === 'sub') return [text(raisedText(name, textOf(children)))];
  if (LITERAL.has(name)) return [element('code', [text(textOf(children))])];
  if (name === 'table') return [samplesApart(children) ?? element(name, children)];
  if (name === 'ol') return [{ ...element(name, children), properties: startOf(node) }];
  if (BLOCKS.has(name)) return [element(name, children)];
  return BOXES.has(name) ? [element('div', children)] : children;
}

/** Adjacent texts are joined. */
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

/** In Markdown, a list can start at any number of at most nine digits. */
function startOf({ attribs }: Element): ElementPart['properties'] {
  const start = /^\d{1,9}$/.test(attribs.start ?? '') ? Number(attribs.start) : 1;
  return start === 1 ? {} : { start };
}

/** A link is kept if it leads to a web page and is not inside another link. */
function linked({ attribs, children }: Element, { url, inLink }: NodeContext): readonly PagePart[] {
  const address = attribs.href ?? '';
  const target = inLink || address.startsWith('#') ? null : URL.parse(address, url);
  if (target === null || (target.protocol !== 'https:' && target.protocol !== 'http:')) return childrenOf(children, { url, inLink });
  return [element('a', childrenOf(children, { url, inLink: true }), target.href)];
}
