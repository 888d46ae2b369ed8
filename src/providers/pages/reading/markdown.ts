import { toMdast } from 'hast-util-to-mdast';
import { gfmTableToMarkdown } from 'mdast-util-gfm-table';
import { toMarkdown } from 'mdast-util-to-markdown';
import { LONGEST_STATEMENT } from './lines.ts';
import { type ElementPart, element, elementsWithin, isInline, type PagePart, text } from './page-part.ts';

/** Real statements have some hundred elements, and the writer takes time for each. */
const MOST_ELEMENTS = 2_000;
/** Every line within these is indented, so nesting them makes the text grow. */
const INDENTING: ReadonlySet<string> = new Set(['ul', 'ol', 'blockquote']);
const MOST_INDENTED = 8;
/** Every row of a table gets as many cells as the longest. */
const MOST_COLUMNS = 20;
/**
 * Marks within a line. Nesting the same mark changes nothing, and the writer takes minutes for hundreds of nested
 * marks.
 */
const MARKS: Readonly<Record<string, string>> = { em: 'em', i: 'em', strong: 'strong', b: 'strong' };
const LINES = /^(?:p|h[1-6])$/;
const OF_TABLES = /^(?:thead|tbody|tfoot|tr|th|td)$/;

interface PartContext {
  /** Whether it is a direct child of a list. */
  readonly inList: boolean;
  /** The number of lists and quotations around it. */
  readonly indented: number;
  readonly marks: readonly string[];
}

/**
 * Limits the parts to what Markdown can express and to the room that there is. Structures that HTML tolerates and
 * Markdown cannot express (blocks within a line, cells without a table, deeply nested lists) are flattened, because the
 * writer's output would be read differently.
 * @param characters how much text is kept
 */
const fitting = (parts: readonly PagePart[], characters: number): readonly PagePart[] =>
  new Fitter(characters).fit(parts, { inList: false, indented: 0, marks: [] });

class Fitter {
  #characters: number;
  #elements = MOST_ELEMENTS;

  constructor(characters: number) {
    this.#characters = characters;
  }

  fit(parts: readonly PagePart[], place: PartContext): readonly PagePart[] {
    const kept: PagePart[] = [];
    for (const part of parts) {
      if (this.#characters <= 0 || this.#elements <= 0) break;
      if (part.type === 'element') kept.push(...this.#element(part, place));
      else {
        kept.push(text(part.value.slice(0, this.#characters).toWellFormed()));
        this.#characters -= part.value.length;
      }
    }
    return kept;
  }

  #element(part: ElementPart, place: PartContext): readonly PagePart[] {
    this.#elements -= 1;
    const { tagName, children } = part;
    if (tagName === 'table') return [element('table', this.#rows(part, place))];
    if (isInline(part)) return this.#inline(part, place);
    if (tagName === 'pre') return [element('pre', this.fit(children, place))];
    const indents = INDENTING.has(tagName) && place.indented < MOST_INDENTED;
    const isList = indents && tagName !== 'blockquote';
    const kept = this.fit(children, { ...place, inList: isList, indented: place.indented + (indents ? 1 : 0) });
    if (isList) return [{ ...element(tagName, itemsOf(kept)), properties: part.properties }];
    return [element(this.#isFlat(part, indents, place) ? 'div' : tagName, kept)];
  }

  #isFlat({ tagName, children }: ElementPart, indents: boolean, { inList }: PartContext): boolean {
    if (INDENTING.has(tagName)) return !indents;
    if (LINES.test(tagName)) return children.some(holdsBlocks);
    return OF_TABLES.test(tagName) || (tagName === 'li' && !inList);
  }

  #inline(part: ElementPart, place: PartContext): readonly PagePart[] {
    const mark = MARKS[part.tagName];
    const marks = mark === undefined ? place.marks : [...place.marks, mark];
    const kept = this.fit(part.children, { ...place, inList: false, marks });
    const flat = part.children.some(holdsBlocks) || (mark !== undefined && place.marks.includes(mark));
    if (!flat) return [element(mark ?? part.tagName, kept, part.properties.href)];
    this.#elements += 1;
    return kept;
  }

  #rows(table: ElementPart, place: PartContext): readonly PagePart[] {
    const rows: PagePart[] = [];
    for (const row of elementsWithin(table, 'tr')) {
      if (this.#characters <= 0 || this.#elements <= 0) break;
      const cells = row.children.filter((cell) => cell.type === 'element' && (cell.tagName === 'td' || cell.tagName === 'th'));
      this.#elements -= 1 + cells.length;
      rows.push(
        element(
          'tr',
          cells.slice(0, MOST_COLUMNS).flatMap((cell) => this.#cell(cell, place)),
        ),
      );
    }
    return rows;
  }

  #cell(cell: PagePart, place: PartContext): readonly PagePart[] {
    return cell.type === 'text' ? [] : [element(cell.tagName, this.fit(inLine(cell.children), { ...place, inList: false }))];
  }
}

/** The items of a list. Anything between them becomes an item, too. */
const itemsOf = (parts: readonly PagePart[]): readonly PagePart[] =>
  parts.flatMap((part) => {
    if (part.type === 'element') return part.tagName === 'li' ? [part] : [element('li', [part])];
    return part.value.trim() === '' ? [] : [element('li', [part])];
  });

const holdsBlocks = (part: PagePart): boolean => part.type === 'element' && (!isInline(part) || part.children.some(holdsBlocks));

/** The content of blocks in one line, for a cell of a table. */
function inLine(parts: readonly PagePart[]): readonly PagePart[] {
  return parts.flatMap((part) => {
    if (part.type === 'text') return [part];
    if (part.tagName === 'br') return [text(' ')];
    if (part.tagName === 'code') return [part];
    return isInline(part)
      ? [element(part.tagName, inLine(part.children), part.properties.href)]
      : [text(' '), ...inLine(part.children), text(' ')];
  });
}

/**
 * Writes the parts as Markdown of at most 50,000 characters; the end of a longer text is cut off. The tree contains no
 * HTML, and the writer escapes text that looks like it, so `&lt;script&gt;` in a page stays text.
 */
export function markdownOf(parts: readonly PagePart[]): string {
  // Escapes and indentation make a text longer, and how much is known only afterwards.
  for (let room = LONGEST_STATEMENT; ; room = Math.floor(room / 2)) {
    const children = [...fitting(parts, room)];
    // Its type names every kind of node of a page; the parts are a selection of them.
    const tree = toMdast({ type: 'root', children } as Parameters<typeof toMdast>[0]);
    const written = toMarkdown(tree, {
      bullet: '-',
      rule: '-',
      emphasis: '_',
      listItemIndent: 'one',
      resourceLink: true,
      extensions: [gfmTableToMarkdown({ tablePipeAlign: false })],
    }).trim();
    if (written.length <= LONGEST_STATEMENT) return written;
  }
}
