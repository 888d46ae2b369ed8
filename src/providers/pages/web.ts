import type { Pages } from '../../ports/pages.ts';
import type { FetcherOptions } from './fetcher.ts';
import { questionOfText } from './reading/question.ts';
import { AddressForbidden, PageUnreadable } from './refusals.ts';

/** Reads pages of the public web. The code that fetches and reads them (30 MB) is loaded with the first page. */
export function webPages(options: FetcherOptions): Pages {
  return {
    read: async (url) => {
      const [{ pageFetcher }, { questionIn }] = await Promise.all([import('./fetcher.ts'), import('./reading/page.ts')]);
      try {
        return { outcome: 'read', question: questionIn(await pageFetcher(options)(url), url) };
      } catch (fault) {
        if (fault instanceof AddressForbidden) return { outcome: 'forbidden', reason: fault.message };
        if (fault instanceof PageUnreadable) return { outcome: 'unreadable', reason: fault.message };
        throw fault;
      }
    },
    readStatement: questionOfText,
  };
}
