import { KEYS, type Storage } from '../../../../web/api/last-read/storage.ts';

/** A browser's database in memory. While `isFull`, it takes nothing. */
export function memoryStorage() {
  const records = new Map<string, unknown>();
  const storage: Storage & { isFull: boolean; readonly records: Map<string, unknown> } = {
    isFull: false,
    records,
    all: async () => [...records],
    keysOr: async (made) => {
      if (!records.has(KEYS)) records.set(KEYS, made);
      return records.get(KEYS);
    },
    write: async (isOwn, puts, gone) => {
      if (!isOwn(records.get(KEYS))) return false;
      if (storage.isFull && puts.size > 0) throw new DOMException('No room', 'QuotaExceededError');
      for (const [name, record] of puts) records.set(name, record);
      for (const name of gone) records.delete(name);
      return true;
    },
    clear: async () => records.clear(),
  };
  return storage;
}
