/** Removes empty lines at the beginning and blanks at the end. The first line keeps its indentation. */
export function withoutEmptyEnds(text: string): string {
  const lines = text.trimEnd().split('\n');
  const first = lines.findIndex((line) => line.trim() !== '');
  return first < 0 ? '' : lines.slice(first).join('\n');
}

const INDENT = /^[ \t]*/;

/** The indentation of a block of code in Markdown. Fewer blanks can belong to the layout of a text. */
const INDENTED = /\t| {4}/;

/** Removes the indentation that all lines share, if it is that of a block of code. */
export function withoutIndent(text: string): string {
  const lines = text.split('\n');
  const indents = lines.filter((line) => line.trim() !== '').map((line) => INDENT.exec(line)?.[0] ?? '');
  const shared = indents.reduce((one, other) => one.slice(0, sameLength(one, other)), indents[0] ?? '');
  return !INDENTED.test(shared)
    ? text
    : lines.map((line) => (line.startsWith(shared) ? line.slice(shared.length) : line.trimStart())).join('\n');
}

/** How many characters two texts have in common at their beginnings. */
function sameLength(one: string, other: string): number {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length += 1;
  return length;
}

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

/** The lines of a text in Markdown or without any marks. */
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

/** How many bytes of a page are searched for the encoding that it names; the HTML standard asks for 1,024. */
const SEARCHED = 2_048;
const NAMED = /<meta[^<>]{1,300}?charset\s{0,9}=\s{0,9}["']?\s{0,9}([\w-]{1,40})/i;

/** Decodes a page. If its encoding is unknown or not named, it is read as UTF-8. */
export function decoded(body: Buffer, declared: string | null): string {
  const label = byMark(body) ?? declared ?? NAMED.exec(body.toString('latin1', 0, SEARCHED))?.[1] ?? 'utf-8';
  return cleaned(decoderOf(label).decode(body));
}

/** The encoding that a byte order mark names. */
function byMark(body: Buffer): string | null {
  if (body[0] === 0xff && body[1] === 0xfe) return 'utf-16le';
  if (body[0] === 0xfe && body[1] === 0xff) return 'utf-16be';
  return body[0] === 0xef && body[1] === 0xbb && body[2] === 0xbf ? 'utf-8' : null;
}

function decoderOf(label: string): TextDecoder {
  try {
    return new TextDecoder(label);
  } catch {
    return new TextDecoder('utf-8');
  }
}

/** Control characters, and those that change the direction of what follows and so can show another text than is there. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the program removes them
const UNWANTED = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g;

/** Removes invisible characters, and ends lines with `\n`. */
export const cleaned = (text: string): string => text.toWellFormed().replaceAll(/\r\n?/g, '\n').replaceAll(UNWANTED, '');

/** The longest statement of a code task, in characters. */
export const LONGEST_STATEMENT = 50_000;
/** The number of examples that a submission runs. */
export const MOST_EXAMPLES = 50;
