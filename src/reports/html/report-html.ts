import Handlebars from 'handlebars';
import { chartScene } from '../charts/draw.ts';
import { legendScene } from '../charts/map.ts';
import type { Frame } from '../charts/scene.ts';
import { LOGO } from '../model/marks.ts';
import type { Chart, ReportModel } from '../model/report-model.ts';
import { reportPolicy } from './policy.ts';
import { REPORT_STYLE } from './style.ts';
import { markSymbols, ornamentSvg, sceneSvg } from './svg.ts';
import { CHART_PARTIAL, GRID_PARTIAL, REPORT_TEMPLATE, TABLE_PARTIAL } from './template.ts';

const engine = Handlebars.create();
engine.registerPartial({ table: TABLE_PARTIAL, grid: GRID_PARTIAL, chart: CHART_PARTIAL });
const template = engine.compile(REPORT_TEMPLATE, { strict: true, knownHelpersOnly: true });

const TEXT = 12;
const FRAMES: Readonly<Record<Chart['kind'], Frame>> = {
  bars: { width: 380, height: 200, text: TEXT },
  hours: { width: 380, height: 150, text: TEXT },
  weeks: { width: 846, height: 190, text: 11 },
  map: { width: 846, height: 0, text: 11 },
};
/** The approximate width of a text in the page's font, which is exact enough for a legend. */
const measure = (words: string): number => words.length * TEXT * 0.5;

function chartView(chart: Chart) {
  const map = chart.kind === 'map';
  const wide = map || chart.kind === 'weeks';
  const legend = map ? sceneSvg(legendScene({ width: FRAMES.map.width, text: FRAMES.map.text }, measure), 'What the squares mean') : null;
  return {
    name: chart.kind,
    title: chart.title,
    caption: chart.caption,
    wide,
    legend,
    settled: chart.table.settled,
    table: chart.table,
    svg: sceneSvg(chartScene(chart, FRAMES[chart.kind]), `${chart.title}. ${chart.caption}`),
  };
}

/** A report as a standalone HTML document: no script, no style attribute, nothing from another host. Every text is escaped. */
export function renderReportHtml(model: ReportModel): string {
  const views = model.charts.map(chartView);
  // In a weekly report the table stands beside the charts. It is also the table of the first chart, which needs no second one.
  const beside = model.kind === 'weekly' ? model.tables[0] : undefined;
  const lead = beside ? { table: beside, charts: views.map((view) => (view.table === beside ? { ...view, table: null } : view)) } : null;
  // A table that a chart shows when it is unfolded is not shown a second time.
  const tables = model.tables.filter((table) => !model.charts.some((chart) => chart.table === table));
  return template({
    model,
    policy: reportPolicy,
    style: REPORT_STYLE,
    logo: ornamentSvg(LOGO, 24, 'logo'),
    marks: model.rows ? markSymbols() : '',
    lead,
    charts: lead ? [] : views,
    tables,
  });
}
