import type { OpenFile } from './files.ts';

/** What is looked at: an open file, which stays open. */
export type Inspectable = Pick<OpenFile, 'size' | 'range'>;

/** When a picture was taken, as its EXIF says. */
export interface CapturedAt {
  /** `YYYY-MM-DDTHH:MM:SS`, on the clock where it was taken. */
  readonly local: string;
  /** `+02:00`; null: it does not say. */
  readonly offset: string | null;
}

export interface Inspected {
  /** The media type, by the content. */
  readonly type: string;
  /** In pixels, as it is shown; null: it is no picture. */
  readonly width: number | null;
  readonly height: number | null;
  /** Whether previews of it can be made. */
  readonly preview: boolean;
  readonly captured: CapturedAt | null;
  /** 256 bits in hex by which pictures that look alike can be told; null: no picture, or too plain a one. */
  readonly look: string | null;
}

/** The file is of no kind that is taken, or not what it seems to be. The message is a sentence for its owner. */
export class FileNotTaken extends Error {
  override readonly name = 'FileNotTaken';
}

export type PreviewSize = 320 | 1_280;

/** For whom a file is looked at. */
export interface ForWhom {
  /** Whose file it is. Owners take turns, and one file of each is looked at at a time. */
  readonly owner: string;
  /** Aborts when nobody waits for the answer any more. */
  readonly signal: AbortSignal;
}

export interface InspectedFor extends ForWhom {
  /** What its owner calls the file. */
  readonly name: string;
}

/** Looks into files that nobody can be trusted to describe. Few at a time; others wait, and archives only for archives. */
export interface FileInspector {
  /** @throws FileNotTaken, QueueFull, the signal's reason */
  inspect(file: Inspectable, forWhom: InspectedFor): Promise<Inspected>;
  /** A picture in WebP that fits into a square of so many pixels, without metadata. @throws FileNotTaken, QueueFull, the signal's reason */
  preview(file: Inspectable, size: PreviewSize, forWhom: ForWhom): Promise<Buffer>;
}
