import { LOGO } from '../model/marks.ts';
import type { Figure, ReportModel } from '../model/report-model.ts';
import type { Block } from './blocks.ts';
import { CONTENT, PAGE, type Sheet, type Style } from './sheet.ts';
import type { Part } from './structure.ts';
import { wrap } from './text.ts';

export const LEFT = PAGE.left;
export const RIGHT = PAGE.width - PAGE.right;
export const BODY: Style = { size: 9, ink: 'ink' };
export const SMALL: Style = { size: 8, ink: 'ink-3' };
const HEADING: Style = { size: 10.5, ink: 'ink', weight: 'bold' };
export const LINE = 13;

const span = (x: number, width: number) => ({ x, width });
export const WHOLE = span(LEFT, CONTENT);
export type Span = typeof WHOLE;

/** A heading over a line. It stays on the same page as the block after it. */
export function heading(title: string, { x, width }: Span): Block {
  return {
    height: 22,
    withNext: true,
    draw: (sheet, y) => {
      sheet.structure.element('H2', () => void sheet.text(sheet.clean(title, 'bold'), x, y + 10, HEADING));
      sheet.rule(x, x + width, y + 17, 'line-2');
    },
  };
}

/** A text in as many lines as it needs. `leading` is the height of a line, in points. */
export function paragraph(sheet: Sheet, text: string, { x, width }: Span, style: Style, leading = LINE): Block {
  const lines = wrap(sheet.clean(text, style.weight), width, style.size, sheet.face(style.weight));
  return {
    height: lines.length * leading,
    draw: (page, y) =>
      page.structure.element('P', () =>
        lines.forEach((line, index) => void page.text(line, x, y + index * leading + leading * 0.75, style)),
      ),
  };
}

/** The head of the first page: the product, the kind of report and its owner, then title and period. */
export function drawFirstHead(sheet: Sheet, model: ReportModel): void {
  drawBrand(sheet, model, PAGE.top);
  const y = PAGE.top + 46;
  const title: Style = { size: 21, ink: 'ink', weight: 'bold' };
  sheet.structure.element('H1', () => void sheet.text(sheet.clean(model.title, 'bold'), LEFT, y + 22, title));
  const period = sheet.clean(`${model.period}, ${model.timezone}`);
  sheet.structure.element('P', () => void sheet.text(period, LEFT, y + 39, { size: 9.5, ink: 'ink-2' }));
}
export const FIRST_TOP = PAGE.top + 100;

function drawBrand(sheet: Sheet, { name, owner }: ReportModel, y: number): void {
  sheet.scene({ shapes: LOGO }, LEFT, y, 0, 0.75);
  const [line] = wrap(sheet.clean(owner), 300, 9, sheet.face(), 1);
  const beside: Style = { size: 9, ink: 'ink-2', align: 'right' };
  const brand: Style = { size: 13.5, ink: 'ink', weight: 'bold' };
  sheet.structure.element('P', () => void sheet.text('Vouch', LEFT + 25, y + 14, brand));
  sheet.structure.element('P', () => void sheet.text(name, RIGHT, y + 7, beside));
  sheet.structure.element('P', () => void sheet.text(line ?? '', RIGHT, y + 18.5, beside));
  sheet.rule(LEFT, RIGHT, y + 29, 'line-2');
}

/** The head of later pages: one line that says which report they belong to. */
export function drawLaterHead(sheet: Sheet, { name, title, period, owner }: ReportModel): void {
  sheet.scene({ shapes: LOGO }, LEFT, PAGE.top - 3, 0, 0.5);
  const left = name === title ? `${name}, ${period}` : `${name}, ${title}, ${period}`;
  const [about] = wrap(sheet.clean(left), 360, 8, sheet.face(), 1);
  const [whose] = wrap(sheet.clean(owner), 120, 8, sheet.face(), 1);
  sheet.structure.artifact('Pagination', () => {
    sheet.text(about ?? '', LEFT + 18, PAGE.top + 6, SMALL);
    sheet.text(whose ?? '', RIGHT, PAGE.top + 6, { ...SMALL, align: 'right' });
  });
  sheet.rule(LEFT, RIGHT, PAGE.top + 14, 'line-2');
}
export const LATER_TOP = PAGE.top + 26;

/** The foot of a page: when the report was made, in which zone, and the number of the page. */
export function drawFoot(sheet: Sheet, model: ReportModel, page: number, pages: number): void {
  const y = PAGE.height - PAGE.bottom + 18;
  if (model.closed) sheet.doubleRule(LEFT, RIGHT, y, 'ink-2');
  else sheet.rule(LEFT, RIGHT, y, 'line-2');
  const pair = (label: string, value: string, x: number, align: 'left' | 'right') => {
    sheet.text(label, x, y + 13, { size: 7.5, ink: 'ink-3', align });
    sheet.text(sheet.clean(value, 'bold'), x, y + 23.5, { size: 8, ink: 'ink', weight: 'bold', align });
  };
  const fact = (label: string, value: string, x: number) => {
    const draw = () => pair(label, value, x, 'left');
    // It is read out once.
    if (page === 1) sheet.structure.element('P', draw);
    else sheet.structure.artifact('Pagination', draw);
  };
  fact(model.generated_label, model.generated, LEFT);
  fact('Time zone', model.timezone, LEFT + 260);
  sheet.structure.artifact('Pagination', () => pair('Page', `${page} of ${pages}`, RIGHT, 'right'));
}
export const BOTTOM = PAGE.height - PAGE.bottom + 6;

/** More figures than this do not fit beside each other. */
const MOST_IN_ROW = 6;
const IN_SHORT_ROW = 4;

/** The figures side by side between two lines, in rows of four if they do not fit beside each other. */
export function figureBlock(sheet: Sheet, figures: readonly Figure[]): Block {
  const inRow = figures.length > MOST_IN_ROW ? IN_SHORT_ROW : figures.length;
  const rows = Array.from({ length: Math.ceil(figures.length / inRow) }, (_, row) =>
    figureRow(sheet, figures.slice(row * inRow, (row + 1) * inRow), CONTENT / inRow),
  );
  return {
    height: rows.reduce((sum, { height }) => sum + height, 2),
    draw: (page, y) =>
      page.structure.group('L', () => {
        page.rule(LEFT, RIGHT, y, 'line');
        let top = y;
        for (const { height, draw } of rows) {
          draw(page, top);
          top += height;
          page.rule(LEFT, RIGHT, top, 'line');
        }
      }),
  };
}

/** `pitch`: the width of each figure. */
function figureRow(sheet: Sheet, figures: readonly Figure[], pitch: number): Pick<Block, 'height' | 'draw'> {
  const notes = figures.map(({ note }) => wrap(sheet.clean(note), pitch - 18, FIGURE_NOTE.size, sheet.face()));
  const height = 60 + FIGURE_LEADING * (Math.max(...notes.map(({ length }) => length)) - 1);
  return {
    height,
    draw: (page, y) =>
      figures.forEach((figure, index) => {
        if (index > 0) page.column(LEFT + index * pitch, y, y + height, 'line');
        const place = { x: LEFT + index * pitch + (index === 0 ? 0 : 10), y };
        page.structure.group('LI', () => drawFigure(page, figure, notes[index] ?? [], place));
      }),
  };
}

const FIGURE_NOTE = { size: 7.5, ink: 'ink-3' } as const;
const FIGURE_LEADING = 9;

/** `note`: the lines of the figure's note. */
function drawFigure(
  sheet: Sheet,
  { label, value, unit, settled }: Figure,
  note: readonly string[],
  { x, y }: { x: number; y: number },
): void {
  const large: Style = { size: 19, ink: 'ink', weight: 'bold' };
  const width = sheet.width(value, large);
  sheet.structure.element('Lbl', () => void sheet.text(label, x, y + 15, { size: 8.5, ink: 'ink-2' }));
  sheet.structure.element('LBody', () => {
    sheet.text(value, x, y + 36.5, large).text(unit, x + width + 4, y + 36.5, { size: 8.5, ink: 'ink-3' });
    note.forEach((line, index) => void sheet.text(line, x, y + 53 + index * FIGURE_LEADING, FIGURE_NOTE));
  });
  if (settled) sheet.doubleRule(x, x + width, y + 39.5, 'ink');
}

/** The meaning of the numbers, in two columns, with one block for each row. */
export function meaningBlocks(sheet: Sheet, meanings: ReportModel['meanings']): readonly Block[] {
  const width = (CONTENT - 28) / 2;
  const columns = [
    { x: LEFT, width },
    { x: LEFT + width + 28, width },
  ] as const;
  const cells = meanings.map(({ term, sentence }, index) => ({
    term,
    body: paragraph(sheet, sentence, columns[index % 2] ?? columns[0], { size: 8.5, ink: 'ink-2' }, 11.5),
    x: (columns[index % 2] ?? columns[0]).x,
  }));
  const rows = Array.from({ length: Math.ceil(cells.length / 2) }, (_, row) => cells.slice(row * 2, row * 2 + 2));
  const part: Part = { role: 'L' };
  return rows.map(
    (row): Block => ({
      part,
      height: 12 + Math.max(...row.map(({ body }) => body.height)) + 5,
      draw: (page, y) => {
        for (const { term, body, x } of row) {
          page.structure.group('LI', () => {
            page.structure.element('Lbl', () => void page.text(term, x, y + 9, { size: 8.5, ink: 'ink', weight: 'bold' }));
            page.structure.element('LBody', () => body.draw(page, y + 12));
          });
        }
      },
    }),
  );
}
