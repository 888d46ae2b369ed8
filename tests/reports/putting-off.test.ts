import { buffer } from 'node:stream/consumers';
import { extractText, getDocumentProxy } from 'unpdf';
import { describe, expect, test } from 'vitest';
import { wordsInside } from '../../src/contracts/charts/shares.ts';
import type { ProcrastinationReport } from '../../src/contracts/procrastination.ts';
import { sharesScene } from '../../src/reports/charts/shares.ts';
import { renderReportHtml } from '../../src/reports/html/report-html.ts';
import { puttingOffModel } from '../../src/reports/model/build-putting-off.ts';
import { renderReportPdf } from '../../src/reports/pdf/report-pdf.ts';

const LONG = `Write the migration guide, ${'with everything that was ever asked about it, '.repeat(3)}and send it round`;
const REPORT: ProcrastinationReport = {
  start_date: '2026-08-22',
  end_date: '2026-11-19',
  timezone: 'Europe/Berlin',
  generated_at: '2026-11-19T13:12:00.000Z',
  moves: { tasks: 38, moves: 61, median_days: 3 },
  most_moved: [
    { task_id: 't1', title: LONG, moves: 5, first_due_date: '2026-10-02', due_date: '2026-11-27', status: 'pending', late: false },
    {
      task_id: 't2',
      title: 'Answer the tax office',
      moves: 3,
      first_due_date: '2026-09-25',
      due_date: '2026-10-08',
      status: 'completed',
      late: true,
    },
  ],
  weekdays: [28, 30, 27, 26, 22, 15, 12].map((due, index) => ({ due, moved: index === 4 ? 12 : 4 })),
  tags: [{ tag: 'admin', planned: 14, moved: 8, missed: 3 }],
  after_moves: { moved: { decided: 24, missed: 9 }, unmoved: { decided: 118, missed: 15 } },
  last_hour: { kept: 118, in_last_hour: 67 },
  estimates: { tasks: 18, estimated_minutes: 1_170, focused_minutes: 1_830 },
  findings: [{ code: 'weekday', text: 'What is due on a Friday is moved most often.', rests_on: 22 }],
};
const EMPTY: ProcrastinationReport = {
  ...REPORT,
  moves: { tasks: 0, moves: 0, median_days: null },
  most_moved: [],
  weekdays: REPORT.weekdays.map(() => ({ due: 0, moved: 0 })),
  tags: [],
  after_moves: { moved: { decided: 0, missed: 0 }, unmoved: { decided: 0, missed: 0 } },
  last_hour: { kept: 0, in_last_hour: 0 },
  estimates: { tasks: 0, estimated_minutes: 0, focused_minutes: 0 },
  findings: [],
};

async function textOf(report: ProcrastinationReport): Promise<string> {
  const bytes = await buffer(renderReportPdf(puttingOffModel(report, 'Robin Sample')));
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(bytes)), { mergePages: true });
  return text.replace(/\s+/g, ' ');
}
const htmlOf = (report: ProcrastinationReport): string => renderReportHtml(puttingOffModel(report, 'Robin Sample'));
const places = (text: string, ...words: readonly string[]): readonly number[] => words.map((each) => text.indexOf(each));

describe('the document about putting off', () => {
  test('has the findings first, then a picture of each comparison, then the tables', async () => {
    const order = [
      'What stands out',
      'Moves by weekday',
      'Outcome of moved and unmoved',
      'The last hour',
      'Estimate against focus',
      'Most moved',
      'By tag',
    ];
    for (const text of [htmlOf(REPORT), await textOf(REPORT)]) {
      const found = places(text, ...order);
      expect(found).not.toContain(-1);
      expect(found).toEqual(found.toSorted((a, b) => a - b));
    }
  });

  test('says below each picture what it shows, in numbers', () => {
    expect(puttingOffModel(REPORT, '').charts.map(({ caption }) => caption)).toEqual([
      'Most moves were of what was due on a Friday: 12 of 22. Filled is what was moved, the outline is what was due, by the first due date.',
      'Moved: 9 of 24 missed (38\u00a0%). Not moved: 15 of 118 missed (13\u00a0%). Only what was decided counts.',
      '67 of 118 were done at most 60 minutes before they were due.',
      '30 h 30 min of focus for 19 h 30 min estimated. Of tasks with an estimate and at least one focus session.',
    ]);
  });

  test('says so where there is nothing, and draws no bar', async () => {
    const model = puttingOffModel(EMPTY, '');
    expect(model.charts.map(({ caption }) => caption.split('. ')[0]?.replace(/\.$/, ''))).toEqual([
      'Nothing was moved',
      'Moved: 0 of 0 missed',
      'Nothing was kept',
      'No task has both an estimate and focused time',
    ]);
    const shares = model.charts.flatMap((chart) => (chart.kind === 'shares' ? [chart.data] : []));
    expect(shares.flatMap((data) => sharesScene(data, { width: 300, text: 8 }).shapes).filter(({ kind }) => kind === 'rect')).toEqual([]);
    expect(await textOf(EMPTY)).toContain('Nothing is said yet');
  });

  test('cuts a long title in the PDF before the next column, and has all of it in the HTML', async () => {
    expect(await textOf(REPORT)).toMatch(/Write the migration guide, with [^…]{5,60}… Open Fri 2 Oct/);
    expect(htmlOf(REPORT)).toContain(LONG);
  });

  test('aligns words to the left, and numbers to the right', () => {
    const row = /<tr><th scope="row" class="long">Answer the tax office<.*?<\/tr>/.exec(htmlOf(REPORT))?.[0] ?? '';
    expect([...row.matchAll(/<td class="([^"]*)">([^<]*)/g)].map(([, name, text]) => [name, text])).toEqual([
      ['t-plain', 'Completed late'],
      ['t-plain', 'Fri 25 Sep'],
      ['t-plain', 'Thu 8 Oct'],
      ['num t-plain', '3'],
    ]);
  });
});

test('the bars of shares divide the whole width by the values, and a part has the words for which it has room', () => {
  const part = (value: number) => ({ look: 'kept', value, words: '15 in the last hour' }) as const;
  const rows = [{ name: 'Kept', note: '', parts: [part(75), { ...part(25), look: 'missed' as const }] }];
  const widths = sharesScene({ rows, whole: 100 }, { width: 286, text: 10 }).shapes.flatMap((shape) =>
    shape.kind === 'rect' ? [shape.w] : [],
  );
  expect(widths).toEqual([148.5, 48.5]);
  expect([50, 29, 9].map((value) => wordsInside(part(value), 100))).toEqual(['15 in the last hour', '15', '']);
});
