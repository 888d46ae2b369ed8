const SOI = 0xffd8;
const APP1 = 0xffe1;
const SOS = 0xffda;
/** 'Exif' and two zeros, read as numbers of four and two bytes. */
const EXIF = [0x45786966, 0] as const;
/** The marker, the length and the name of the segment come before its TIFF data. */
const TIFF = 10;
const LITTLE = 0x4949;
const ORIENTATION = 0x0112;
const ENTRY = 12;

/** Says that the picture need not be turned: its pixels were. Data that end too soon stay as they are. */
function setUpright(segment: Uint8Array): void {
  const view = new DataView(segment.buffer, segment.byteOffset, segment.byteLength);
  const isLittle = view.getUint16(TIFF) === LITTLE;
  const first = TIFF + view.getUint32(TIFF + 4, isLittle);
  const count = view.getUint16(first, isLittle);
  for (let index = 0; index < count; index += 1) {
    const entry = first + 2 + index * ENTRY;
    if (view.getUint16(entry, isLittle) === ORIENTATION) view.setUint16(entry + 8, 1, isLittle);
  }
}

/** A copy of the Exif segment of a JPEG, for a picture whose pixels stand upright. Null: it has none that can be read. */
export function exifOf(jpeg: Uint8Array): Uint8Array | null {
  const view = new DataView(jpeg.buffer, jpeg.byteOffset, jpeg.byteLength);
  try {
    if (view.getUint16(0) !== SOI) return null;
    for (let at = 2; view.getUint16(at) !== SOS; ) {
      const length = 2 + view.getUint16(at + 2);
      if (view.getUint16(at) === APP1 && view.getUint32(at + 4) === EXIF[0] && view.getUint16(at + 8) === EXIF[1]) {
        if (at + length > jpeg.length) return null;
        const segment = jpeg.slice(at, at + length);
        setUpright(segment);
        return segment;
      }
      at += length;
    }
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
  }
  return null;
}
