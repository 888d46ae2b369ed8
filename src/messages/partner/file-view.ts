import type { File } from '../../contracts/file.ts';
import { sizeWords } from '../../contracts/words/size.ts';
import { oneLine } from './words.ts';

/** A file that was given, in the texts of the page. */
export interface FileView {
  readonly url: string;
  readonly name: string;
  /** '2.1 MB, taken Thu 19 Nov, 12:04'. */
  readonly note: string;
  /** A warning: the same was given before. Null: it was not. */
  readonly seen: string | null;
  /** A smaller picture of it; null: there is none. */
  readonly picture: PictureView | null;
}

export interface PictureView {
  readonly url: string;
  readonly width: number;
  readonly height: number;
}

type Moment = (instant: string) => string;

/** The greatest width and height of a preview, in pixels. */
const PREVIEW = 1_280;

/** `to`: the path under which the page finds files. */
export const fileViews = (files: readonly File[], to: string, moment: Moment): readonly FileView[] =>
  files.map((file) => {
    const url = `${to}/${encodeURIComponent(file.id)}`;
    const taken = file.captured_at === null ? '' : `, taken ${moment(file.captured_at)}`;
    return {
      url,
      name: oneLine(file.name),
      note: sizeWords(file.size) + taken,
      seen: seenWords(file, moment),
      picture: pictureOf(file, url),
    };
  });

function pictureOf({ preview, width, height }: File, url: string): PictureView | null {
  if (!preview || width === null || height === null) return null;
  // The size is known before the picture comes, so that the page does not jump.
  const scale = Math.min(1, PREVIEW / Math.max(width, height));
  const scaled = (pixels: number): number => Math.max(1, Math.round(pixels * scale));
  return { url: `${url}/preview?size=${PREVIEW}`, width: scaled(width), height: scaled(height) };
}

function seenWords({ seen_before: seen, task_id }: File, moment: Moment): string | null {
  if (seen === null) return null;
  const what = seen.how === 'same' ? 'The same file' : 'A picture that looks like this one';
  return `${what} was uploaded for ${seen.task_id === task_id ? 'this' : 'another'} task before: ${moment(seen.at)}.`;
}
