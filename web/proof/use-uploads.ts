import { useEffect, useSyncExternalStore } from 'react';
import { newKey } from '../api/client.ts';
import { deleteFile, MAX_FILE_BYTES, startUpload } from '../api/files.ts';
import { uploadStore } from './upload-store.ts';
import { Uploads } from './uploads.ts';

const PORTS = { start: startUpload, store: uploadStore, remove: deleteFile, now: Date.now, newKey, maxBytes: MAX_FILE_BYTES };

/** By task. Uploads go on while another screen is shown. */
const all = new Map<string, Uploads>();

export function uploadsOf(task: string): Uploads {
  const uploads = all.get(task) ?? new Uploads(task, PORTS);
  all.set(task, uploads);
  return uploads;
}

/** The files that are chosen for the proof of a task. */
export function useUploads(task: string) {
  const uploads = uploadsOf(task);
  const items = useSyncExternalStore(uploads.subscribe, uploads.items);
  useEffect(() => {
    void uploads.load();
    const resume = () => uploads.resume();
    window.addEventListener('online', resume);
    return () => window.removeEventListener('online', resume);
  }, [uploads]);
  return { items, uploads };
}
