import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { HTML_PLACE } from '../../src/contracts/ledger/papers/place.ts';
import { renderReportHtml } from '../../src/reports/html/report-html.ts';
import { reportCsp } from '../../src/reports/html/style.ts';
import { dailyModel, historyModel, overallModel, weeklyModel } from '../../src/reports/model/build-report.ts';
import { day, entry, history, task, week, whole } from './fixtures.ts';

const models = {
  daily: dailyModel(day(), 'Inés'),
  weekly: weeklyModel(week(), 'Inés'),
  overall: overallModel(whole(), 'Inés'),
  history: historyModel(history(), 'Inés'),
};
const NASTY = `"><img src=x onerror=alert(1)>{{constructor}} 'javascript:alert(2)' &amp; </style><script>`;

describe.each(Object.entries(models))('the %s report', (_kind, model) => {
  const html = renderReportHtml(model);

  test('contains nothing that its policy would block: one style with the hash in the policy, no style attribute, no handler, and no script but the place of the statement', () => {
    const styles = [...html.matchAll(/<style>([\s\S]*?)<\/style>/g)];
    expect(styles).toHaveLength(1);
    const hash = createHash('sha256')
      .update(styles[0]?.[1] ?? '')
      .digest('base64');
    expect(reportCsp).toContain(`style-src 'sha256-${hash}'`);
    expect(html.replace(HTML_PLACE, '')).not.toMatch(/<script|\sstyle=|\son[a-z]+=/i);
  });

  test('loads nothing from another host, and links only into itself', () => {
    expect(
      [...html.matchAll(/\b(?:src|href|url)\s*[=(]\s*["']?([^"')\s>]*)/g)]
        .map(([, target]) => target)
        .filter((target) => !target?.startsWith('#m-')),
    ).toEqual([]);
    expect(html).not.toMatch(/@import|https?:\/\//);
  });

  test('shows the zone and when it was made', () => {
    expect(html).toContain('Europe/Berlin');
    expect(html).toContain(model.generated);
  });

  test('gives every chart a name, and its numbers as a table', () => {
    const charts = [...html.matchAll(/<svg class="chart"[^>]*aria-label="([^"]+)"/g)]
      .map(([, name]) => name)
      .filter((name) => name !== 'What the squares mean');
    expect(charts).toHaveLength(model.charts.length);
    for (const chart of model.charts) expect(html).toContain(`aria-label="${chart.table.title}"`);
  });
});

test('every text that people typed is escaped, wherever it is shown', () => {
  const shown = [
    renderReportHtml(
      weeklyModel(
        week({ tasks: [task({ title: NASTY, status: 'skipped', skip_reason: NASTY })], note: NASTY, timezone: 'Europe/Berlin' }),
        NASTY,
      ),
    ),
    renderReportHtml(
      historyModel(
        history({
          entries: [entry({ title: NASTY, detail: NASTY, action: NASTY, label: NASTY, actor: { kind: 'partner', name: NASTY } })],
        }),
        NASTY,
      ),
    ),
  ];
  for (const html of shown) {
    expect(html).not.toContain('<img');
    expect(html.replace(HTML_PLACE, '')).not.toMatch(/<script/);
    expect(html.match(/<\/style>/g)).toHaveLength(1);
    expect(html).toContain('{{constructor}}');
    expect(html).toContain('&lt;img src&#x3D;x onerror&#x3D;alert(1)&gt;');
  }
});

test('the sum of a closed week is underlined twice, that of a running week once', () => {
  const settled = (html: string) =>
    /<footer class="settled">/.test(html) && /class="rule2">24</.test(html) && /<section class="settled"><h2>Day by day/.test(html);
  expect(settled(renderReportHtml(models.weekly))).toBe(true);
  const running = renderReportHtml(weeklyModel(week({ generated_at: '2026-11-12T07:00:00.000Z' }), 'Inés'));
  expect(running).not.toMatch(/class="settled"|class="rule2"/);
  expect(running).toContain('Whole week');
  expect(running).toMatch(/Up to today \d+ planned: /);
});

test('the report explains the meaning of the numbers below them', () => {
  const html = renderReportHtml(models.weekly);
  for (const term of ['Planned', 'Kept', 'Missed', 'Skipped', 'Postponed', 'Completion rate', 'Streak', 'Delay'])
    expect(html).toContain(`<dt>${term}</dt>`);
});
