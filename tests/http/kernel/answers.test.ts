import { text } from 'node:stream/consumers';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { AiUnavailable } from '../../../src/app/ai/counted-answers.ts';
import { StoreUnavailable } from '../../../src/domain/kernel/event-store.ts';
import { createPages, jsonOf, type ListCall, listPage } from '../../../src/http/kernel/list-page.ts';
import { jsonInPieces } from '../../../src/http/kernel/long-answers.ts';
import { problemOf, type Refusal, refusalOf } from '../../../src/http/kernel/problems.ts';
import { BillingUnavailable } from '../../../src/ports/billing.ts';
import type { Cursor } from '../../../src/ports/documents.ts';
import { GitHubBusy } from '../../../src/ports/github.ts';
import { ProviderUnavailable } from '../../../src/ports/oauth.ts';
import { ReportUnavailable } from '../../../src/reports/rendering/report-files.ts';

const body = (count: number) => ({
  from: '2026-11-16',
  tasks: Array.from({ length: count }, (_, id) => ({ id, title: 'Łukasz, "quoted"' })),
  to: 'x',
});
const readText = async (count: number): Promise<unknown> => {
  const { status, body: whole, stream } = await jsonInPieces('tasks', body(count));
  expect(status).toBe(200);
  return JSON.parse(stream ? await text(stream) : String(whole));
};

test.each([0, 1, 250, 251, 500, 1_001])('a list of %i items gives the same text as a whole and in pieces', async (count) => {
  expect(await readText(count)).toEqual(body(count));
});

test('other work runs while a long list is serialized', async () => {
  let turns = 0;
  const count = (): void => {
    turns += 1;
    if (turns < 100) setImmediate(count);
  };
  setImmediate(count);
  await readText(2_000);
  expect(turns).toBeGreaterThan(5);
  turns = 100;
});

const pages = createPages({ keyed: (_purpose, text) => Buffer.from(text).toString('hex').padEnd(24, '0') });

/** Reads a list of texts of these lengths page by page, as a client does, and gives the pages and how many entries each read gave. */
async function read(lengths: readonly number[], { limit, bytes, chunk }: { limit?: number; bytes?: number; chunk?: number }) {
  const items = lengths.map((length, index) => ({ index, text: 'ü'.repeat(length) }));
  const found: { readonly entries: readonly { index: number }[]; readonly size: number }[] = [];
  const reads: number[] = [];
  const list = {
    limit: 7,
    ...(bytes && { bytes }),
    ...(chunk && { chunk }),
    async read(page: { limit: number; after?: Cursor }) {
      const start = page.after === undefined ? 0 : Number(page.after[0]) + 1;
      const some = items.slice(start, start + page.limit);
      const last = some.at(-1);
      reads.push(some.length);
      return { items: some, next: last && last.index + 1 < items.length ? [last.index] : null };
    },
    texts: async (some: readonly (typeof items)[number][]) => jsonOf(some),
  };
  for (let after: string | null | undefined; after !== null; ) {
    const context = { path: '/api/list', querystring: after ? `after=${after}` : '' };
    const call = { query: { limit, after }, principal: { owner: 'ada' }, context } as unknown as ListCall;
    const { body = '', headers = {} } = await listPage(pages, call, list);
    found.push({ entries: JSON.parse(String(body)), size: Buffer.byteLength(String(body)) });
    after = headers.Link === undefined ? null : new URL(/<([^>]*)>/.exec(headers.Link)?.[1] ?? '', 'http://here').searchParams.get('after');
  }
  return { found, reads };
}

test('a page of short entries is filled up to its limit by one read, and the last page has no link', async () => {
  const { found, reads } = await read([1, 1, 1, 1, 1, 1, 1, 1, 1], {});
  expect(found.map(({ entries }) => entries.length)).toEqual([7, 2]);
  expect(reads).toEqual([7, 2]);
});

test('entries that do not fit are left for the next page, and one that never fits has a page of its own', async () => {
  const { found } = await read([100, 100, 100, 5_000, 100], { bytes: 1_000 });
  expect(found.map(({ entries }) => entries.map(({ index }) => index))).toEqual([[0, 1, 2], [3], [4]]);
});

test('at most one chunk is read beyond what fits into a page', async () => {
  const { reads } = await read(
    Array.from({ length: 100 }, () => 400),
    { limit: 100, bytes: 10_000, chunk: 5 },
  );
  // Twelve entries: two chunks, a third that does not fit, and two entries of it once more.
  expect(reads.slice(0, 4)).toEqual([5, 5, 5, 2]);
});

test('with any entries, limit, bytes and chunks, every entry is given once, in order, and pages are bounded', async () => {
  const size = fc.integer({ min: 1, max: 9 });
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.nat(300), { maxLength: 40 }),
      size,
      fc.integer({ min: 1, max: 2_000 }),
      size,
      async (lengths, limit, bytes, chunk) => {
        const { found } = await read(lengths, { limit, bytes, chunk });
        expect(found.flatMap(({ entries }) => entries.map(({ index }) => index))).toEqual(lengths.map((_, index) => index));
        for (const { entries, size: taken } of found) {
          expect(entries.length).toBeLessThanOrEqual(limit);
          if (entries.length > 1) expect(taken).toBeLessThanOrEqual(bytes + 2);
          if (lengths.length > 0) expect(entries.length).toBeGreaterThan(0);
        }
      },
    ),
  );
});

test.each([
  [new StoreUnavailable('MongoDB has not answered.'), 'Vouch cannot reach its store right now. Try again in a moment.', '5'],
  [
    new ProviderUnavailable('Google does not answer.'),
    'The provider of this connection does not answer right now. Try again in a moment.',
    '30',
  ],
  [
    new BillingUnavailable('It did not do it: 500.'),
    'The payment provider does not answer right now. Nothing is paid twice: try again in a moment.',
    '5',
  ],
  [new AiUnavailable('The AI is away. Nothing was counted.'), 'The AI is away. Nothing was counted.', '60'],
  [new GitHubBusy('GitHub asks to wait.', 17), 'GitHub asks to wait. Try again later.', '17'],
  [new GitHubBusy('GitHub does not answer right now.'), 'GitHub does not answer right now. Try again later.', '5'],
  [new ReportUnavailable('refused_time'), 'The report was not ready within 30 seconds. Try again in a moment.', '30'],
])('the answer says that a service does not answer, and when to try again: %s', (error, detail, seconds) => {
  const refusal = refusalOf(error) as Refusal;
  expect(problemOf(refusal)).toEqual({
    type: '/api/docs#unavailable',
    title: 'Service Unavailable',
    status: 503,
    code: 'unavailable',
    detail,
    message: detail,
  });
  expect(refusal.headers).toEqual({ 'Retry-After': seconds });
});
