import { clsx } from 'clsx';
import { Paperclip, RotateCcw, Upload, X } from 'lucide-react';
import { type DragEvent, useEffect, useId, useRef, useState } from 'react';
import { sizeWords } from '../../../src/contracts/words/format.ts';
import { sentence } from '../../../src/contracts/words/isolated.ts';
import { type Attachment, uploadAttachment } from '../../api/email-tasks.ts';
import { failedWith, messageOf } from '../../api/problem.ts';
import { IconButton } from '../../ui/button.tsx';
import fieldStyles from '../../ui/field.module.css';
import { Icon } from '../../ui/icon.tsx';
import layoutStyles from '../../ui/layout.module.css';
import textStyles from '../../ui/text.module.css';
import { ThinProgress } from '../../ui/thin-progress.tsx';
import styles from './attachments.module.css';
import { attachFault, type EmailDraft } from './email-draft.ts';

export interface Uploading {
  readonly key: number;
  readonly name: string;
  readonly size: number;
  /** From 0 to 1. */
  readonly share: number;
  /** The reason of a failure. Null: the upload is running. */
  readonly fault: string | null;
}

interface Running {
  readonly file: File;
  readonly cancel: AbortController;
}

/** Uploads run in parallel. Each can be cancelled and, after a failure, retried. They stop when the screen is left. */
function useUploads(taskId: string, onUploaded: (attachment: Attachment) => void) {
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

interface FieldProps {
  readonly taskId: string;
  readonly draft: EmailDraft;
  readonly fault: string | undefined;
  readonly onAdded: (attachment: Attachment) => void;
  readonly onRemoved: (id: string) => void;
  /** Called with true while files are being uploaded. */
  readonly onBusy: (busy: boolean) => void;
}

export function AttachmentField({ taskId, draft, fault, onAdded, onRemoved, onBusy }: FieldProps) {
  const id = useId();
  const uploads = useUploads(taskId, onAdded);
  const [isOver, setOver] = useState(false);
  const [refused, setRefused] = useState<string | null>(null);
  const isBusy = uploads.list.some((one) => one.fault === null);
  useEffect(() => onBusy(isBusy), [isBusy, onBusy]);

  function add(files: readonly File[]): void {
    const sizes = [...uploads.list, ...files].map(({ size }) => size);
    const why = attachFault(draft, sizes);
    setRefused(why);
    if (why === null) uploads.add(files);
  }
  function drop(event: DragEvent): void {
    event.preventDefault();
    // A file that is dropped elsewhere on the page becomes proof by itself.
    event.stopPropagation();
    setOver(false);
    add([...event.dataTransfer.files]);
  }
  const wrong = fault ?? refused;
  return (
    <fieldset
      className={isOver ? clsx(styles.dropZone, styles.over) : styles.dropZone}
      aria-describedby={wrong ? `${id}-error` : undefined}
    >
      <legend className={layoutStyles.visuallyHidden}>Attachments</legend>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is a second way; the file can be chosen by keyboard, too */}
      <div
        onDragOver={(event) => {
          event.preventDefault();
          event.stopPropagation();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <ul>
          {draft.attachments.map((one) => (
            <li key={one.id} className={styles.file}>
              <Icon of={Paperclip} />
              <span dir="auto">{one.name}</span>
              <small>{sizeWords(one.size)}</small>
              <IconButton label={sentence`Remove ${one.name}`} onClick={() => onRemoved(one.id)}>
                <Icon of={X} />
              </IconButton>
            </li>
          ))}
          {uploads.list.map((one) => (
            <li key={one.key} className={styles.file}>
              <Icon of={Upload} />
              <span dir="auto">{one.name}</span>
              {one.fault === null ? (
                <>
                  <small>{Math.round(one.share * 100)} %</small>
                  <ThinProgress label={sentence`Uploading ${one.name}`} value={one.share} max={1} />
                </>
              ) : (
                <>
                  <small className={clsx(textStyles.missed, styles.missed)} role="alert">
                    {one.fault}
                  </small>
                  <IconButton label={sentence`Try ${one.name} again`} onClick={() => uploads.retry(one.key)}>
                    <Icon of={RotateCcw} />
                  </IconButton>
                </>
              )}
              <IconButton
                label={one.fault === null ? sentence`Cancel ${one.name}` : sentence`Remove ${one.name}`}
                onClick={() => uploads.cancel(one.key)}
              >
                <Icon of={X} />
              </IconButton>
            </li>
          ))}
        </ul>
        <label className={styles.chooser}>
          <Icon of={Upload} />
          <span>
            Drop attachments here, or <span className={textStyles.link}>choose</span>. Up to 10, with 20 MB together.
          </span>
          <input
            type="file"
            multiple
            className={layoutStyles.visuallyHidden}
            onChange={(event) => {
              add([...(event.target.files ?? [])]);
              event.target.value = '';
            }}
          />
        </label>
      </div>
      {wrong && (
        <p className={fieldStyles.fault} data-part="fault" id={`${id}-error`} role="alert">
          {wrong}
        </p>
      )}
    </fieldset>
  );
}
