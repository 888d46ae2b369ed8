import { Readable } from 'node:stream';
import { chartScene } from '../charts/draw.ts';
import { legendScene } from '../charts/map.ts';
import { type Chart, type ReportModel, startsWithMisses, startsWithRows } from '../model/report-model.ts';
import { type Block, beside, drawPlaced, gap, paginate, stack } from './blocks.ts';
import {
  BOTTOM,
  drawFirstHead,
  drawFoot,
  drawLaterHead,
  FIRST_TOP,
  figureBlock,
  heading,
  LATER_TOP,
  LEFT,
  meaningBlocks,
  paragraph,
  type Span,
  WHOLE,
} from './page-elements.ts';
import { CONTENT, Sheet } from './sheet.ts';
import { rowBlocks, tableBlocks } from './tables.ts';

const TEXT = 7.5;
const HEIGHTS: Readonly<Record<Chart['kind'], number>> = { bars: 96, hours: 72, weeks: 110, map: 0, shares: 0 };

/** A chart with its heading and its caption, as one block. */
function chartBlock(sheet: Sheet, chart: Chart, place: Span): Block {
  const scene = chartScene(chart, { width: place.width, height: HEIGHTS[chart.kind], text: TEXT });
  const legend =
    chart.kind === 'map' ? legendScene({ width: place.width, text: TEXT }, (words) => sheet.width(words, { size: TEXT })) : null;
  const head = heading(chart.title, place);
  const words = paragraph(sheet, chart.caption, place, { size: 8.5, ink: 'ink-2' }, 12);
  const top = head.height + 4;
  const below = top + scene.height + (legend ? 8 + legend.height : 0) + 7;
  return {
    height: below + words.height,
    draw: (page, y) => {
      head.draw(page, y);
      const drawing = () => {
        page.scene(scene, place.x, y + top, TEXT);
        if (legend) page.scene(legend, place.x, y + top + scene.height + 8, TEXT);
      };
      page.structure.element('Figure', drawing, { alt: inWords(chart), bbox: [place.x, y + top, place.x + place.width, y + below] });
      words.draw(page, y + below);
    },
  };
}

/** The numbers of a chart in words, for those who do not see it. */
function inWords({ title, table: { columns, rows } }: Chart): string {
  const lines = rows.map(([first, ...rest]) => {
    const values = rest.map(({ text }, index) => `${columns[index + 1]?.label ?? ''} ${text}`);
    return `${first?.text ?? ''}: ${values.join(', ')}`;
  });
  return [title, ...lines].join('. ');
}

const BETWEEN = 20;
const HALF = (CONTENT - 28) / 2;
const FIRST_HALF = { x: LEFT, width: HALF };
const SECOND_HALF = { x: LEFT + HALF + 28, width: HALF };
const WEEK_TABLE = { x: LEFT, width: 306 };
const WEEK_CHARTS = { x: LEFT + 306 + 28, width: CONTENT - 306 - 28 };

/**
 * A report as the bytes of a PDF (A4). All pages are laid out first, because each names the number of pages. They are drawn
 * one by one while the stream is read. The place of the statement is empty. The same model gives the same bytes.
 */
export function renderReportPdf(model: ReportModel): Readable {
  return Readable.from(pages(model), { objectMode: false, highWaterMark: 64 * 1_024 });
}

async function* pages(model: ReportModel): AsyncGenerator<Buffer> {
  const sheet = new Sheet({
    title: `${model.name}: ${model.title}, ${model.period}`,
    author: model.owner,
    subject: `${model.period}, ${model.timezone}`,
    madeAt: model.generated_at,
  });
  const laid = paginate(blocksOf(sheet, model), { first: FIRST_TOP, later: LATER_TOP }, BOTTOM);
  for (const [index, placed] of laid.entries()) {
    sheet.doc.addPage();
    if (index === 0) drawFirstHead(sheet, model);
    else drawLaterHead(sheet, model);
    drawFoot(sheet, model, index + 1, laid.length);
    drawPlaced(sheet, placed);
    yield* written(sheet);
  }
  sheet.structure.end();
  sheet.embedStatement();
  sheet.doc.end();
  yield* written(sheet);
}

/** The bytes that pdfkit has written so far and that were not read yet. */
function* written({ doc }: Sheet): Generator<Buffer> {
  // The stream has no encoding, so it gives its bytes.
  for (let chunk: Buffer | null = doc.read(); chunk !== null; chunk = doc.read()) yield chunk;
}

function blocksOf(sheet: Sheet, model: ReportModel): readonly Block[] {
  const note = model.note === null ? [] : [paragraph(sheet, model.note, WHOLE, { size: 10, ink: 'ink' }), gap(BETWEEN / 2)];
  const figures = model.figures.length === 0 ? [] : [figureBlock(sheet, model.figures), gap(BETWEEN)];
  const rows = model.rows === null ? [] : rowBlocks(sheet, model.rows);
  const meaning =
    model.meanings.length === 0 ? [] : [gap(BETWEEN), heading('What the numbers mean', WHOLE), ...meaningBlocks(sheet, model.meanings)];
  if (startsWithMisses(model))
    return [...note, ...rows, ...(rows.length > 0 ? [gap(BETWEEN)] : []), ...figures, ...middle(sheet, model), ...meaning];
  const parts = startsWithRows(model) ? [...rows, gap(BETWEEN), ...middle(sheet, model)] : [...middle(sheet, model), ...rows];
  return [...note, ...figures, ...parts, ...meaning];
}

/**
 * Charts and tables: beside each other in a weekly report, one below the other in an overall report. In the report about putting off
 * the tables after the first one are narrow, and stand beside each other.
 */
function middle(sheet: Sheet, { kind, tables, charts }: ReportModel): readonly Block[] {
  if (kind === 'weekly') {
    const left = stack(
      tables.map((table) => stack(tableBlocks(sheet, table, WEEK_TABLE))),
      BETWEEN,
    );
    const right = stack(
      charts.map((chart) => chartBlock(sheet, chart, WEEK_CHARTS)),
      12,
    );
    return [beside([left, right]), gap(BETWEEN)];
  }
  const wide = charts
    .filter((chart) => chart.kind === 'map' || chart.kind === 'weeks')
    .flatMap((chart) => [chartBlock(sheet, chart, WHOLE), gap(BETWEEN)]);
  const narrow = charts
    .filter((chart) => chart.kind !== 'map' && chart.kind !== 'weeks')
    .map((chart, index) => chartBlock(sheet, chart, index % 2 === 0 ? FIRST_HALF : SECOND_HALF));
  const pairs = narrow.flatMap((_, index) => (index % 2 === 0 ? [beside(narrow.slice(index, index + 2)), gap(BETWEEN)] : []));
  const whole = kind === 'procrastination' ? tables.slice(0, 1) : tables;
  const halves = tables
    .slice(whole.length)
    .map((table, index) => stack(tableBlocks(sheet, table, index % 2 === 0 ? FIRST_HALF : SECOND_HALF)));
  return [
    ...wide,
    ...pairs,
    ...whole.flatMap((table) => [...tableBlocks(sheet, table, WHOLE), gap(BETWEEN)]),
    ...(halves.length === 0 ? [] : [beside(halves), gap(BETWEEN)]),
  ];
}
