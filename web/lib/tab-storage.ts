/** Storage of the tab. It survives a reload and is cleared when the tab is closed or the person signs out. */

function withStorage<T>(use: (store: Storage) => T): T | null {
  try {
    return use(sessionStorage);
  } catch {
    return null; // The browser does not allow storage, or it is full.
  }
}

/** The parsed value of any shape. Null: there is none, or it cannot be parsed. */
export const readKept = (name: string): unknown => withStorage((store): unknown => JSON.parse(store.getItem(name) ?? 'null'));
export const keep = (name: string, value: object): void => void withStorage((store) => store.setItem(name, JSON.stringify(value)));
export const forget = (name: string): void => void withStorage((store) => store.removeItem(name));
