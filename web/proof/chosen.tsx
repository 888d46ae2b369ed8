import { clsx } from 'clsx';
import { Camera, CircleAlert, CircleCheck, FileText, GitCommitHorizontal, Image, Link as LinkIcon, Upload, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { sizeWords } from '../../src/contracts/words/format.ts';
import { sentence } from '../../src/contracts/words/isolated.ts';
import { previewAddress } from '../api/files.ts';
import buttonStyles from '../ui/button.module.css';
import { IconButton } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import layoutStyles from '../ui/layout.module.css';
import textStyles from '../ui/text.module.css';
import { ThinProgress } from '../ui/thin-progress.tsx';
import styles from './chosen.module.css';
import { isCommit, linkWords } from './draft.ts';
import type { UploadItem } from './uploads.ts';

interface ChosenProps {
  readonly items: readonly UploadItem[];
  readonly links: readonly string[];
  /** Whether the person is dragging files over the page. */
  readonly over: boolean;
  readonly onFiles: (files: readonly File[]) => void;
  readonly onRemove: (key: string) => void;
  readonly onRemoveLink: (link: string) => void;
}

export function Chosen({ items, links, over, onFiles, onRemove, onRemoveLink }: ChosenProps) {
  const chooser = useRef<HTMLInputElement>(null);
  const camera = useRef<HTMLInputElement>(null);
  const take = (input: HTMLInputElement) => {
    onFiles([...(input.files ?? [])]);
    input.value = '';
  };
  return (
    <div className={clsx(styles.dropZone, over && styles.over)}>
      <ul aria-label="Chosen">
        {items.map((item) => (
          <FileRow key={item.key} item={item} onRemove={() => onRemove(item.key)} />
        ))}
        {links.map((link) => (
          <li key={link} className={styles.item}>
            <Icon of={isCommit(link) ? GitCommitHorizontal : LinkIcon} />
            <span className={styles.name}>{linkWords(link)}</span>
            <IconButton label={`Remove ${linkWords(link)}`} onClick={() => onRemoveLink(link)}>
              <Icon of={X} />
            </IconButton>
          </li>
        ))}
      </ul>
      <div className={styles.chooser}>
        <Icon of={Upload} />
        <span>
          <span className={styles.hint}>Drop files anywhere, paste a screenshot, or </span>
          <button type="button" className={clsx(textStyles.link, styles.link)} onClick={() => chooser.current?.click()}>
            choose<span className={layoutStyles.visuallyHidden}> files</span>
          </button>
          . Images, PDF, text, up to 25 MB.
        </span>
        <button
          type="button"
          className={clsx(buttonStyles.button, buttonStyles.small, styles.camera)}
          data-part="button"
          onClick={() => camera.current?.click()}
        >
          <Icon of={Camera} />
          Camera
        </button>
        <input ref={chooser} type="file" multiple hidden aria-label="Files" onChange={(event) => take(event.target)} />
        <input
          ref={camera}
          type="file"
          accept="image/*"
          capture="environment"
          hidden
          aria-label="Photo"
          onChange={(event) => take(event.target)}
        />
      </div>
    </div>
  );
}

function FileRow({ item, onRemove }: { item: UploadItem; onRemove: () => void }) {
  const { name, type, status, message } = item;
  const isGoing = status === 'uploading' || status === 'waiting';
  return (
    <li className={styles.item}>
      <Thumbnail item={item} />
      <span className={styles.name}>
        <bdi>{name}</bdi>
        <small
          className={status === 'failed' ? clsx(textStyles.missed, styles.missed) : undefined}
          {...(status === 'failed' && { role: 'alert' })}
        >
          {message ?? progressWords(item)}
          {!item.isStored && status !== 'failed' && '. This browser could not store it: leave this page open until the proof is sent.'}
        </small>
      </span>
      {status === 'done' && <Icon of={CircleCheck} className={clsx(textStyles.kept, styles.kept)} label="Uploaded" />}
      {status === 'failed' && <Icon of={CircleAlert} className={clsx(textStyles.missed, styles.missed)} label="Not uploaded" />}
      <IconButton label={sentence`${isGoing ? 'Cancel' : 'Remove'} ${name}`} onClick={onRemove}>
        <Icon of={X} />
      </IconButton>
      {isGoing && (
        <ThinProgress label={sentence`${name}, ${type}`} max={Math.max(1, item.size)} value={item.sent} words={progressWords(item)} />
      )}
    </li>
  );
}

/** For example '64 %, 212 KB of 330 KB' during the upload. Before and after it, only the size. */
export function progressWords({ status, sent, size }: Pick<UploadItem, 'status' | 'sent' | 'size'>): string {
  if (status === 'waiting') return `${Math.floor((sent / Math.max(1, size)) * 100)} %, waits for the connection`;
  if (status !== 'uploading') return sizeWords(size);
  return `${Math.floor((sent / Math.max(1, size)) * 100)} %, ${sizeWords(sent)} of ${sizeWords(size)}`;
}

/** Shows the picture if this page has its bytes, otherwise an icon. */
function Thumbnail({ item: { content, type, id } }: { item: UploadItem }) {
  const [local, setLocal] = useState<string | null>(null);
  const isPicture = type.startsWith('image/');
  useEffect(() => {
    if (!isPicture || content === null) return setLocal(null);
    const url = URL.createObjectURL(content);
    setLocal(url);
    return () => URL.revokeObjectURL(url);
  }, [content, isPicture]);
  const src = local ?? (isPicture && id !== null ? previewAddress(id, 320) : null);
  const [broken, setBroken] = useState<string | null>(null);
  if (src === null || broken === src) return <Icon of={isPicture ? Image : FileText} />;
  return <img className={styles.thumbnail} src={src} alt="" onError={() => setBroken(src)} />;
}
