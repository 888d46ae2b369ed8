import type { Sharp } from 'sharp';
import { type CapturedAt, FileNotTaken, type Inspectable, type Inspected, type PreviewSize } from '../../ports/file-inspector.ts';
import { bytesOf } from './bytes.ts';
import { lookOf, SAMPLE } from './look.ts';

/** More than the pictures of telephones usually have. */
const MOST_PIXELS = 100_000_000;
/** Of a picture that is only decoded as a whole, where each pixel takes memory. */
const MOST_PIXELS_AT_ONCE = 40_000_000;
/** Kinds that are decoded row by row, unless they are interlaced or progressive. */
const ROW_BY_ROW: ReadonlySet<string> = new Set(['image/png', 'image/jpeg']);
const DECODERS = ['Png', 'Jpeg', 'Webp', 'Nsgif'].map((kind) => `VipsForeignLoad${kind}Buffer`);
const SECONDS = 15;

type Open = (bytes: Buffer, limitInputPixels?: number | false) => Sharp;

/** How a picture is opened: upright, and with its first frame alone. */
async function opener(): Promise<Open> {
  // It is loaded when the first picture comes: it takes 20 MB.
  const { default: sharp } = await import('sharp');
  // Whatever a file seems to be: nothing of it reaches a decoder of another kind, and none of it stays in memory.
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({ operation: [...DECODERS] });
  sharp.cache(false);
  return (bytes, limitInputPixels = MOST_PIXELS) =>
    sharp(bytes, { limitInputPixels, sequentialRead: true, failOn: 'error' }).timeout({ seconds: SECONDS }).autoOrient();
}

const whole = (file: Inspectable): Promise<Buffer> => bytesOf(file, 0, file.size);

/** @throws FileNotTaken */
async function reading<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch {
    throw new FileNotTaken('This picture cannot be read. It may be damaged, or something else.');
  }
}

/** The size is read without any pixels, and refused before any are. */
export async function inspectPicture(file: Inspectable, type: string): Promise<Inspected> {
  const [open, bytes] = [await opener(), await whole(file)];
  const { width, height, exif, autoOrient, isProgressive } = await reading(() => open(bytes, false).metadata());
  const most = isProgressive || !ROW_BY_ROW.has(type) ? MOST_PIXELS_AT_ONCE : MOST_PIXELS;
  if (width * height > most)
    throw new FileNotTaken(`This picture has more than ${most / 1_000_000} million pixels, which is more than is taken of its kind.`);
  const gray = await reading(() =>
    open(bytes)
      .flatten({ background: '#fff' })
      .greyscale()
      .resize({ ...SAMPLE, fit: 'fill' })
      .raw()
      .toBuffer(),
  );
  const captured = exif ? await capturedAt(exif) : null;
  return { type, width: autoOrient.width, height: autoOrient.height, preview: true, captured, look: lookOf(gray) };
}

export async function previewOf(file: Inspectable, size: PreviewSize): Promise<Buffer> {
  const [open, bytes] = [await opener(), await whole(file)];
  return reading(() =>
    open(bytes).resize({ width: size, height: size, fit: 'inside', withoutEnlargement: true }).webp({ quality: 80 }).toBuffer(),
  );
}

/** Null where the EXIF is damaged or does not say it. */
async function capturedAt(exif: Buffer): Promise<CapturedAt | null> {
  try {
    const { default: read } = await import('exif-reader');
    const { Photo } = read(exif);
    const taken = Photo?.DateTimeOriginal;
    // It has no zone, and the reader gives it as if it were UTC.
    if (!(taken instanceof Date)) return null;
    const offset = String(Photo?.OffsetTimeOriginal ?? '');
    return { local: taken.toISOString().slice(0, 19), offset: /^[+-](?:0\d|1[0-4]):[0-5]\d$/.test(offset) ? offset : null };
  } catch {
    return null;
  }
}
