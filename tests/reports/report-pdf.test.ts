import { buffer } from 'node:stream/consumers';
import fc from 'fast-check';
import { extractText, getDocumentProxy, getMeta } from 'unpdf';
import { describe, expect, test } from 'vitest';
import { dailyModel, historyModel, overallModel, weeklyModel } from '../../src/reports/model/build-report.ts';
import type { ReportModel } from '../../src/reports/model/report-model.ts';
import { paginate } from '../../src/reports/pdf/blocks.ts';
import { renderReportPdf } from '../../src/reports/pdf/report-pdf.ts';
import { cut, drawable, type FontFace, graphemesOf, REPLACEMENT, widthOf, wrap } from '../../src/reports/pdf/text.ts';
import { day, done, history, task, week, whole } from './fixtures.ts';

/** A font in which every character has the width 1. It lacks CJK characters, of which another font has those before Hangul. */
const face: FontFace = {
  has: (point) => point < 0x3000,
  borrows: (grapheme) => [...grapheme].every((character) => (character.codePointAt(0) ?? 0) < 0xac00),
  width: () => 1,
  shaped: (text) => [...text].length,
};

test('wrapping loses no character except the spaces at which it breaks, and no line is wider than allowed', () => {
  fc.assert(
    fc.property(
      fc.array(fc.string({ minLength: 1, maxLength: 30, unit: fc.constantFrom('a', 'b', 'ł', 'ю') }), { maxLength: 20 }),
      fc.integer({ min: 3, max: 20 }),
      (words, width) => {
        const lines = wrap(words.join(' '), width, 1, face);
        expect(lines.join('').replaceAll(' ', '')).toBe(words.join(''));
        for (const line of lines) expect(widthOf(line, 1, face)).toBeLessThanOrEqual(width);
      },
    ),
  );
});

test('there are at most as many lines as asked for, and the last ends in an ellipsis only if something is left out', () => {
  expect(wrap('one two three', 5, 1, face, 2)).toEqual(['one', 'two…']);
  expect(wrap('one two', 5, 1, face, 2)).toEqual(['one', 'two']);
  expect(wrap('aaaaaaaaaaaaaaaa', 4, 1, face, 2)).toEqual(['aaaa', 'aaa…']);
  expect(cut('abcdef', 4, 1, face)).toBe('abc…');
});

test('any text can be drawn afterwards: without control characters, direction overrides or characters that the font lacks', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const shown = drawable(text, face);
      expect(shown).not.toMatch(/[\p{Cc}\u200b-\u200f\u202a-\u202e\u2066-\u2069]/u);
      for (const grapheme of graphemesOf(shown)) expect([grapheme, face.borrows(grapheme)]).toEqual([grapheme, true]);
    }),
  );
});

test('no block is lost, out of order, or below the foot of its page', () => {
  const block = (height: number, withNext: boolean) => ({ height, withNext, draw: () => {} });
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.integer({ min: 1, max: 30 }), fc.boolean()), { maxLength: 60 }), (sizes) => {
      const blocks = sizes.map(([height]) => block(height, false));
      const pages = paginate(blocks, { first: 20, later: 10 }, 100);
      expect(pages.flat().map((placed) => placed.block)).toEqual(blocks);
      for (const { block: each, y } of pages.flat()) expect(y + each.height).toBeLessThanOrEqual(100);
    }),
  );
});

const bytes = (model: ReportModel): Promise<Buffer> => buffer(renderReportPdf(model));
async function pagesOf(model: ReportModel): Promise<readonly string[]> {
  const pdf = await getDocumentProxy(new Uint8Array(await bytes(model)));
  const { text } = await extractText(pdf, { mergePages: false });
  return text.map((page) => page.replace(/\s+/g, ' '));
}
const rows = (count: number) =>
  Array.from({ length: count }, (_, index) => done('2026-11-10T10:51:00.000Z', { title: `Promise ${index}` }));

test('names, dates and numbers can be extracted from the PDF, in every script of the font', async () => {
  const text = (await pagesOf(weeklyModel(week(), 'Nguyễn Thị Minh Châu'))).join(' ');
  for (const words of [
    'Nguyễn Thị Minh Châu',
    'Łukasz',
    'Юлія',
    'Тарас',
    'Künstlersozialkasse',
    'Week 46',
    'Monday 9 to Sunday 15 November 2026, Europe/Berlin',
    '2 misses, on Saturday and Sunday.',
    'Missed, done late',
    'postponed twice',
  ])
    expect(text).toContain(words);
});

test('every page shows its number, the number of pages, the zone, and when the report was made', async () => {
  const pages = await pagesOf(weeklyModel(week({ tasks: rows(120) }), 'Inés'));
  expect(pages.length).toBeGreaterThan(3);
  pages.forEach((page, index) => {
    expect(page).toContain(`${index + 1} of ${pages.length}`);
    expect(page).toContain('Europe/Berlin');
    expect(page).toContain('Monday 16 November 2026, 08:00 (UTC+01:00)');
  });
});

test('a table that continues on a second page repeats its heads and loses no row', async () => {
  const pages = await pagesOf(weeklyModel(week({ tasks: rows(120) }), 'Inés'));
  const withRows = pages.filter((page) => /Promise \d/.test(page));
  expect(withRows.length).toBeGreaterThan(2);
  for (const page of withRows) expect(page).toContain('What became of it');
  const seen = [...pages.join(' ').matchAll(/Promise (\d+)/g)].map(([, number]) => Number(number));
  expect(seen).toEqual(Array.from({ length: 120 }, (_, index) => index));
});

test('the same report gives the same bytes, dated with its own instant', async () => {
  const [one, two] = await Promise.all([bytes(overallModel(whole(), 'Inés')), bytes(overallModel(whole(), 'Inés'))]);
  expect(one.equals(two)).toBe(true);
  const { info } = await getMeta(await getDocumentProxy(new Uint8Array(one)));
  expect(info.CreationDate).toBe('D:20261118131200Z');
  expect(info.Title).toBe('Overall report: The whole, 1 December 2025 to 18 November 2026');
});

test('a text in a script without spaces is broken between words, and no line begins with what closes a phrase', () => {
  expect(wrap('我喜欢中国菜。', 6, 1, face)).toEqual(['我喜欢中国', '菜。']);
  expect(wrap('「東京」へ行く', 4, 1, face)).toEqual(['「東京」', 'へ行く']);
  expect(wrap('ไปตลาดกัน', 6, 1, face)).toEqual(['ไปตลาด', 'กัน']);
  expect(wrap('ab 日本', 4, 1, face)).toEqual(['ab', '日本']);
});

/** Without spaces, because where they are in an extracted text depends on its reader. */
const joined = (text: string): string => text.replaceAll(' ', '').normalize('NFC');

test.each([
  ['Chinese', '给奶奶打电话，然后写报告'],
  ['traditional Chinese', '寫報告給團隊'],
  ['Japanese', '東京タワーへ行く「とても」'],
  ['Korean', '한국어 공부하기 뷁'],
  ['Thai', 'ซื้อของที่ตลาด'],
  ['emoji', 'Party 🎉 done'],
  ['several scripts', 'Read 漢字 & 한글 by ไทย'],
])('a title and a name in %s are in the PDF with all their characters', async (_script, title) => {
  const named = (await pagesOf(weeklyModel(week({ tasks: [] }), title))).map(joined);
  for (const page of named) expect(page).toContain(joined(title));
  const titled = (await pagesOf(weeklyModel(week({ tasks: [task({ title })] }), 'Inés'))).map(joined).join('');
  expect(titled).toContain(joined(title));
  expect(named.join('') + titled).not.toContain(REPLACEMENT);
});

test('a font is embedded only in a PDF that needs it', async () => {
  const fonts = async (title: string) => {
    const raw = (await bytes(weeklyModel(week({ tasks: [task({ title })] }), 'Inés'))).toString('latin1');
    return new Set([...raw.matchAll(/\/FontName \/[A-Z]+\+([\w-]+)/g)].map(([, name]) => name));
  };
  const plain = await fonts('Read a book');
  expect(plain.size).toBe(2);
  const hindi = await fonts('हिन्दी में किताब पढ़ना');
  expect([...hindi].filter((name) => !plain.has(name))).toEqual([expect.stringContaining('Devanagari')]);
});

test('a character that no font has is shown as one replacement for each character that a reader sees', async () => {
  const title = 'Party \u{1f469}\u200d\u{1f469}\u200d\u{1f467} ᚠ\u{13000}\u{13001} done \u202Eevil\u0007';
  const text = (await pagesOf(weeklyModel(week({ tasks: [task({ title })] }), '🎉'))).join(' ');
  expect(text).toContain(`${REPLACEMENT}${REPLACEMENT} done evil`);
  expect(text).not.toContain(`Party ${REPLACEMENT}`);
});

test('words that are longer than a line are broken, and no word leaves its column', async () => {
  const title = `${'W'.repeat(200)}`;
  const text = (
    await pagesOf(weeklyModel(week({ tasks: [task({ title, status: 'skipped', skip_reason: 'i '.repeat(500) })] }), 'x'.repeat(200)))
  ).join(' ');
  expect(text.replace(/ /g, '')).toContain('WWWWWWWWWWWWWW');
  expect(text).toContain('…');
});

test.each([
  ['daily', dailyModel(day({ tasks: [], note: 'This day lies ahead.' }), '')],
  ['history', historyModel(history({ entries: [] }), '')],
  ['overall', overallModel(whole({ weeks: [], days: [] }), '')],
])('an empty %s report is a page of its own', async (_kind, model) => {
  const pages = await pagesOf(model);
  expect(pages.length).toBeGreaterThan(0);
  expect(pages[0]).toContain('1 of');
  if (model.note) expect(pages.join(' ')).toContain(model.note);
});

describe('the stream', () => {
  test('draws only as much as is read', async () => {
    const stream = renderReportPdf(weeklyModel(week({ tasks: rows(5_000) }), 'Inés'));
    const first = await new Promise<Buffer>((resolve) => stream.once('readable', () => resolve(stream.read() as Buffer)));
    expect(first.subarray(0, 5).toString()).toBe('%PDF-');
    // Far less than the whole, which is several hundred kilobytes.
    expect(stream.readableLength).toBeLessThan(100_000);
    stream.destroy();
  });

  test('contains vector drawings and no images', async () => {
    const raw = (await bytes(overallModel(whole(), 'Inés'))).toString('latin1');
    expect(raw).not.toMatch(/\/Subtype \/Image/);
  });
});

test('eight figures are in two rows of four, because they do not fit beside each other', async () => {
  const figures = Array.from({ length: 8 }, (_, index) => ({
    label: `Figure ${index}`,
    value: '100 %',
    unit: '',
    note: '',
    settled: false,
  }));
  const pdf = await getDocumentProxy(new Uint8Array(await bytes({ ...dailyModel(day(), 'Inés'), figures })));
  const { items } = await (await pdf.getPage(1)).getTextContent();
  const heights = items.flatMap((item) => ('str' in item && item.str.startsWith('Figure ') ? [item.transform[5]] : []));
  expect(heights).toEqual([...Array(4).fill(heights[0]), ...Array(4).fill(heights[4])]);
  expect(heights[4]).toBeLessThan(heights[0]);
});
