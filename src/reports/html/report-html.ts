import Handlebars from 'handlebars';
import { HTML_PLACE } from '../../contracts/ledger/papers/place.ts';
import { chartScene } from '../charts/draw.ts';
import { legendScene } from '../charts/map.ts';
import type { Frame } from '../charts/scene.ts';
import { LOGO } from '../model/marks.ts';
import { type Chart, type ReportModel, startsWithRows } from '../model/report-model.ts';
import { REPORT_STYLE, reportPolicy } from './style.ts';
import { markSymbols, ornamentSvg, sceneSvg } from './svg.ts';

/** Handlebars escapes every {{value}}. Values in three braces are not escaped: the program makes them itself (SVG, style). */
const REPORT_TEMPLATE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{{policy}}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>{{model.name}}: {{model.title}}, {{model.period}} · Vouch</title>
<style>{{{style}}}</style>
</head>
<body>
<main>
<header><div class="brand">{{{logo}}}Vouch</div><div class="who">{{model.name}}<br><bdi>{{model.owner}}</bdi></div></header>
<h1>{{model.title}}</h1>
<p class="sub">{{model.period}}, {{model.timezone}}</p>
{{#if model.note}}<p class="note">{{model.note}}</p>{{/if}}
{{#if model.figures}}
<dl class="figs">{{#each model.figures}}<div class="fig"><dt>{{label}}</dt><dd class="v"><span{{#if settled}} class="rule2"{{/if}}>{{value}}</span>{{#if unit}} <small>{{unit}}</small>{{/if}}</dd><dd class="n">{{note}}</dd></div>{{/each}}</dl>
{{/if}}
{{#if findings}}
{{> rows findings}}
{{/if}}
{{#if lead}}
<div class="charted">{{> table lead.table}}<div>{{#each lead.charts}}{{> chart this}}{{/each}}</div></div>
{{/if}}
{{#if charts}}
<div class="two">{{#each charts}}{{> chart this}}{{/each}}</div>
{{/if}}
{{#each tables}}{{> table this}}{{/each}}
{{#if list}}
{{> rows list}}
{{/if}}
{{#if model.meanings}}
<section><h2>What the numbers mean</h2><dl class="mean">{{#each model.meanings}}<div><dt>{{term}}</dt><dd>{{sentence}}</dd></div>{{/each}}</dl></section>
{{/if}}
<footer{{#if model.closed}} class="settled"{{/if}}><div><span>{{model.generated_label}}</span><b>{{model.generated}}</b></div><div><span>Time zone</span><b>{{model.timezone}}</b></div></footer>
{{{marks}}}
</main>
{{{place}}}
</body>
</html>
`;

const ROWS_PARTIAL = `<section><h2>{{title}}</h2>
{{#if rows}}
<table class="rows"><thead><tr><th class="m"><span class="vh">Mark</span></th>{{#each columns}}<th>{{this}}</th>{{/each}}</tr></thead>
<tbody>
{{#each rows}}
<tr><td class="m"><svg class="mark" aria-hidden="true"><use href="#m-{{mark}}"/></svg></td><td class="w">{{when}}</td><td class="p" dir="auto">{{what}}</td><td class="b">{{#if state}}<span class="s t-{{tone}}">{{state}}</span>{{#if aside}}, {{/if}}{{/if}}<bdi>{{aside}}</bdi></td></tr>
{{/each}}
</tbody></table>
{{else}}
<p class="cap">{{empty}}</p>
{{/if}}
</section>
`;

const TABLE_PARTIAL = `<section{{#if settled}} class="settled"{{/if}}><h2>{{title}}</h2>{{> grid this}}{{#if caption}}<p class="cap">{{caption}}</p>{{/if}}</section>`;

const GRID_PARTIAL = `<div class="scroll" tabindex="0" role="region" aria-label="{{title}}"><table><thead><tr>{{#each columns}}<th{{#if numeric}} class="num"{{/if}} scope="col">{{label}}</th>{{/each}}</tr></thead><tbody>
{{#each rows}}<tr>{{#each this}}{{#if @first}}<th scope="row" class="{{#if (lookup (lookup ../../columns 0) "long")}}long{{else}}nw{{/if}}">{{text}}</th>{{else}}<td class="{{#if (lookup (lookup ../../columns @index) "numeric")}}num {{/if}}t-{{tone}}">{{text}}</td>{{/if}}{{/each}}</tr>
{{/each}}</tbody>{{#if foot}}<tfoot><tr>{{#each foot}}{{#if @first}}<th scope="row" class="nw">{{text}}</th>{{else}}<td class="num"><span>{{text}}</span></td>{{/if}}{{/each}}</tr></tfoot>{{/if}}</table></div>`;

const CHART_PARTIAL = `<section class="{{name}}"><h2>{{title}}</h2><div class="scroll"{{#if wide}} tabindex="0" role="region" aria-label="{{title}}"{{/if}}>{{{svg}}}</div>{{#if legend}}<div class="key">{{{legend}}}</div>{{/if}}<p class="cap">{{caption}}</p>{{#if table}}<details{{#if settled}} class="settled"{{/if}}><summary>Show as table<span class="vh">: {{title}}</span></summary>{{> grid table}}</details>{{/if}}</section>`;

const engine = Handlebars.create();
engine.registerPartial({ rows: ROWS_PARTIAL, table: TABLE_PARTIAL, grid: GRID_PARTIAL, chart: CHART_PARTIAL });
const template = engine.compile(REPORT_TEMPLATE, { strict: true, knownHelpersOnly: true });

const TEXT = 12;
const FRAMES: Readonly<Record<Chart['kind'], Frame>> = {
  bars: { width: 380, height: 200, text: TEXT },
  hours: { width: 380, height: 150, text: TEXT },
  shares: { width: 380, height: 0, text: TEXT },
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

/**
 * A report as a standalone HTML document: no program, no style attribute, nothing from another host. Every text is escaped. The place of
 * the statement, which is data in a `script` of a type that no browser runs, is empty.
 */
export function renderReportHtml(model: ReportModel): string {
  const views = model.charts.map(chartView);
  // In a weekly report the table stands beside the charts. It has the same numbers as the first chart, which therefore has
  // no table of its own.
  const beside = model.kind === 'weekly' ? model.tables[0] : undefined;
  const lead = beside ? { table: beside, charts: views.map((view) => (view.table === beside ? { ...view, table: null } : view)) } : null;
  // A table that a chart shows when it is unfolded is not shown again.
  const tables = model.tables.filter((table) => !model.charts.some((chart) => chart.table === table));
  return template({
    model,
    policy: reportPolicy,
    style: REPORT_STYLE,
    logo: ornamentSvg(LOGO, 24, 'logo'),
    marks: model.rows ? markSymbols() : '',
    place: HTML_PLACE,
    findings: startsWithRows(model) ? model.rows : null,
    list: startsWithRows(model) ? null : model.rows,
    lead,
    charts: lead ? [] : views,
    tables,
  });
}
