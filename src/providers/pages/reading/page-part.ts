import type { Line } from './lines.ts';

/**
 * The parts of a page that are kept: text, and the elements that Markdown has. The shapes are those of hast, the tree
 * of the unified tools.
 */
export type PagePart = TextPart | ElementPart;

interface TextPart {
  readonly type: 'text';
  readonly value: string;
}

export interface ElementPart {
  readonly type: 'element';
  readonly tagName: string;
  /** A link has an absolute address, http or https. A numbered list may have its first number. */
  readonly properties: { readonly href?: string; readonly start?: number };
  readonly children: readonly PagePart[];
}

const INLINE: ReadonlySet<string> = new Set('a code em strong b i br'.split(' '));
/** Elements that Markdown does not have and that begin a new line. */

export const text = (value: string): TextPart => ({ type: 'text', value });
export const element = (tagName: string, children: readonly PagePart[], href?: string): ElementPart => ({
  type: 'element',
  tagName,
  properties: href === undefined ? {} : { href },
  children,
});

/** The text of parts, without line breaks of its own. */
export const textOf = (parts: readonly PagePart[]): string =>
  parts.map((part) => (part.type === 'text' ? part.value : part.tagName === 'br' ? '\n' : textOf(part.children))).join('');

/** Whether the element is part of a line. */
export const isInline = ({ tagName }: ElementPart): boolean => INLINE.has(tagName);

/** A block of code; nothing if it is empty, like a column of line numbers after they are removed. */
export const blockOfCode = (code: string): readonly ElementPart[] =>
  code.trim() === '' ? [] : [element('pre', [element('code', [text(code)])])];

/** The outermost elements with this name in a part. */
export function elementsWithin(part: PagePart, name: string): readonly ElementPart[] {
  if (part.type === 'text') return [];
  return part.tagName === name ? [part] : part.children.flatMap((child) => elementsWithin(child, name));
}

/** Converts the lines of a text to parts of a page. */
export function partsOfLines(lines: readonly Line[]): readonly PagePart[] {
  const parts: PagePart[] = [];
  let paragraph: PagePart[] = [];
  let items: PagePart[] = [];
  const end = (): void => {
    if (paragraph.length > 0) parts.push(element('p', paragraph));
    if (items.length > 0) parts.push(element('ul', items));
    paragraph = [];
    items = [];
  };
  for (const line of lines) {
    if (line.kind === 'item' && paragraph.length === 0) items.push(element('li', [text(line.text)]));
    else if (line.kind === 'text' && !line.first && items.length === 0) paragraph.push(element('br', []), text(line.text));
    else {
      end();
      if (line.kind === 'heading') parts.push(element('h3', [text(line.text)]));
      else if (line.kind === 'code') parts.push(element('pre', [element('code', [text(line.text)])]));
      else if (line.kind === 'item') items = [element('li', [text(line.text)])];
      else paragraph = [text(line.text)];
    }
  }
  end();
  return parts;
}

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
