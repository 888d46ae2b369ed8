import { useEffect, useRef, useState } from 'react';
import { type Attachment, uploadAttachment } from '../../api/email-tasks.ts';
import { failedWith, messageOf } from '../../api/problem.ts';

/** A file on its way to the server. */
export interface Uploading {
  readonly key: number;
  readonly name: string;
  readonly size: number;
  /** From 0 to 1. */
  readonly share: number;
  /** Why it failed; null: it is on its way. */
  readonly fault: string | null;
}

interface Running {
  readonly file: File;
  readonly cancel: AbortController;
}

/** Uploads files to be attached, side by side. Each can be cancelled, and tried again when it failed. They end with the screen. */
export function useUploads(taskId: string, onUploaded: (attachment: Attachment) => void) {
  const [list, setList] = useState<readonly Uploading[]>([]);
  const running = useRef(new Map<number, Running>());
  const next = useRef(0);
  const done = useRef(onUploaded);
  done.current = onUploaded;
  useEffect(() => {
    const all = running.current;
    return () => {
      for (const { cancel } of all.values()) cancel.abort();
    };
  }, []);

  const patch = (key: number, change: Partial<Uploading>): void =>
    setList((now) => now.map((one) => (one.key === key ? { ...one, ...change } : one)));
  const drop = (key: number): void => {
    running.current.delete(key);
    setList((now) => now.filter((one) => one.key !== key));
  };
  function start(key: number, file: File): void {
    const cancel = new AbortController();
    running.current.set(key, { file, cancel });
    uploadAttachment(taskId, file, cancel.signal, (share) => patch(key, { share })).then(
      (attachment) => {
        drop(key);
        done.current(attachment);
      },
      (error: unknown) => (failedWith(error, 'aborted') ? drop(key) : patch(key, { fault: messageOf(error) })),
    );
  }
  return {
    list,
    add(files: readonly File[]): void {
      const added = files.map((file) => ({ file, key: next.current++ }));
      setList((now) => [...now, ...added.map(({ key, file }) => ({ key, name: file.name, size: file.size, share: 0, fault: null }))]);
      for (const { key, file } of added) start(key, file);
    },
    retry(key: number): void {
      const known = running.current.get(key);
      if (!known) return;
      patch(key, { fault: null, share: 0 });
      start(key, known.file);
    },
    cancel(key: number): void {
      running.current.get(key)?.cancel.abort();
      drop(key);
    },
  };
}
