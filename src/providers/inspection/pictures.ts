import type { Sharp } from 'sharp';
import { type CapturedAt, FileNotTaken, type Inspectable, type Inspected, type PreviewSize } from '../../ports/files.ts';
import { bytesOf } from './kinds.ts';

/** The size of the small grey picture in which neighbouring pixels are compared. */
const SAMPLE = { width: 17, height: 16 } as const;
const BITS = (SAMPLE.width - 1) * SAMPLE.height;
/** Differences up to this come from compression. */
const NOISE = 2;
/** A picture with fewer differences is too plain: it would look like another plain one by chance. */
const LEAST_DIFFERENT = 20;

/**
 * A difference hash: one bit for each pair of neighbours in a row, set if the left one is brighter. It hardly changes
 * when a picture is scaled down or compressed again. Null for a picture that is too plain.
 */
function lookOf(gray: Buffer): string | null {
  const look = Buffer.alloc(BITS / 8);
  let different = 0;
  for (let bit = 0; bit < BITS; bit += 1) {
    const at = Math.floor(bit / (SAMPLE.width - 1)) * SAMPLE.width + (bit % (SAMPLE.width - 1));
    const difference = (gray[at] ?? 0) - (gray[at + 1] ?? 0);
    if (Math.abs(difference) > NOISE) different += 1;
    if (difference > NOISE) look[bit >> 3] = (look[bit >> 3] ?? 0) | (1 << (bit & 7));
  }
  return different < LEAST_DIFFERENT ? null : look.toString('hex');
}

/** More pixels than phone pictures usually have. */
const MOST_PIXELS = 100_000_000;
/** The limit for pictures that can only be decoded as a whole, which takes memory for each pixel. */
const MOST_PIXELS_AT_ONCE = 40_000_000;
/** Kinds that are decoded row by row, unless they are interlaced or progressive. */
const ROW_BY_ROW: ReadonlySet<string> = new Set(['image/png', 'image/jpeg']);
const DECODERS = ['Png', 'Jpeg', 'Webp', 'Nsgif'].map((kind) => `VipsForeignLoad${kind}Buffer`);
const SECONDS = 15;

/** What libvips refuses: damaged pixels, or any deviation from the format. */
type FailOn = 'error' | 'warning';
type Open = (bytes: Buffer, failOn?: FailOn) => Sharp;

const JPEG = Buffer.of(0xff, 0xd8, 0xff);
const END_OF_JPEG = Buffer.of(0xff, 0xd9);

/** Opens pictures upright, and only their first frame. */
async function opener(limitInputPixels: number | false = MOST_PIXELS): Promise<Open> {
  // Loaded with the first picture, because it takes 20 MB.
  const { default: sharp } = await import('sharp');
  // Blocks all other decoders, so that no file reaches one of them, whatever it looks like. Nothing is cached.
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({ operation: [...DECODERS] });
  sharp.cache(false);
  return (bytes, failOn = 'error') =>
    sharp(bytes, { limitInputPixels, sequentialRead: true, failOn }).timeout({ seconds: SECONDS }).autoOrient();
}

const whole = (file: Inspectable): Promise<Buffer> => bytesOf(file, 0, file.size);

/** @throws FileNotTaken */
async function reading<T>(open: Open, bytes: Buffer, read: (picture: Sharp) => Promise<T>): Promise<T> {
  try {
    return await read(open(bytes)).catch((error: unknown) => {
      if (!bytes.subarray(0, JPEG.length).equals(JPEG)) throw error;
      // Some programs leave out the mark at the end. If it is added, everything else must be valid, because libvips
      // would invent the rest of a picture that was cut off.
      return read(open(Buffer.concat([bytes, END_OF_JPEG]), 'warning'));
    });
  } catch {
    throw new FileNotTaken('This picture cannot be read. It may be damaged. Open it, save it again as PNG or JPEG, and send that.');
  }
}

/**
 * The size is read, and refused if it is too large, before any pixels are decoded. @throws FileNotTaken, the signal's
 * reason
 */
export async function inspectPicture(file: Inspectable, type: string, signal: AbortSignal): Promise<Inspected> {
  const bytes = await whole(file);
  const { width, height, exif, autoOrient, isProgressive } = await reading(await opener(false), bytes, (picture) => picture.metadata());
  const most = isProgressive || !ROW_BY_ROW.has(type) ? MOST_PIXELS_AT_ONCE : MOST_PIXELS;
  if (width * height > most)
    throw new FileNotTaken(
      `This picture has more than ${most / 1_000_000} million pixels, which is more than is taken of its kind. Make it smaller, then send it.`,
    );
  signal.throwIfAborted();
  const gray = await reading(await opener(), bytes, (picture) =>
    picture
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
  return reading(await opener(), await whole(file), (picture) =>
    picture.resize({ width: size, height: size, fit: 'inside', withoutEnlargement: true }).webp({ quality: 80 }).toBuffer(),
  );
}

/** Null if the EXIF data are damaged or contain no date. */
async function capturedAt(exif: Buffer): Promise<CapturedAt | null> {
  try {
    const { default: read } = await import('exif-reader');
    const { Photo } = read(exif);
    const taken = Photo?.DateTimeOriginal;
    // EXIF names no zone, so the reader gives the time as if it were UTC.
    if (!(taken instanceof Date)) return null;
    const offset = String(Photo?.OffsetTimeOriginal ?? '');
    return { local: taken.toISOString().slice(0, 19), offset: /^[+-](?:0\d|1[0-4]):[0-5]\d$/.test(offset) ? offset : null };
  } catch {
    return null;
  }
}
