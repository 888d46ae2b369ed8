import { type FetchedPage, type FetcherOptions, pageFetcher } from './fetcher.ts';
import type { CodingQuestion, Pages } from './port.ts';
import { decoded } from './reading/characters.ts';
import { questionOfFile, questionOfPage } from './reading/page.ts';
import { questionOfText } from './reading/question.ts';
import { AddressForbidden, PageUnreadable } from './refusals.ts';

const HTML: ReadonlySet<string> = new Set(['text/html', 'application/xhtml+xml', '']);
const TEXT: ReadonlySet<string> = new Set(['text/plain', 'text/markdown', 'text/x-markdown']);
/** Where sites send those who have not signed in. */
const SIGN_IN = /\/(?:log|sign)[-_]?in\b/i;

/** Pages of the public web. */
export function webPages(options: FetcherOptions): Pages {
  const fetchPage = pageFetcher(options);
  return {
    read: async (url) => {
      try {
        return { outcome: 'read', question: questionIn(await fetchPage(url), url) };
      } catch (fault) {
        if (fault instanceof AddressForbidden) return { outcome: 'forbidden', reason: fault.message };
        if (fault instanceof PageUnreadable) return { outcome: 'unreadable', reason: fault.message };
        throw fault;
      }
    },
    readStatement: questionOfText,
  };
}

/** @throws PageUnreadable */
function questionIn({ url, type, charset, body }: FetchedPage, asked: string): CodingQuestion {
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
