import type { CodingQuestion } from '../../../ports/pages.ts';
import type { FetchedPage } from '../fetcher.ts';
import { PageUnreadable } from '../refusals.ts';
import { decoded } from './characters.ts';
import { questionOfFile, questionOfPage } from './page.ts';

const HTML: ReadonlySet<string> = new Set(['text/html', 'application/xhtml+xml', '']);
const TEXT: ReadonlySet<string> = new Set(['text/plain', 'text/markdown', 'text/x-markdown']);
/** Where sites send those who have not signed in. */
const SIGN_IN = /\/(?:log|sign)[-_]?in\b/i;

/**
 * The question in what was found at an address.
 * @param asked the address that was asked for
 * @throws PageUnreadable
 */
export function questionIn({ url, type, charset, body }: FetchedPage, asked: string): CodingQuestion {
  if (SIGN_IN.test(url.pathname) && !SIGN_IN.test(asked))
    throw new PageUnreadable('The site shows this page only to people who have signed in.');
  if (!HTML.has(type) && !TEXT.has(type))
    throw new PageUnreadable(`At this address is a file (${type.slice(0, 100)}) and no page with text.`);
  try {
    return TEXT.has(type) ? questionOfFile(decoded(body, charset)) : questionOfPage(decoded(body, charset), url);
  } catch (fault) {
    // What fails here fails for what somebody else wrote. It may be a fault of ours, and the person can go on by pasting the text.
    throw fault instanceof PageUnreadable ? fault : new PageUnreadable('The page is built in a way that cannot be read.');
  }
}
