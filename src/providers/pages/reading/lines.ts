import { withoutEmptyEnds } from './blank-lines.ts';

/** A line of a statement, or a whole block of code. */
export interface Line {
  readonly kind: 'text' | 'item' | 'heading' | 'code';
  readonly text: string;
  /** Whether a paragraph, item, heading or block begins with it. */
  readonly first: boolean;
}

const FENCE = /^ {0,3}(`{3,}|~{3,})/;
const ITEM = /^\s{0,9}(?:[-*+•]|\d{1,3}[.)])\s+(\S.*)$/;
const TITLE = /^#{1,6}\s+(\S.*)$/;

/** The lines of a text that somebody wrote, in Markdown or without any marks. */
export function linesOfText(text: string): readonly Line[] {
  const lines: Line[] = [];
  let fence: string | null = null;
  let code: string[] = [];
  let first = true;
  for (const line of text.split('\n')) {
    const mark = FENCE.exec(line)?.[1];
    if (fence !== null) {
      const closes = mark?.startsWith(fence) && line.trim() === mark;
      if (!closes) code.push(line);
      else {
        lines.push(codeLine(code));
        fence = null;
        first = true;
      }
    } else if (mark !== undefined) {
      fence = mark;
      code = [];
    } else if (line.trim() === '') first = true;
    else {
      lines.push(textLine(line, first));
      first = false;
    }
  }
  return fence === null ? lines : [...lines, codeLine(code)];
}

const codeLine = (code: readonly string[]): Line => ({ kind: 'code', text: withoutEmptyEnds(code.join('\n')), first: true });

function textLine(line: string, first: boolean): Line {
  const title = TITLE.exec(line)?.[1];
  if (title !== undefined) return { kind: 'heading', text: title.trimEnd(), first: true };
  const item = ITEM.exec(line)?.[1];
  return item === undefined ? { kind: 'text', text: line.trimEnd(), first } : { kind: 'item', text: item.trimEnd(), first: true };
}
