import type { Page } from 'playwright-core';

/** The number of changes that the browser of this tab has stored and not sent yet. */
export const keptCount = (tab: Page): Promise<number> =>
  tab.evaluate(async () => {
    // To open it before the program does would make an empty one, in which the program could never store anything.
    if (!(await indexedDB.databases()).some(({ name }) => name === 'vouch-changes')) return 0;
    return new Promise<number>((resolve) => {
      const opening = indexedDB.open('vouch-changes');
      opening.onsuccess = () => {
        const count = opening.result.transaction('changes').objectStore('changes').count();
        count.onsuccess = () => {
          opening.result.close();
          resolve(count.result);
        };
      };
    });
  });
