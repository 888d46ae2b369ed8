import { buffer } from 'node:stream/consumers';
import { getDocumentProxy } from 'unpdf';
import { expect, test } from 'vitest';
import { historyModel, overallModel, weeklyModel } from '../../src/reports/model/build-report.ts';
import type { ReportModel } from '../../src/reports/model/report-model.ts';
import { renderReportPdf } from '../../src/reports/pdf/report-pdf.ts';
import { Sheet } from '../../src/reports/pdf/sheet.ts';
import { done, history, week, whole } from './fixtures.ts';

/** What pdf.js says of an element of the structure, and of a text that belongs to one. */
interface Node {
  readonly role?: string;
  readonly alt?: string;
  readonly id?: string;
  readonly children?: readonly Node[];
}
interface Element {
  readonly role: string;
  readonly alt: string;
  readonly text: string;
  readonly children: readonly Element[];
}

interface Item {
  readonly type?: string;
  readonly id?: string | null;
  readonly tag?: string;
  readonly str?: string;
}

/** The texts of a page by the mark that they are drawn within; those of artifacts under 'Artifact'. */
function textsOf(items: readonly Item[]): ReadonlyMap<string, string> {
  const texts = new Map<string, string>();
  let mark = '';
  for (const { type, id, tag, str } of items) {
    if (type?.startsWith('begin')) mark = id ?? tag ?? '';
    else if (type === 'endMarkedContent') mark = '';
    else if (str?.trim()) texts.set(mark, `${texts.get(mark) ?? ''} ${str}`.trim());
  }
  return texts;
}

function elementOf({ role = '', alt = '', children = [] }: Node, texts: ReadonlyMap<string, string>): Element {
  const text = children.flatMap(({ id }) => (id === undefined ? [] : [texts.get(id) ?? ''])).join(' ');
  return { role, alt, text, children: children.filter((child) => child.role !== undefined).map((child) => elementOf(child, texts)) };
}

const opened = async (model: ReportModel) => getDocumentProxy(new Uint8Array(await buffer(renderReportPdf(model))));

/** The elements of each page, and its texts by their marks. */
async function pagesOf(model: ReportModel) {
  const pdf = await opened(model);
  const numbers = Array.from({ length: pdf.numPages }, (_, index) => index + 1);
  return Promise.all(
    numbers.map(async (number) => {
      const page = await pdf.getPage(number);
      const { items } = await page.getTextContent({ includeMarkedContent: true });
      const texts = textsOf(items as readonly Item[]);
      const [root] = ((await page.getStructTree()) as Node).children ?? [];
      return { root: elementOf(root ?? {}, texts), texts };
    }),
  );
}

const all = ({ children }: Element): readonly Element[] => children.flatMap((child) => [child, ...all(child)]);
const withRole = (root: Element, role: string): readonly Element[] => all(root).filter((element) => element.role === role);
const texts = (elements: readonly Element[]): readonly string[] => elements.map(({ text }) => text);
const rows = (count: number) =>
  Array.from({ length: count }, (_, index) => done('2026-11-10T10:51:00.000Z', { title: `Promise ${index}` }));

test('a report is tagged: a document with its title, headings, figures as a list, and tables with their heads', async () => {
  const model = weeklyModel(week(), 'Inés');
  const pages = await pagesOf(model);
  const roots = pages.map(({ root }) => root);
  expect(roots.map(({ role }) => role)).toEqual(roots.map(() => 'Document'));
  const [first] = roots;
  if (first === undefined) throw new Error('There is no page.');
  expect(texts(withRole(first, 'H1'))).toEqual(['Week 46']);
  const headings = roots.flatMap((root) => texts(withRole(root, 'H2')));
  expect(headings).toEqual([
    ...model.tables.map(({ title }) => title),
    ...model.charts.map(({ title }) => title),
    model.rows?.title,
    'What the numbers mean',
  ]);
  const [figures] = withRole(first, 'L');
  expect(figures?.children.map(({ role, children }) => [role, ...children.map((child) => child.role)])).toEqual(
    model.figures.map(() => ['LI', 'Lbl', 'LBody']),
  );
  expect(figures?.children.map(({ children }) => children[0]?.text)).toEqual(model.figures.map(({ label }) => label));
  const [table] = withRole(first, 'Table');
  const [given] = model.tables;
  expect(texts(table?.children[0]?.children ?? [])).toEqual(given?.columns.map(({ label }) => label));
  expect(table?.children.map(({ role, children }) => [role, ...children.map((cell) => cell.role)])).toEqual([
    ['TR', ...(given?.columns ?? []).map(() => 'TH')],
    ...[...(given?.rows ?? []), given?.foot ?? []].map((cells) => ['TR', 'TH', ...cells.slice(1).map(() => 'TD')]),
  ]);
});

test('the numbers of a chart are read out in words', async () => {
  const model = overallModel(whole(), 'Inés');
  const drawn = (await pagesOf(model)).flatMap(({ root }) => withRole(root, 'Figure'));
  expect(drawn).toHaveLength(model.charts.length);
  for (const { title, table } of model.charts) {
    const { alt } = drawn.find((figure) => figure.alt.startsWith(title)) ?? { alt: '' };
    for (const { text } of table.rows.flat()) expect(alt).toContain(text);
  }
});

test('a table that continues on further pages is one table, whose heads are read out once', async () => {
  const pages = await pagesOf(weeklyModel(week({ tasks: rows(120) }), 'Inés'));
  const cells = pages.flatMap(({ root }) => withRole(root, 'TD').map(({ text }) => text));
  expect(cells.filter((text) => text.startsWith('Promise '))).toEqual(Array.from({ length: 120 }, (_, index) => `Promise ${index}`));
  const heads = pages.flatMap(({ root }) => withRole(root, 'TH').map(({ text }) => text));
  expect(heads.filter((text) => text === 'What became of it')).toHaveLength(1);
  expect(pages[1]?.root.children.map(({ role }) => role)).toEqual(['Table']);
  const raw = (await buffer(renderReportPdf(weeklyModel(week({ tasks: rows(120) }), 'Inés')))).toString('latin1');
  expect(raw.match(/\/S \/Table\n/g)).toHaveLength(2);
});

test('what only says where a page belongs is not read out, and everything else is', async () => {
  const pages = await pagesOf(historyModel(history(), 'Inés'));
  pages.forEach(({ root, texts: drawn }, index) => {
    expect(drawn.get('Artifact')).toContain(`${index + 1} of ${pages.length}`);
    expect(drawn.has('')).toBe(false);
    const read = texts(all(root)).join(' ').trim().replace(/\s+/g, ' ');
    const marked = [...drawn].flatMap(([mark, text]) => (mark === 'Artifact' ? [] : [text]));
    for (const text of marked) expect(read).toContain(text.replace(/\s+/g, ' '));
  });
  const said = pages.flatMap(({ root }) => texts(all(root))).filter((text) => text.startsWith('Made '));
  expect(said).toEqual([expect.stringMatching(/2026/)]);
});

test('viewers show the title of the document in place of the name of its file, and know its language', async () => {
  const raw = (await buffer(renderReportPdf(weeklyModel(week(), 'Inés')))).toString('latin1');
  expect(raw).toMatch(/\/DisplayDocTitle true/);
  expect(raw).toMatch(/\/Lang \(en\)/);
  expect(raw).toMatch(/\/Marked true/);
  expect(raw.match(/\/Scope \/Column/g)).not.toBeNull();
});

test('a text that belongs to no element and no artifact is refused', () => {
  const sheet = new Sheet({ title: '', author: '', subject: '', madeAt: '2026-11-16T07:00:00.000Z' });
  sheet.doc.addPage();
  expect(() => sheet.text('Lost', 0, 0, { size: 9, ink: 'ink' })).toThrow('A text of a PDF has to belong to an element or an artifact.');
});
