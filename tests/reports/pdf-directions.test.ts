import { buffer } from 'node:stream/consumers';
import { inflateSync } from 'node:zlib';
import { getDocumentProxy, getResolvedPDFJS } from 'unpdf';
import { expect, test } from 'vitest';
import { sentence } from '../../src/contracts/words/isolated.ts';
import { weeklyModel } from '../../src/reports/model/build-report.ts';
import { inFontOrder, inOneDirection, type Piece, piecesOf } from '../../src/reports/pdf/directions.ts';
import { renderReportPdf } from '../../src/reports/pdf/report-pdf.ts';
import { graphemesOf } from '../../src/reports/pdf/text.ts';
import { task, week } from './fixtures.ts';

const MEETING = 'פגישה';
const TOMORROW = 'מחר';
const MARHABA = 'مرحبا';
const reversed = (text: string): string => [...text].reverse().join('');

/** What a reader sees, character by character from the left. */
const seen = (pieces: readonly Piece[]): string => pieces.map(({ text, rtl }) => (rtl ? reversed(text) : text)).join('');

test.each([
  ['a number and a Latin word in Hebrew', `${MEETING} 12:30 ${TOMORROW} Vouch`, `Vouch ${reversed(TOMORROW)} 12:30 ${reversed(MEETING)}`],
  ['a number after a Latin word', `${MEETING} Vouch 12:30 ${TOMORROW}`, `${reversed(TOMORROW)} Vouch 12:30 ${reversed(MEETING)}`],
  ['Hebrew words in English', `Read ${MEETING} ${TOMORROW} at 12:30`, `Read ${reversed(TOMORROW)} ${reversed(MEETING)} at 12:30`],
  ['a number in Arabic', `${MARHABA} 2026`, `2026 ${reversed(MARHABA)}`],
  ['digits of Arabic', `${MARHABA} ٢٠٢٦`, `٢٠٢٦ ${reversed(MARHABA)}`],
  ['brackets, which are mirrored', `${MEETING} (${TOMORROW})`, `(${reversed(TOMORROW)}) ${reversed(MEETING)}`],
  ['the stop at the end of a sentence', `${MEETING} Vouch.`, `.Vouch ${reversed(MEETING)}`],
  ['an isolate in English', sentence`Missed: ${`${MEETING} 5`}. Late.`, `Missed: 5 ${reversed(MEETING)}. Late.`],
  ['plain words', 'Read (a book).', 'Read (a book).'],
])('%s: the pieces are in the order of the Unicode Bidirectional Algorithm', (_kind, line, expected) => {
  expect(seen(piecesOf(line))).toBe(expected);
});

test('every line of a text has the direction of the whole text', () => {
  const lines = inOneDirection(`${MEETING} Vouch.`, [MEETING, 'Vouch.']);
  expect(lines.map((line) => seen(piecesOf(line)))).toEqual([reversed(MEETING), '.Vouch']);
  const english = inOneDirection(`Read ${MEETING} 5.`, ['Read', `${MEETING} 5.`]);
  expect(english.map((line) => seen(piecesOf(line)))).toEqual(['Read', `5 ${reversed(MEETING)}.`]);
});

test('an isolate that is broken into lines has its own direction in each of them', () => {
  const title = `${MEETING} Vouch! ${TOMORROW} 6`;
  const lines = inOneDirection(sentence`By ${title} done`, [`By \u2068${MEETING}`, 'Vouch!', `${TOMORROW} 6\u2069 done`]);
  expect(lines.map((line) => seen(piecesOf(line)))).toEqual([`By ${reversed(MEETING)}`, '!Vouch', `6 ${reversed(TOMORROW)} done`]);
});

test('a font gets its words joined, and what it would not reverse, or would reverse wrongly, the other way round', () => {
  const ordered = (text: string, rtl: boolean) => inFontOrder(graphemesOf(text), rtl);
  expect(ordered(`${MEETING} ${TOMORROW}`, true)).toBe(`${MEETING}\u00a0${TOMORROW}`);
  expect(ordered('?!', true)).toBe('!?');
  expect(ordered('۱۲', false)).toBe('۲۱');
  expect(ordered('Vouch ۱۲', false)).toBe('Vouch ۱۲');
});

const pdfOf = (title: string): Promise<Buffer> => buffer(renderReportPdf(weeklyModel(week({ tasks: [task({ title })] }), 'Inés')));

/** The characters of the first page in the order in which they are drawn. Each line is drawn from the left to the right. */
async function drawn(bytes: Buffer): Promise<string> {
  const [{ OPS }, pdf] = [await getResolvedPDFJS(), await getDocumentProxy(new Uint8Array(bytes))];
  const { fnArray, argsArray } = await (await pdf.getPage(1)).getOperatorList();
  const glyphs = fnArray.flatMap((operation, index) => (operation === OPS.showText ? (argsArray[index] as [unknown[]])[0] : []));
  return (glyphs as readonly (number | { readonly unicode: string })[])
    .map((glyph) => (typeof glyph === 'number' ? '' : glyph.unicode))
    .join('')
    .replaceAll('\u00a0', ' ');
}

/** What the compressed streams of a PDF contain, one character for each byte. */
function streamsOf(bytes: Buffer): string {
  const streams = bytes.toString('latin1').matchAll(/\/FlateDecode\n>>\nstream\n([\s\S]*?)\nendstream/g);
  return Array.from(streams, ([, stream = '']) => inflateSync(Buffer.from(stream, 'latin1')).toString('latin1')).join('\n');
}

test("a line in Hebrew with '12:30' and 'Vouch' is drawn in visual order, and read out in its own", async () => {
  const title = `${MEETING} 12:30 ${TOMORROW} Vouch`;
  const bytes = await pdfOf(title);
  expect(await drawn(bytes)).toContain(`Vouch ${reversed(TOMORROW)} 12:30 ${reversed(MEETING)}`);
  const read = Buffer.from(`\ufeff${title}`, 'utf16le').swap16().toString('latin1');
  expect(streamsOf(bytes)).toContain(`/ActualText (${read})`);
});

test('a reason in Hebrew stays between the words beside it, and its marks are not drawn', async () => {
  const reasons = task({ status: 'skipped', skip_reason: `${MEETING} 5`, postponed: 3 });
  const bytes = await buffer(renderReportPdf(weeklyModel(week({ tasks: [reasons] }), 'Inés')));
  expect(await drawn(bytes)).toContain(`5 ${reversed(MEETING)}, postponed 3 times`);
});

test('an emoji between Hebrew words, which has another font, is drawn between them', async () => {
  expect(await drawn(await pdfOf(`${MEETING} 🎉 ${TOMORROW}`))).toContain(`${reversed(TOMORROW)} 🎉 ${reversed(MEETING)}`);
});
