import { FileText } from 'lucide-react';
import { useState } from 'react';
import type { Submission } from '../api/verifications.ts';
import { sizeWords } from '../lib/size-words.ts';
import { Icon } from '../ui/icon.tsx';
import { Viewer } from '../ui/viewer.tsx';

type File = Submission['files'][number];

const addressOf = ({ id }: File): string => `/api/files/${encodeURIComponent(id)}`;
const previewOf = (file: File, size: 320 | 1280): string => `${addressOf(file)}/preview?size=${size}`;

/** Files that were given: pictures to be looked at, everything else to be downloaded. */
export function FilesGiven({ files }: { files: readonly File[] }) {
  const [shown, setShown] = useState<number | null>(null);
  const pictures = files.filter((file) => file.preview);
  const others = files.filter((file) => !file.preview);
  return (
    <>
      {pictures.length > 0 && (
        <ul className="pix">
          {pictures.map((file, index) => (
            <li key={file.id}>
              <button type="button" aria-label={`Look at ${file.name}`} onClick={() => setShown(index)}>
                <img src={previewOf(file, 320)} alt="" loading="lazy" />
              </button>
              <Seen file={file} />
            </li>
          ))}
        </ul>
      )}
      {others.length > 0 && (
        <ul className="lks">
          {others.map((file) => (
            <li key={file.id}>
              <Icon of={FileText} />
              <a className="link" href={addressOf(file)} download={file.name}>
                {file.name}
              </a>
              <span className="q3 s1">{sizeWords(file.size)}</span>
              <Seen file={file} />
            </li>
          ))}
        </ul>
      )}
      <Viewer
        pictures={pictures.map((file) => ({ src: previewOf(file, 1280), name: file.name, original: addressOf(file) }))}
        shown={shown}
        onShown={setShown}
      />
    </>
  );
}

/** Whoever judges sees that the same was given before, and so does the owner. */
const Seen = ({ file }: { file: File }) =>
  file.seen_before ? <small className="due">{file.seen_before.how === 'same' ? 'Given before' : 'Looks like an earlier one'}</small> : null;
