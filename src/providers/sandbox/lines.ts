import type { Readable } from 'node:stream';

export interface LineReader {
  /** Called for each line, without its end. */
  readonly line: (line: string) => void;
  /** Called once a line has become longer than it may be. Nothing is read afterwards. */
  readonly tooLong: () => void;
}

/** Reads a stream line by line, and never keeps more of it than the longest line that is allowed. */
export function readLines(stream: Readable, maxLength: number, { line, tooLong }: LineReader): void {
  let kept = '';
  const take = (text: string): void => {
    const lines = `${kept}${text}`.split('\n');
    kept = lines.pop() ?? '';
    if (kept.length > maxLength || lines.some(({ length }) => length > maxLength)) {
      stream.off('data', take);
      stream.destroy();
      tooLong();
      return;
    }
    for (const one of lines) line(one);
  };
  stream.setEncoding('utf8');
  stream.on('data', take);
}
