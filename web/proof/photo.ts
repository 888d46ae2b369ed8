import { exifOf } from './exif.ts';

/** Pixels of the longer side. Text on a photographed page can still be read. */
const LONGEST = 2_560;
const QUALITY = 0.85;
/** Photographs that are smaller are sent as they are. */
const SMALL_BYTES = 1_000_000;
/** Exif data stand within the first segments, each of which has at most 64 KiB. */
const HEAD_BYTES = 262_144;

/** Whether a file may be a photograph with more pixels than anybody looks at. Screenshots are no JPEG, and stay exact. */
export const isLargePhoto = ({ type, size }: Pick<File, 'type' | 'size'>): boolean => type === 'image/jpeg' && size > SMALL_BYTES;

/**
 * The same photograph with fewer pixels, so that it is sent sooner. Its Exif data, such as when it was taken, stay. The browser decodes
 * and encodes beside the page. A photograph that is small enough, or that the browser cannot read, is returned as it is.
 */
export async function lighterPhoto(file: File): Promise<File> {
  try {
    const picture = await createImageBitmap(file);
    const scale = LONGEST / Math.max(picture.width, picture.height);
    if (scale >= 1) return file;
    const canvas = new OffscreenCanvas(Math.round(picture.width * scale), Math.round(picture.height * scale));
    const context = canvas.getContext('2d');
    if (!context) return file;
    context.imageSmoothingQuality = 'high';
    context.drawImage(picture, 0, 0, canvas.width, canvas.height);
    picture.close();
    const drawn = await canvas.convertToBlob({ type: 'image/jpeg', quality: QUALITY });
    const exif = exifOf(new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer()));
    // The first two bytes say that it is a JPEG. The Exif data follow them.
    const parts = exif ? [drawn.slice(0, 2), exif as Uint8Array<ArrayBuffer>, drawn.slice(2)] : [drawn];
    const lighter = new File(parts, file.name, { type: file.type, lastModified: file.lastModified });
    return lighter.size < file.size ? lighter : file;
  } catch {
    return file;
  }
}
