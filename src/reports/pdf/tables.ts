import type { Ink } from '../charts/scene.ts';
import { MARKS } from '../model/marks.ts';
import type { Cell, Row, Rows, Table, Tone } from '../model/report-model.ts';
import { type Block, gap } from './blocks.ts';
import { BODY, heading, LEFT, LINE, paragraph, RIGHT, SMALL, type Span, WHOLE } from './page-elements.ts';
import type { Sheet, Style } from './sheet.ts';
import type { Part } from './structure.ts';
import { cut, wrap } from './text.ts';

const TONES: Readonly<Record<Tone, Ink>> = { kept: 'kept', missed: 'missed', due: 'due', review: 'review', quiet: 'ink-3', plain: 'ink' };
const HEAD: typeof SMALL = { ...SMALL, weight: 'bold' };
const ROW = 17.5;
const TABLE_ROW = 19.5;

interface Edges {
  readonly left: number;
  readonly right: number;
}

/** Where the columns after the first one are. Each is as wide as its widest text, and the first column takes the rest. */
function edgesOf(sheet: Sheet, { columns, rows, foot }: Table, { x, width }: Span): readonly Edges[] {
  let right = x + width;
  const out: Edges[] = [];
  for (let index = columns.length - 1; index > 0; index -= 1) {
    const texts = [columns[index]?.label ?? '', foot?.[index]?.text ?? '', ...rows.map((row) => row[index]?.text ?? '')];
    const left = right - Math.max(...texts.map((text) => sheet.width(text, { size: BODY.size, weight: 'bold' })));
    out.unshift({ left, right });
    right = left - 11;
  }
  return out;
}

/** A table as blocks: heading, heads, rows and sum. The heads are repeated on every page that the table continues on. */
export function tableBlocks(sheet: Sheet, table: Table, place: Span): readonly Block[] {
  const at = edgesOf(sheet, table, place);
  const [left, right] = [place.x, place.x + place.width];
  /** Numbers end at the right edge of their column, and words begin at its left edge. `index`: of the columns after the first one. */
  const write = (page: Sheet, text: string, index: number, y: number, style: Style) => {
    const isNumber = table.columns[index + 1]?.numeric !== false;
    const edges = at[index] ?? { left, right };
    page.text(text, isNumber ? edges.right : edges.left, y, { ...style, align: isNumber ? 'right' : 'left' });
  };
  const line = (page: Sheet, cells: readonly Cell[], y: number, weight: 'text' | 'bold') => {
    // A long title or tag ends before the second column. The HTML report has all of it.
    const first = page.clean(cells[0]?.text ?? '', weight);
    const isLong = table.columns[0]?.long === true;
    const shown = isLong ? cut(first, (at[0]?.left ?? right) - left - 11, BODY.size, page.face(weight)) : first;
    page.structure.group('TR', () => {
      page.structure.element('TH', () => void page.text(shown, left, y, { ...BODY, weight }), { scope: 'Row' });
      cells.slice(1).forEach(({ text, tone }, index) => {
        const strong = weight === 'bold' || tone === 'kept' || tone === 'missed' ? 'bold' : 'text';
        page.structure.element('TD', () => write(page, text, index, y, { ...BODY, ink: TONES[tone], weight: strong }));
      });
    });
  };
  const part: Part = { role: 'Table' };
  const head: Block = {
    part,
    height: 17,
    withNext: true,
    draw: (page, y) => {
      const labels = table.columns.map(({ label }) => label);
      heads(page, labels, (label, index) => {
        if (index === 0) page.text(label, left, y + 10, HEAD);
        else write(page, label, index - 1, y + 10, HEAD);
      });
      page.rule(left, right, y + 16, 'line-2');
    },
  };
  const rows = table.rows.map(
    (cells, index): Block => ({
      part,
      height: TABLE_ROW,
      head,
      // A short table is not split, and a sum never stands alone on a page.
      withNext: index < table.rows.length - 1 ? table.rows.length <= 10 : table.foot !== null,
      draw: (page, y) => {
        line(page, cells, y + 13, 'text');
        page.rule(left, right, y + TABLE_ROW, index === table.rows.length - 1 ? 'line-2' : 'line');
      },
    }),
  );
  return [heading(table.title, place), head, ...rows, ...sum(table, at, line, part), ...caption(sheet, table, place)];
}

function sum(
  { foot, settled }: Table,
  at: readonly Edges[],
  line: (page: Sheet, cells: readonly Cell[], y: number, weight: 'bold') => void,
  part: Part,
): readonly Block[] {
  if (foot === null) return [];
  const draw = (page: Sheet, y: number) => {
    line(page, foot, y + 13, 'bold');
    foot.slice(1).forEach(({ text }, index) => {
      const right = at[index]?.right ?? 0;
      const left = right - page.width(text, { size: BODY.size, weight: 'bold' });
      if (settled) page.doubleRule(left, right, y + 16, 'ink-2');
      else page.rule(left, right, y + 16, 'ink-2');
    });
  };
  return [{ part, height: 22, draw }];
}

/** The row of the heads of a table. `draw` draws the head of a column. */
function heads(page: Sheet, labels: readonly string[], draw: (label: string, index: number) => void): void {
  page.structure.group('TR', () => {
    for (const [index, label] of labels.entries()) page.structure.element('TH', () => draw(label, index), { scope: 'Column' });
  });
}

/** A sum has room below it already. */
const caption = (sheet: Sheet, { caption: text, foot }: Table, place: Span): readonly Block[] =>
  text === '' ? [] : [...(foot === null ? [gap(4)] : []), paragraph(sheet, text, place, { size: 8.5, ink: 'ink-2' })];

const WHEN = { x: LEFT + 22, width: 88 };
const WHAT = { x: LEFT + 116, width: 238 };
const STATE = { x: LEFT + 366, width: RIGHT - LEFT - 366 };
/** A text with more lines is cut off with an ellipsis. The HTML report has all of it. */
const MOST_LINES = 12;

/** The list of tasks or entries as blocks, one per row: mark, when, what, and state. */
export function rowBlocks(sheet: Sheet, { title, columns, rows, empty }: Rows): readonly Block[] {
  if (rows.length === 0) return [heading(title, WHOLE), paragraph(sheet, empty, WHOLE, { ...BODY, ink: 'ink-2' })];
  const part: Part = { role: 'Table' };
  const head: Block = {
    part,
    height: 17,
    withNext: true,
    draw: (page, y) => {
      const at = [WHEN.x, WHAT.x, STATE.x];
      heads(page, columns, (label, index) => void page.text(label, at[index] ?? LEFT, y + 10, HEAD));
      page.rule(LEFT, RIGHT, y + 16, 'line-2');
    },
  };
  return [heading(title, WHOLE), head, ...rows.map((row) => rowBlock(sheet, row, head))];
}

function rowBlock(sheet: Sheet, row: Row, head: Block): Block {
  const lines = (text: string, width: number) => wrap(sheet.clean(text), width, BODY.size, sheet.face(), MOST_LINES);
  // '12:00 PM' is not broken.
  const [when, what] = [lines(row.when.replace(/ (?=[AP]M\b)/, '\u00a0'), WHEN.width), lines(row.what, WHAT.width)];
  const state = sheet.clean(row.state, 'bold');
  const first = wrap(state, STATE.width, BODY.size, sheet.face('bold'), MOST_LINES);
  const rest = placeAside(sheet, row.aside, first);
  const count = Math.max(when.length, what.length, rest.lines.length + first.length - (rest.beside ? 1 : 0));
  const height = ROW + (count - 1) * LINE;
  const draw = (page: Sheet, y: number) => {
    const base = y + 12;
    page.scene({ shapes: MARKS[row.mark] }, LEFT, y + 2.5, 0, 0.6);
    const cell = (lines: readonly string[], { x }: Span, style: Style) =>
      page.structure.element('TD', () => lines.forEach((text, index) => void page.text(text, x, base + index * LINE, style)));
    const outcome = () => {
      first.forEach((text, index) => void page.text(text, STATE.x, base + index * LINE, { ...BODY, ink: TONES[row.tone], weight: 'bold' }));
      const start = first.length - (rest.beside ? 1 : 0);
      rest.lines.forEach(
        (text, index) =>
          void page.text(text, STATE.x + (index === 0 ? rest.indent : 0), base + (start + index) * LINE, { ...BODY, ink: 'ink-2' }),
      );
    };
    page.structure.group('TR', () => {
      cell(when, WHEN, { ...BODY, ink: 'ink-2' });
      cell(what, WHAT, BODY);
      page.structure.element('TD', outcome);
    });
    page.rule(LEFT, RIGHT, y + height, 'line');
  };
  return { part: head.part, height, head, draw };
}

/**
 * The lines of the aside. It follows the state on the same line if it fits there completely. Otherwise it begins a new
 * line.
 */
function placeAside(
  sheet: Sheet,
  aside: string,
  first: readonly string[],
): { readonly lines: readonly string[]; readonly indent: number; readonly beside: boolean } {
  if (aside === '') return { lines: [], indent: 0, beside: false };
  const clean = sheet.clean(aside);
  if (first[0] === '') return { lines: wrap(clean, STATE.width, BODY.size, sheet.face(), MOST_LINES), indent: 0, beside: true };
  const indent = sheet.width(first.at(-1) ?? '', { size: BODY.size, weight: 'bold' }) + 5;
  const whole = sheet.width(clean, BODY);
  if (indent + whole <= STATE.width) return { lines: [clean], indent, beside: true };
  return { lines: wrap(clean, STATE.width, BODY.size, sheet.face(), MOST_LINES), indent: 0, beside: false };
}
