import { selectAll } from 'css-select';
import { type AnyNode, type Document, DomHandler, type Element } from 'domhandler';
import { textContent } from 'domutils';
import { Parser } from 'htmlparser2';
import { PageUnreadable } from '../refusals.ts';

/** Pages that people write are nested less than 100 deep and have some thousand elements. */
const MOST_DEPTH = 200;
const MOST_ELEMENTS = 20_000;

export interface HtmlPage {
  readonly root: Document;
  /** The address that relative addresses refer to. */
  readonly url: URL;
}

/**
 * Parses a page to a tree. The parser goes through the text once and never creates elements that the text does not
 * contain. A parser by the HTML standard does, and turns some kilobytes of unclosed elements into millions.
 * @throws PageUnreadable if it is nested deeper, or has more elements, than pages do
 */
export function parsedHtml(html: string, url: URL): HtmlPage {
  const handler = new BoundedHandler();
  new Parser(handler, { decodeEntities: true }).end(html);
  return { root: handler.root, url };
}

/** All elements of the page that match, in their order. */
export const elementsOf = ({ root }: HtmlPage, selector: string): readonly Element[] => selectAll<AnyNode, Element>(selector, root);

/** The first element that matches the first of the selectors that any element matches. */
export const elementOf = (page: HtmlPage, ...selectors: readonly string[]): Element | null =>
  selectors.map((selector) => elementsOf(page, selector)[0]).find((element) => element !== undefined) ?? null;

/** The text of the first matching element that has any, in one line. */
export function textOfFirst(page: HtmlPage, ...selectors: readonly string[]): string | null {
  for (const selector of selectors) {
    const [element] = elementsOf(page, selector);
    const text = element === undefined ? '' : textContent(element).replaceAll(/\s+/g, ' ').trim();
    if (text !== '') return text;
  }
  return null;
}

/** An attribute of the first element that matches. */
export const attributeOf = (page: HtmlPage, selector: string, name: string): string | null =>
  elementsOf(page, selector)[0]?.attribs[name] ?? null;

class BoundedHandler extends DomHandler {
  #depth = 0;
  #elements = 0;

  override onopentag(name: string, attributes: Record<string, string>): void {
    this.#depth += 1;
    this.#elements += 1;
    if (this.#depth > MOST_DEPTH) throw new PageUnreadable('The page is nested too deeply to be read.');
    if (this.#elements > MOST_ELEMENTS) throw new PageUnreadable('The page has too many parts to be read.');
    super.onopentag(name, attributes);
  }

  override onclosetag(): void {
    this.#depth -= 1;
    super.onclosetag();
  }

  override oncomment(): void {}
  override oncommentend(): void {}
}
