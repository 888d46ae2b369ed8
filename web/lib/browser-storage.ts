/** Storage of the browser for what only its screens need. It survives the end of the tab, and no other device knows it. */

function withStorage<T>(use: (store: Storage) => T): T | null {
  try {
    return use(localStorage);
  } catch {
    return null; // The browser does not allow storage, or it is full.
  }
}

/** The parsed value of any shape. Null: there is none, or it cannot be parsed. */
export const readStored = (name: string): unknown => withStorage((store): unknown => JSON.parse(store.getItem(name) ?? 'null'));
/** False: the browser does not allow storage, or it is full. */
export const storeInBrowser = (name: string, value: unknown): boolean =>
  withStorage((store) => {
    store.setItem(name, JSON.stringify(value));
    return true;
  }) ?? false;
