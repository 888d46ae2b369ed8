import type { Page } from 'playwright-core';

/** The number of changes that the browser of this tab has stored and not sent yet. */
export const keptCount = (tab: Page): Promise<number> =>
  tab.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const opening = indexedDB.open('vouch-changes');
        opening.onsuccess = () => {
          const count = opening.result.transaction('changes').objectStore('changes').count();
          count.onsuccess = () => {
            opening.result.close();
            resolve(count.result);
          };
        };
      }),
  );
