import { type FileInspector, FileNotTaken, type Inspectable, type Inspected } from '../../ports/file-inspector.ts';
import { inspectArchive, inspectGzip } from './archives.ts';
import { bytesOf } from './bytes.ts';
import { createGate } from './gate.ts';
import { inspectPicture, previewOf } from './pictures.ts';
import { inspectText, isMarkedText } from './texts.ts';

/** Enough for every signature. */
const HEAD = 4_100;
/** So that the other threads of the pool read and write files meanwhile. */
const AT_ONCE = 2;

const PICTURES: ReadonlySet<string> = new Set(['image/png', 'image/apng', 'image/jpeg', 'image/webp', 'image/gif']);
const AS_THEY_ARE: ReadonlySet<string> = new Set(['application/pdf', 'video/mp4']);
/** Kinds by their first words, which a text can begin with too. */
const TEXTS: ReadonlySet<string> = new Set(['application/xml', 'text/calendar', 'text/vcard', 'text/vtt', 'application/x-subrip']);

const NO_KIND =
  'This kind of file is not taken. Pictures (PNG, JPEG, WebP, GIF), PDF, plain text, Word, Excel, PowerPoint and OpenDocument files, ZIP, GZ and MP4 are.';

const GZIP = Buffer.of(0x1f, 0x8b);
/** Of an entry, and of an archive that is empty. */
const ZIP = [Buffer.from('PK\u0003\u0004'), Buffer.from('PK\u0005\u0006')] as const;
const startsWith = (head: Buffer, mark: Buffer): boolean => head.subarray(0, mark.length).equals(mark);

const plain = (type: string): Inspected => ({ type, width: null, height: null, preview: false, captured: null, look: null });

async function kindOf(file: Inspectable, name: string): Promise<Inspected> {
  if (file.size === 0) throw new FileNotTaken('This file is empty.');
  const head = await bytesOf(file, 0, HEAD);
  if (startsWith(head, GZIP)) return plain(await inspectGzip(file));
  if (ZIP.some((mark) => startsWith(head, mark))) return plain(await inspectArchive(file));
  if (isMarkedText(head)) return plain(await inspectText(file, name));
  const { fileTypeFromBuffer } = await import('file-type');
  const type = (await fileTypeFromBuffer(head))?.mime as string | undefined;
  if (type === undefined || TEXTS.has(type)) return plain(await inspectText(file, name));
  if (PICTURES.has(type)) return inspectPicture(file, type === 'image/apng' ? 'image/png' : type);
  if (AS_THEY_ARE.has(type)) return plain(type);
  throw new FileNotTaken(NO_KIND);
}

/** Looks at what files hold: their signatures, their insides where they are archives, and their pixels. */
export function createFileInspector(): FileInspector {
  const gate = createGate(AT_ONCE);
  return {
    inspect: (file, name) => gate(() => kindOf(file, name)),
    preview: (file, size) => gate(() => previewOf(file, size)),
  };
}
