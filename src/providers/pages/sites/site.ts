import type { CodingQuestion } from '../../../ports/pages.ts';
import { elementsOf, type HtmlPage } from '../reading/html.ts';
import type { Line } from '../reading/lines.ts';
import type { PagePart } from '../reading/page-part.ts';
import { partsOf } from '../reading/parts.ts';

/** A practice site whose pages are known. */
export interface Site {
  /** Names of its hosts; names below them are its own too. */
  readonly hosts: readonly string[];
  /** What the page shows, or null if it is not built as expected; it is then read like a page of any other site. */
  read(page: HtmlPage): SiteReading | null;
}

export interface SiteReading {
  readonly title: string | null;
  readonly parts: readonly PagePart[];
  /** The lines to search for examples, where they are not those of the parts. */
  readonly lines?: readonly Line[] | undefined;
  /** Where the site marks them, so that they need not be searched for. */
  readonly examples?: CodingQuestion['examples'] | undefined;
  readonly kind?: CodingQuestion['kind'] | undefined;
  readonly signature?: CodingQuestion['signature'] | undefined;
}

/** The parts of all elements that match, one after another; null if there is none. */
export function partsOfAll(page: HtmlPage, selector: string): readonly PagePart[] | null {
  const elements = elementsOf(page, selector);
  return elements.length === 0 ? null : elements.flatMap((element) => partsOf(element, page.url));
}
