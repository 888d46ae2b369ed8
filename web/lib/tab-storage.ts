/** What is kept in the tab: a reload loses nothing, and it goes with the tab and when the person signs out. */

function withStorage<T>(use: (store: Storage) => T): T | null {
  try {
    return use(sessionStorage);
  } catch {
    return null; // The browser does not allow storage, or it is full.
  }
}

/** What was kept under a name, in any form; null: nothing that can be read. */
export const readKept = (name: string): unknown => withStorage((store): unknown => JSON.parse(store.getItem(name) ?? 'null'));
export const keep = (name: string, value: object): void => void withStorage((store) => store.setItem(name, JSON.stringify(value)));
export const forget = (name: string): void => void withStorage((store) => store.removeItem(name));
