import { Readable } from 'node:stream';
import type { ReportModel } from '../model/report-model.ts';
import { type Block, gap, paginate } from './blocks.ts';
import { beside, chartBlock, stack } from './charts.ts';
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
  WHOLE,
} from './page-elements.ts';
import { CONTENT, Sheet } from './sheet.ts';
import { rowBlocks, tableBlocks } from './tables.ts';

const BETWEEN = 20;
const HALF = (CONTENT - 28) / 2;
const FIRST_HALF = { x: LEFT, width: HALF };
const SECOND_HALF = { x: LEFT + HALF + 28, width: HALF };
const WEEK_TABLE = { x: LEFT, width: 306 };
const WEEK_CHARTS = { x: LEFT + 306 + 28, width: CONTENT - 306 - 28 };

/**
 * A report as the bytes of a PDF (A4). All pages are laid out first, because each names the number of pages. They are drawn
 * one by one while the stream is read. The same model gives the same bytes.
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
    for (const { block, y } of placed) block.draw(sheet, y);
    drawFoot(sheet, model, index + 1, laid.length);
    yield* written(sheet);
  }
  sheet.doc.end();
  yield* written(sheet);
}

/** The bytes that pdfkit has written so far and that were not read yet. */
function* written({ doc }: Sheet): Generator<Buffer> {
  for (let chunk = doc.read(); chunk !== null; chunk = doc.read()) yield chunk as Buffer;
}

function blocksOf(sheet: Sheet, model: ReportModel): readonly Block[] {
  const note = model.note === null ? [] : [paragraph(sheet, model.note, WHOLE, { size: 10, ink: 'ink' }), gap(BETWEEN / 2)];
  const figures = model.figures.length === 0 ? [] : [figureBlock(model.figures), gap(BETWEEN)];
  const rows = model.rows === null ? [] : rowBlocks(sheet, model.rows);
  const meaning =
    model.meanings.length === 0 ? [] : [gap(BETWEEN), heading('What the numbers mean', WHOLE), ...meaningBlocks(sheet, model.meanings)];
  return [...note, ...figures, ...middle(sheet, model), ...rows, ...meaning];
}

/** Charts and tables: beside each other in a weekly report, one below the other in an overall report. */
function middle(sheet: Sheet, { kind, tables, charts }: ReportModel): readonly Block[] {
  if (kind === 'weekly') {
    const left = stack(tables.flatMap((table) => tableBlocks(sheet, table, WEEK_TABLE)));
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
    .filter((chart) => chart.kind === 'bars' || chart.kind === 'hours')
    .map((chart, index) => chartBlock(sheet, chart, index === 0 ? FIRST_HALF : SECOND_HALF));
  const pair = narrow.length === 0 ? [] : [beside(narrow), gap(BETWEEN)];
  return [...wide, ...pair, ...tables.flatMap((table) => [...tableBlocks(sheet, table, WHOLE), gap(BETWEEN)])];
}
