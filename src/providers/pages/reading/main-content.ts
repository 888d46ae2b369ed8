import { type AnyNode, type Element, isTag, isText } from 'domhandler';
import { elementsOf, type HtmlPage } from './html.ts';
import { isSilent } from './parts.ts';

/** Elements in which pages mark their main content, the most exact first. */
const NAMED = [
  '[itemprop="articleBody"]',
  '.problem-statement',
  '#problem-statement',
  '.problem-description',
  'article',
  'main',
  '[role="main"]',
];
/** An element with less text, in characters, is a teaser or a list entry. */
const ENOUGH = 140;
const PARAGRAPHS: ReadonlySet<string> = new Set(['p', 'pre', 'ul', 'ol', 'table', 'blockquote', 'h1', 'h2', 'h3', 'h4', 'dl']);

/** The element that holds what the page is about. */
export function mainContent(page: HtmlPage): AnyNode {
  const sizes = sizesOf(page.root.children);
  for (const selector of NAMED) {
    const largest = largestOf(elementsOf(page, selector), (element) => sizes.get(element)?.text ?? 0);
    if (largest !== null && (sizes.get(largest)?.text ?? 0) >= ENOUGH) return largest;
  }
  return largestOf([...sizes.keys()], (element) => sizes.get(element)?.score ?? 0) ?? page.root;
}

interface Size {
  /** The number of characters of its text; runs of blanks count once. */
  readonly text: number;
  readonly links: number;
  /** The number of characters of its own paragraphs, and half of those one level deeper, without the text of links. */
  readonly score: number;
}

/** Sizes of all elements, each text counted once. */
function sizesOf(nodes: readonly AnyNode[]): ReadonlyMap<Element, Size> {
  const sizes = new Map<Element, Size>();
  for (const node of nodes) if (isTag(node)) measure(node, sizes);
  return sizes;
}

function measure(element: Element, sizes: Map<Element, Size>): Size {
  let text = 0;
  let links = 0;
  let score = 0;
  for (const child of isSilent(element) ? [] : element.children) {
    if (isText(child)) text += child.data.trim().length;
    if (!isTag(child)) continue;
    const size = measure(child, sizes);
    text += size.text;
    links += size.links;
    score += PARAGRAPHS.has(child.name) ? Math.max(0, size.text - 2 * size.links) : size.score / 2;
  }
  const size = { text, links: element.name === 'a' ? text : links, score };
  sizes.set(element, size);
  return size;
}

function largestOf(elements: readonly Element[], sizeOf: (element: Element) => number): Element | null {
  let largest: Element | null = null;
  for (const element of elements) if (sizeOf(element) > (largest === null ? 0 : sizeOf(largest))) largest = element;
  return largest;
}
