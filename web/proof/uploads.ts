import { createStore, del, entries, set } from 'idb-keyval';
import { useEffect, useSyncExternalStore } from 'react';
import { newKey } from '../api/client.ts';
import { deleteFile, MAX_FILE_BYTES, type StartUpload, type StopUpload, startUpload } from '../api/files.ts';
import { isLargePhoto, lighterPhoto } from './photo.ts';

/** `waiting`: the connection is lost; the upload resumes by itself. */
export interface UploadItem {
  readonly key: string;
  readonly name: string;
  readonly size: number;
  readonly type: string;
  readonly status: 'uploading' | 'waiting' | 'done' | 'failed';
  readonly sent: number;
  /** Null until the upload is complete. */
  readonly id: string | null;
  /** The reason of a failure. */
  readonly message: string | null;
  /** The bytes. Null if this page does not have them. */
  readonly content: Blob | null;
  /** False: a reload would lose it, because the browser has no room for it or allows no storage. */
  readonly isStored: boolean;
}

export interface UploadPorts {
  readonly start: StartUpload;
  readonly store: UploadStore;
  readonly remove: (id: string) => Promise<void>;
  readonly now: () => number;
  readonly newKey: () => string;
  readonly maxBytes: number;
  /** The same file with fewer bytes. Null: it is sent as it is. */
  readonly lighten: (file: File) => Promise<File> | null;
}

interface Going {
  readonly kept: KeptUpload;
  readonly stop: StopUpload | null;
}

/**
 * The files of a proof. Uploads start at once, resume after a lost connection, and are stored in the browser until the proof is
 * submitted, so that they also resume after a reload.
 */
export class Uploads {
  readonly #task: string;
  readonly #ports: UploadPorts;
  readonly #listeners = new Set<() => void>();
  readonly #going = new Map<string, Going>();
  #items: readonly UploadItem[] = [];
  #isLoaded = false;

  constructor(task: string, ports: UploadPorts) {
    this.#task = task;
    this.#ports = ports;
  }

  readonly items = (): readonly UploadItem[] => this.#items;
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Resumes the uploads that an earlier page left. */
  async load(): Promise<void> {
    if (this.#isLoaded) return;
    this.#isLoaded = true;
    for (const kept of await this.#ports.store.of(this.#task)) {
      if (this.#items.some(({ key }) => key === kept.key)) continue;
      if (kept.id !== null) this.#put(itemOf(kept, { status: 'done', sent: kept.size, id: kept.id }));
      else if (kept.content !== null) this.#begin(kept);
    }
  }

  add(files: readonly File[]): void {
    for (const file of files) {
      const key = this.#ports.newKey();
      const lighter = this.#ports.lighten(file);
      if (lighter === null) {
        this.#addAs(key, file);
        continue;
      }
      this.#put(itemOf(this.#keptOf(key, file), { status: 'uploading' }));
      // The person may have removed it in the meantime.
      void lighter.then((light) => this.#items.some((item) => item.key === key) && this.#addAs(key, light));
    }
  }

  #keptOf(key: string, file: File): KeptUpload {
    const { name, size, type } = file;
    return { task: this.#task, key, name: name || 'file', size, type, url: null, id: null, content: file, at: this.#ports.now() };
  }

  #addAs(key: string, file: File): void {
    const kept = this.#keptOf(key, file);
    const refusal = file.size > this.#ports.maxBytes ? 'It is larger than 25 MB.' : file.size === 0 ? 'It is empty.' : null;
    if (refusal !== null) this.#put(itemOf({ ...kept, content: null }, { status: 'failed', message: refusal }));
    else this.#begin(kept);
  }

  /** Adds the files of a withdrawn proof, which the server already has. */
  addGiven(files: readonly { readonly id: string; readonly name: string; readonly size: number; readonly type: string }[]): void {
    for (const { id, name, size, type } of files) {
      const kept = { task: this.#task, key: id, name, size, type, content: null, url: null, id, at: this.#ports.now() };
      this.#put(itemOf(kept, { status: 'done', sent: size, id }));
      this.#store(kept);
    }
  }

  /** Removes a file and stops its upload. */
  remove(key: string): void {
    const item = this.#items.find((one) => one.key === key);
    this.#going.get(key)?.stop?.(true);
    // The server refuses to delete a file that is part of a proof, which is fine.
    if (item?.id) void this.#ports.remove(item.id).catch(() => undefined);
    this.#drop(key);
  }

  /** Retries the uploads that wait for the connection. */
  resume(): void {
    for (const { key, status } of this.#items) {
      const going = this.#going.get(key);
      if (status === 'waiting' && going) this.#begin(going.kept);
    }
  }

  /** Call it after the proof was submitted. */
  clear(): void {
    for (const { key } of this.#items) this.#drop(key);
  }

  #begin(kept: KeptUpload): void {
    if (kept.content === null) return;
    this.#put(itemOf(kept, { status: 'uploading', content: kept.content }));
    this.#keep(kept, null);
    const change = (next: Partial<UploadItem>): void => {
      const item = this.#items.find(({ key }) => key === kept.key);
      if (item) this.#put({ ...item, ...next });
    };
    const stop = this.#ports.start({
      content: kept.content,
      name: kept.name,
      task: this.#task,
      url: kept.url,
      onUrl: (url) => this.#keep({ ...kept, url }),
      onSent: (sent) => change({ sent }),
      onDone: (id) => {
        change({ status: 'done', sent: kept.size, id });
        this.#keep({ ...kept, id, content: null }, null);
      },
      onBroken: () => change({ status: 'waiting' }),
      onRefused: (message) => {
        change({ status: 'failed', message });
        this.#going.delete(kept.key);
        void this.#ports.store.forget(this.#task, kept.key);
      },
    });
    const now = this.#going.get(kept.key)?.kept ?? kept;
    this.#going.set(kept.key, { kept: now, stop });
  }

  #keep(kept: KeptUpload, stop: StopUpload | null = this.#going.get(kept.key)?.stop ?? null): void {
    // The person may have removed the file in the meantime. It must not be stored again.
    if (!this.#items.some(({ key }) => key === kept.key)) return;
    this.#going.set(kept.key, { kept, stop });
    this.#store(kept);
  }

  #store(kept: KeptUpload): void {
    void this.#ports.store.keep(kept).then((isStored) => {
      const item = this.#items.find(({ key }) => key === kept.key);
      if (item && item.isStored !== isStored) this.#put({ ...item, isStored });
    });
  }

  #put(item: UploadItem): void {
    const isNew = !this.#items.some(({ key }) => key === item.key);
    this.#items = isNew ? [...this.#items, item] : this.#items.map((one) => (one.key === item.key ? item : one));
    this.#notify();
  }

  #drop(key: string): void {
    this.#going.delete(key);
    this.#items = this.#items.filter((one) => one.key !== key);
    void this.#ports.store.forget(this.#task, key);
    this.#notify();
  }

  #notify(): void {
    for (const listener of this.#listeners) listener();
  }
}

const itemOf = ({ key, name, size, type }: KeptUpload, own: Partial<UploadItem> & Pick<UploadItem, 'status'>): UploadItem => ({
  key,
  name,
  size,
  type,
  sent: 0,
  id: null,
  message: null,
  content: null,
  isStored: true,
  ...own,
});

/** A chosen file, stored in this browser so that a reload does not lose it. */
export interface KeptUpload {
  readonly task: string;
  readonly key: string;
  readonly name: string;
  readonly size: number;
  readonly type: string;
  /** The bytes. Null after they were uploaded. */
  readonly content: Blob | null;
  /** The address at which the upload resumes. Null: it has not started. */
  readonly url: string | null;
  /** Null until the upload is complete. */
  readonly id: string | null;
  /** The time of the choice, in milliseconds of this browser's clock. */
  readonly at: number;
}

export interface UploadStore {
  /** False: the browser does not allow it, or there is no room. */
  keep(upload: KeptUpload): Promise<boolean>;
  forget(task: string, key: string): Promise<void>;
  /** The stored files of a task, oldest first. Files older than a day are deleted, because the server deletes them, too. */
  of(task: string): Promise<KeptUpload[]>;
}

const DAY_MS = 86_400_000;
const openedStore = () => createStore('vouch-proof', 'files');
const nameOf = (task: string, key: string): string => `${task} ${key}`;

/** Stores uploads in the browser's database. If the browser does not allow that, nothing fails. */
const uploadStore: UploadStore = {
  keep: (upload) =>
    set(nameOf(upload.task, upload.key), upload, openedStore()).then(
      () => true,
      () => false,
    ),
  forget: (task, key) => del(nameOf(task, key), openedStore()).catch(() => undefined),
  async of(task) {
    const all = await entries<string, KeptUpload>(openedStore()).catch(() => []);
    const old = all.filter(([, { at }]) => Date.now() - at > DAY_MS);
    for (const [name] of old) await del(name, openedStore()).catch(() => undefined);
    return all
      .map(([, upload]) => upload)
      .filter((upload) => upload.task === task && Date.now() - upload.at <= DAY_MS)
      .sort((a, b) => a.at - b.at);
  },
};

const BROWSER_PORTS: UploadPorts = {
  start: startUpload,
  store: uploadStore,
  remove: deleteFile,
  now: Date.now,
  newKey,
  maxBytes: MAX_FILE_BYTES,
  lighten: (file) => (isLargePhoto(file) ? lighterPhoto(file) : null),
};

/** By task. Uploads continue while another screen is shown. */
const uploadsByTask = new Map<string, Uploads>();

export function uploadsOf(task: string): Uploads {
  const uploads = uploadsByTask.get(task) ?? new Uploads(task, BROWSER_PORTS);
  uploadsByTask.set(task, uploads);
  return uploads;
}

export function useUploads(task: string) {
  const uploads = uploadsOf(task);
  const items = useSyncExternalStore(uploads.subscribe, uploads.items);
  useEffect(() => {
    void uploads.load();
    const resume = () => uploads.resume();
    // A phone stops the requests of a page that nobody sees, and does not always say when the connection is back.
    const resumeSeen = () => document.visibilityState === 'visible' && resume();
    window.addEventListener('online', resume);
    document.addEventListener('visibilitychange', resumeSeen);
    return () => {
      window.removeEventListener('online', resume);
      document.removeEventListener('visibilitychange', resumeSeen);
    };
  }, [uploads]);
  return { items, uploads };
}
