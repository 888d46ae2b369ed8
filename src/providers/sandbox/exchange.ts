import type { Readable } from 'node:stream';
import type { Call, Ran } from '../../contracts/coding/ran.ts';
import type { CodeLanguage } from '../../ports/sandbox.ts';

/** A job for a child process. It does not contain the expected output. */
export interface Job {
  readonly language: CodeLanguage;
  readonly code: string;
  /** Null for a program that reads standard input. */
  readonly call: Call | null;
  readonly stdin: string;
}

export interface Answer {
  readonly ran: Ran;
  /** Processor time in milliseconds. */
  readonly ms: number;
  /** True if the interpreter can run nothing more. */
  readonly isBroken: boolean;
}

/** The settings with which a child process is started. */
export interface ChildSettings {
  /** Processor time of an example, in milliseconds. */
  readonly exampleMs: number;
  readonly memoryBytes: number;
}

/** The line with which a child process reports that its interpreter can run code. Every other line is an answer. */
export const READY = 'ready';

export interface LineReader {
  /** Called for each line, without its end. */
  readonly line: (line: string) => void;
  /** Called once a line is too long. Nothing is read afterwards. */
  readonly tooLong: () => void;
}

/** Reads a stream line by line. It never keeps more of it than the longest allowed line. */
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
