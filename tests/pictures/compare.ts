import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import pixelmatch from 'pixelmatch';
import sharp from 'sharp';

interface Pixels {
  readonly data: Buffer;
  readonly width: number;
  readonly height: number;
}

/** The pixels of a picture on a ground of a given size, so that pictures of two heights can be compared. */
async function pixels(picture: Buffer, to: { readonly width: number; readonly height: number }): Promise<Pixels> {
  const read = sharp(picture).ensureAlpha();
  const { width, height } = await read.metadata();
  const data = await read
    .extend({ right: to.width - width, bottom: to.height - height, background: '#ff00ff' })
    .raw()
    .toBuffer();
  return { data, ...to };
}

/**
 * How far two colours may lie apart, between 0 and 1: two of 255 steps of grey. What lies in a layer of its own is not drawn exactly
 * the same each time.
 */
const SAME_COLOUR = 0.01;
/** So few pixels are no difference that anybody made. */
const SPECKS = 4;

/**
 * The share of pixels in which a picture differs from the one in a file, between 0 and 1; null: there is no such file. Where
 * it differs, a picture of the differences is written. Smoothed edges count, too: both pictures come from the same browser.
 */
export async function difference(picture: Buffer, before: string, toFile: string): Promise<number | null> {
  if (!existsSync(before)) return null;
  // The program, which runs in this process, lets sharp open no files by their path.
  const kept = readFileSync(before);
  const [now, then] = await Promise.all([sharp(picture).metadata(), sharp(kept).metadata()]);
  const size = { width: Math.max(now.width, then.width), height: Math.max(now.height, then.height) };
  const [one, other] = await Promise.all([pixels(picture, size), pixels(kept, size)]);
  if (one.data.equals(other.data)) return 0;
  const { width, height } = size;
  const drawn = Buffer.alloc(width * height * 4);
  const count = pixelmatch(other.data, one.data, drawn, width, height, { threshold: SAME_COLOUR, includeAA: true });
  if (count <= SPECKS) return 0;
  mkdirSync(dirname(toFile), { recursive: true });
  await sharp(drawn, { raw: { width, height, channels: 4 } })
    .png()
    .toFile(toFile);
  return count / (width * height);
}
