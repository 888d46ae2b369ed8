import { createStore, del, entries, set } from 'idb-keyval';

/** A file that was chosen, as this browser keeps it, so that a reload loses nothing. */
export interface KeptUpload {
  readonly task: string;
  readonly key: string;
  readonly name: string;
  readonly size: number;
  readonly type: string;
  /** The bytes, until they were uploaded. */
  readonly content: Blob | null;
  /** Where the upload goes on, or null before it began. */
  readonly url: string | null;
  /** The id of the file, once it is one. */
  readonly id: string | null;
  /** When it was chosen, in milliseconds of this browser's clock. */
  readonly at: number;
}

export interface UploadStore {
  keep(upload: KeptUpload): Promise<void>;
  forget(task: string, key: string): Promise<void>;
  /** What is kept for a task, oldest first. What is older than a day is forgotten, as the server forgets it. */
  of(task: string): Promise<KeptUpload[]>;
}

const DAY = 86_400_000;
const store = () => createStore('vouch-proof', 'files');
const nameOf = (task: string, key: string): string => `${task} ${key}`;

/** Keeps uploads in the database of the browser. Where it allows none, nothing is kept and nothing fails. */
export const uploadStore: UploadStore = {
  keep: (upload) => set(nameOf(upload.task, upload.key), upload, store()).catch(() => undefined),
  forget: (task, key) => del(nameOf(task, key), store()).catch(() => undefined),
  async of(task) {
    const all = await entries<string, KeptUpload>(store()).catch(() => []);
    const old = all.filter(([, { at }]) => Date.now() - at > DAY);
    for (const [name] of old) await del(name, store()).catch(() => undefined);
    return all
      .map(([, upload]) => upload)
      .filter((upload) => upload.task === task && Date.now() - upload.at <= DAY)
      .sort((a, b) => a.at - b.at);
  },
};
