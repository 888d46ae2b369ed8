import { Turns } from '../../concurrency/turns.ts';
import { type FileInspector, FileNotTaken, type Inspectable, type Inspected, type InspectedFor } from '../../ports/files.ts';
import { type Archives, type ArchivesOptions, createArchives } from './archives.ts';
import { adviceFor, bytesOf, isMarkedText, isMarkup, isMp4, isRtf, pdfIn, textFault } from './kinds.ts';
import { inspectPicture, previewOf } from './pictures.ts';

/** Enough for every signature. */
const HEAD = 4_100;
/**
 * At most two pictures are inspected or scaled at a time, so that the other threads of the pool can read and write
 * files.
 */
const BOUNDS = { running: 2, waiting: 500, waitingOfOwner: 100 } as const;

const PICTURES: ReadonlySet<string> = new Set(['image/png', 'image/apng', 'image/jpeg', 'image/webp', 'image/gif']);
const PDF = 'application/pdf';
/** File name endings that stand for something other than text. */
const PROMISES_BYTES = /\.(?:png|jpe?g|webp|gif|bmp|ico|avif|heic|tiff?|pdf|docx?|xlsx?|pptx?|odt|zip|gz|mp4|mov|exe)$/i;

const DISGUISED = 'This is HTML or SVG under the name of something else. Send it under its own name to have it taken as plain text.';

const GZIP = Buffer.of(0x1f, 0x8b);
/** The signatures of an entry and of an empty archive. */
const ZIP = [Buffer.from('PK\u0003\u0004'), Buffer.from('PK\u0005\u0006')] as const;
const startsWith = (head: Buffer, mark: Buffer): boolean => head.subarray(0, mark.length).equals(mark);

const plain = (type: string): Inspected => ({ type, width: null, height: null, preview: false, captured: null, look: null });

interface Lanes {
  readonly archives: Archives;
  readonly pictures: Turns;
}

async function kindOf(file: Inspectable, forWhom: InspectedFor, { archives, pictures }: Lanes): Promise<Inspected> {
  if (file.size === 0) throw new FileNotTaken('This file is empty.');
  const head = await bytesOf(file, 0, HEAD);
  if (startsWith(head, GZIP)) return plain(await archives.inspect(file, 'gzip', forWhom));
  if (ZIP.some((mark) => startsWith(head, mark))) return plain(await archives.inspect(file, 'zip', forWhom));
  if (isMarkedText(head)) return inspectText(file, forWhom, head);
  const { fileTypeFromBuffer } = await import('file-type');
  const type: string | undefined = (await fileTypeFromBuffer(head))?.mime;
  if (type !== undefined && PICTURES.has(type)) {
    const { owner, signal } = forWhom;
    const picture = pictures.run(owner, () => inspectPicture(file, type === 'image/apng' ? 'image/png' : type, signal), { signal });
    return picture.catch((error) => (error instanceof FileNotTaken ? inspectText(file, forWhom, head, error) : Promise.reject(error)));
  }
  if (isMp4(type, head, file.size)) return plain('video/mp4');
  if (type === undefined || type === PDF) {
    const pdf = await inspectPdf(file, forWhom, head);
    if (pdf) return pdf;
  }
  if (await isRtf(type, file, head)) throw new FileNotTaken(adviceFor(type));
  return inspectText(file, forWhom, head, type === undefined ? undefined : new FileNotTaken(adviceFor(type)));
}

/**
 * A text can begin like a file of another kind: `BMI: 22` begins as a bitmap does. `otherwise`: why the file is not
 * accepted as that kind. If its name promises such a kind, it is not treated as text.
 * @throws FileNotTaken
 */
async function inspectText(file: Inspectable, { name }: InspectedFor, head: Buffer, otherwise?: FileNotTaken): Promise<Inspected> {
  const isMeantAsBytes = PROMISES_BYTES.test(name);
  if (isMeantAsBytes && isMarkup(head)) throw new FileNotTaken(DISGUISED);
  if (isMeantAsBytes && otherwise) throw otherwise;
  const fault = await textFault(file);
  if (fault === null) return plain('text/plain');
  throw otherwise ?? new FileNotTaken(fault === 'no text' ? adviceFor(undefined) : fault);
}

/** Null: it is no PDF. If it could be both, a text counts as a PDF only if its name says so. */
async function inspectPdf(file: Inspectable, { name }: InspectedFor, head: Buffer): Promise<Inspected | null> {
  const found = pdfIn(head);
  if (found === 'no' || isMarkup(head)) return null;
  if (found === 'likely' || /\.pdf$/i.test(name)) return plain(PDF);
  return (await textFault(file)) === null ? null : plain(PDF);
}

/** Inspects the content of files: their signatures, the entries of archives, and the pixels of pictures. */
export function createFileInspector(options: ArchivesOptions = {}): FileInspector {
  const lanes: Lanes = { archives: createArchives(options), pictures: new Turns(BOUNDS) };
  return {
    inspect: (file, forWhom) => kindOf(file, forWhom, lanes),
    preview: (file, size, { owner, signal }) => lanes.pictures.run(owner, () => previewOf(file, size), { signal }),
  };
}
