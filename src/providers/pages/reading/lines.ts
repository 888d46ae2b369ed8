import { isInline, type Part } from './parts.ts';
import { withoutEmptyEnds } from './pre.ts';

/** A line of a statement, or a whole block of code. */
export interface Line {
  readonly kind: 'text' | 'item' | 'heading' | 'code';
  readonly text: string;
  /** Whether a paragraph, item, heading or block begins with it. */
  readonly first: boolean;
}

const HEADING = /^h[1-6]$/;

/** The lines of a page. */
export function linesOfParts(parts: readonly Part[]): readonly Line[] {
  const writer = new LineWriter();
  for (const part of parts) writer.write(part, 'text');
  writer.end(true);
  return writer.lines;
}

class LineWriter {
  readonly lines: Line[] = [];
  #words: string[] = [];
  #kind: Line['kind'] = 'text';
  #first = true;

  write(part: Part, kind: Line['kind']): void {
    if (part.type === 'text') {
      this.#kind = kind;
      this.#words.push(part.value);
    } else if (part.tagName === 'br') this.end(false);
    else if (part.tagName === 'pre') this.#code(part.children);
    else if (isInline(part)) for (const child of part.children) this.write(child, kind);
    else {
      this.end(true);
      const inner = HEADING.test(part.tagName) ? 'heading' : part.tagName === 'li' ? 'item' : kind;
      for (const child of part.children) this.write(child, inner);
      this.end(true);
    }
  }

  /** @param block whether a paragraph ends with the line */
  end(block: boolean): void {
    const text = this.#words.join('').replaceAll(/\s+/g, ' ').trim();
    this.#words = [];
    if (text !== '') {
      this.lines.push({ kind: this.#kind, text, first: this.#first });
      this.#first = false;
    }
    if (block) this.#first = true;
  }

  #code(parts: readonly Part[]): void {
    this.end(true);
    const text = parts
      .flatMap((part) => (part.type === 'element' ? part.children : []))
      .map((part) => (part.type === 'text' ? part.value : ''));
    this.lines.push({ kind: 'code', text: text.join(''), first: true });
  }
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
