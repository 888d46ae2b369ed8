import { labelOf } from './labels.ts';
import { blockOfCode, type ElementPart, element, elementsWithin, isInline, type PagePart } from './page-part.ts';

type Row = readonly ElementPart[];

/**
 * Converts a table that shows samples side by side: its cells are blocks of code, or are labelled as input and output.
 * A Markdown table cannot have several lines in a cell, so the samples are put below each other, with titles. Null: it
 * is another table.
 */
export function samplesApart(parts: readonly PagePart[]): ElementPart | null {
  const rows = parts.flatMap((part) => elementsWithin(part, 'tr')).map(cellsOf);
  const hasCode = parts.some((part) => elementsWithin(part, 'pre').length > 0);
  const titles = rows.find(areLabels);
  if (titles !== undefined) return labelled(titles, rows.slice(rows.indexOf(titles) + 1));
  if (isUpright(rows))
    return element(
      'div',
      rows.flatMap(([title, cell]) => (title && cell ? sample(title, cell) : [])),
    );
  return hasCode ? labelled(rows.find((row) => row.some(isTitle))?.filter(isTitle) ?? [], rows) : null;
}

const cellsOf = (row: ElementPart): Row =>
  row.children.filter((cell): cell is ElementPart => cell.type === 'element' && (cell.tagName === 'td' || cell.tagName === 'th'));
const isTitle = ({ tagName }: ElementPart): boolean => tagName === 'th';

const lineOf = (cell: ElementPart): string => textWithLines(cell).replaceAll(/\s+/g, ' ').trim();
/** The label of a cell that contains nothing else. */
const labelIn = (cell: ElementPart): 'input' | 'output' | 'explanation' | null => {
  const label = labelOf(lineOf(cell));
  return label === null || label.rest !== '' ? null : label.field;
};

/** Whether the cells say 'Input' and 'Output'. */
function areLabels(row: Row): boolean {
  const fields = new Set(row.map(labelIn));
  return fields.has('input') && fields.has('output');
}

/** Whether each row has its label in the first of two cells. */
const isUpright = (rows: readonly Row[]): boolean =>
  rows.length > 1 &&
  rows.every((row) => row.length === 2 && row[0] !== undefined && labelIn(row[0]) !== null) &&
  areLabels(rows.flatMap((row) => row.slice(0, 1)));

/** The cells, each below the title of its column. */
const labelled = (titles: Row, rows: readonly Row[]): ElementPart =>
  element(
    'div',
    rows.flatMap((row) =>
      row
        .filter((cell) => cell.tagName === 'td')
        .flatMap((cell, column) => {
          const title = titles[column];
          return title === undefined ? [element('div', cell.children)] : sample(title, cell);
        }),
    ),
  );

/** A title and its cell. Input and output become blocks of code if they are not yet. */
function sample(title: ElementPart, cell: ElementPart): readonly PagePart[] {
  const field = labelIn(title);
  const isText = field === null || field === 'explanation' || elementsWithin(cell, 'pre').length > 0;
  return [element('p', title.children), ...(isText ? [element('div', cell.children)] : blockOfCode(textWithLines(cell).trim()))];
}

/** The text of a cell, in which paragraphs and line breaks end lines. */
function textWithLines(part: PagePart): string {
  if (part.type === 'text') return part.value.replaceAll(/\s+/g, ' ');
  if (part.tagName === 'br') return '\n';
  const inner = part.children.map(textWithLines).join('');
  return isInline(part) || part.tagName === 'td' || part.tagName === 'th' ? inner : `${inner.trim()}\n`;
}
