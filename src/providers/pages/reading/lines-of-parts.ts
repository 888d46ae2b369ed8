import type { Line } from './lines.ts';
import { isInline, type PagePart } from './page-part.ts';

const HEADING = /^h[1-6]$/;

/** The lines of a page. */
export function linesOfParts(parts: readonly PagePart[]): readonly Line[] {
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

  write(part: PagePart, kind: Line['kind']): void {
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

  #code(parts: readonly PagePart[]): void {
    this.end(true);
    const text = parts
      .flatMap((part) => (part.type === 'element' ? part.children : []))
      .map((part) => (part.type === 'text' ? part.value : ''));
    this.lines.push({ kind: 'code', text: text.join(''), first: true });
  }
}
