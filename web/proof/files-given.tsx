import { FileText } from 'lucide-react';
import { useState } from 'react';
import { sizeWords } from '../../src/contracts/words/size.ts';
import { fileAddress, previewAddress } from '../api/files.ts';
import type { Submission } from '../api/verifications.ts';
import { Icon } from '../ui/icon.tsx';
import { Viewer } from '../ui/viewer.tsx';

type File = Submission['files'][number];

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
                <img src={previewAddress(file.id, 320)} alt="" loading="lazy" />
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
              <a className="link" href={fileAddress(file.id)} download={file.name}>
                {file.name}
              </a>
              <span className="q3 s1">{sizeWords(file.size)}</span>
              <Seen file={file} />
            </li>
          ))}
        </ul>
      )}
      <Viewer
        pictures={pictures.map((file) => ({ src: previewAddress(file.id, 1280), name: file.name, original: fileAddress(file.id) }))}
        shown={shown}
        onShown={setShown}
      />
    </>
  );
}

/** Whoever judges sees that the same was given before, and so does the owner. */
const Seen = ({ file }: { file: File }) =>
  file.seenBefore ? <small className="due">{file.seenBefore.how === 'same' ? 'Given before' : 'Looks like an earlier one'}</small> : null;
