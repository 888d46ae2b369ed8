import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonical } from '../../../src/contracts/ledger/canonical-json.ts';
import type { KeyList } from '../../../src/contracts/ledger/head.ts';
import { consistencyRanges, rootOf } from '../../../src/contracts/ledger/merkle.ts';
import { checkPage } from '../../../src/contracts/ledger/papers/check-page.ts';
import { placesIn } from '../../../src/contracts/ledger/papers/place.ts';
import { STATEMENT_BYTES } from '../../../src/contracts/ledger/papers/statement.ts';
import { renderReportHtml } from '../../../src/reports/html/report-html.ts';
import { overallModel, weeklyModel } from '../../../src/reports/model/build-report.ts';
import { renderReportPdf } from '../../../src/reports/pdf/report-pdf.ts';
import { week, whole } from '../../reports/fixtures.ts';
import { FACTS, htmlPaper, leavesTo, ORIGIN, signingHouse } from '../../support/papers.ts';

const house = signingHouse();
const head = await house.head(9);
const keys = await house.keys();
const codeOf = (bytes: Uint8Array, list: KeyList | null = keys, format: 'html' | 'pdf' = 'html'): string =>
  checkPage(bytes, format, list).fault?.code ?? 'unchanged';

const page = await house.paper(head, {}, Buffer.from(renderReportHtml(weeklyModel(week(), 'Inés'))));
const pdf = await house.paper(
  head,
  { kind: 'overall', format: 'pdf' },
  Buffer.concat(await Array.fromAsync(renderReportPdf(overallModel(whole(), 'Inés')))),
);
const papers = { html: page, pdf } as const;

describe.each(['html', 'pdf'] as const)('a report as %s', (format) => {
  const paper = papers[format];
  const [place] = placesIn(paper, format);

  it('carries one statement of 8,192 bytes: its canonical JSON, then spaces', () => {
    expect(placesIn(paper, format)).toHaveLength(1);
    expect((place?.end ?? 0) - (place?.start ?? 0)).toBe(STATEMENT_BYTES);
    const text = paper.subarray(place?.start, place?.end).toString();
    expect(text).toMatch(/^\{.*\} +$/);
    expect(canonical(JSON.parse(text))).toBe(text.trimEnd());
  });

  it('is unchanged, with the keys of its origin and without', () => {
    expect([codeOf(paper, keys, format), codeOf(paper, null, format)]).toEqual(['unchanged', 'unchanged']);
    expect(checkPage(paper, format, keys).statement).toMatchObject({ origin: ORIGIN, head, from: FACTS.from, format });
  });

  it('is changed by every bit that is another one', () => {
    const start = place?.start ?? 0;
    const inStatement = fc.integer({ min: start, max: start + STATEMENT_BYTES - 1 });
    const anywhere = fc.integer({ min: 0, max: paper.length - 1 });
    fc.assert(
      fc.property(fc.oneof(inStatement, anywhere), fc.integer({ min: 0, max: 7 }), (at, bit) => {
        const other = Buffer.from(paper);
        other[at] = (other[at] ?? 0) ^ (1 << bit);
        expect(codeOf(other, null, format)).not.toBe('unchanged');
      }),
    );
  });

  it('is changed by bytes that are taken away or added', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: paper.length }), fc.integer({ min: 1, max: 300 }), fc.boolean(), (at, length, isAdded) => {
        const rest = isAdded ? [Buffer.alloc(length, 0x20), paper.subarray(at)] : [paper.subarray(at + length)];
        const other = Buffer.concat([paper.subarray(0, at), ...rest]);
        if (other.length !== paper.length) expect(codeOf(other, null, format)).not.toBe('unchanged');
      }),
    );
  });

  it('is torn without its end', () => {
    expect(codeOf(paper.subarray(0, paper.length - 9), keys, format)).toBe('torn');
    expect(codeOf(paper.subarray(0, 200), keys, format)).toBe('torn');
  });
});

describe('a paper', () => {
  it('is not another one with its statement', async () => {
    const [html, other] = [await house.paper(head), await house.paper(head, { kind: 'overall', format: 'pdf' }, Buffer.from(pdf))];
    const statementOf = (bytes: Buffer, format: 'html' | 'pdf') => {
      const [place] = placesIn(bytes, format);
      return bytes.subarray(place?.start, place?.end);
    };
    const swapped = Buffer.from(html);
    swapped.set(statementOf(other, 'pdf'), placesIn(html, 'html')[0]?.start ?? 0);
    expect(codeOf(swapped)).toBe('changed');
  });

  it('has one statement only', () => {
    const twice = page.toString().replace('</main>', `</main>${page.toString().match(/<script[\s\S]*<\/script>/)?.[0]}`);
    expect(codeOf(Buffer.from(twice))).toBe('changed');
    expect(codeOf(Buffer.from('<!doctype html>\n<p>A page.</p></html>\n'))).toBe('no_paper');
    expect(codeOf(htmlPaper('Never signed'))).toBe('malformed');
  });

  it.each([
    ['a member that is not named', (text: string) => text.replace('{', '{"a":1,').replace(/ {6}$/, '')],
    ['a member twice', (text: string) => text.replace('{', '{"as_of":null,').replace(/ {13}$/, '')],
    ['white space in its JSON', (text: string) => text.replace(',', ', ').replace(/ $/, '')],
    ['no space behind it', (text: string) => text.trimEnd().padEnd(STATEMENT_BYTES, '}')],
  ])('with %s in its statement is refused', (_what, change) => {
    const text = page.toString().replace(/(?<=vouch\+json">)[^<]*/, change);
    expect(Buffer.byteLength(text)).toBe(page.length);
    expect(codeOf(Buffer.from(text))).toBe('malformed');
  });

  it('that a browser wrote anew is said to be that', () => {
    const chrome = page.toString().replace('<html', '<!-- saved from url=(0021)https://vouch.example/ -->\n<html');
    const firefox = page.toString().replace('<!doctype html>\n<html lang="en">\n<head>', '<!DOCTYPE html>\n<html lang="en"><head>');
    expect([codeOf(Buffer.from(chrome)), codeOf(Buffer.from(firefox))]).toEqual(['saved_by_browser', 'saved_by_browser']);
  });

  it('signed with a key of somebody else is unchanged only as long as nobody compares the key', async () => {
    const forger = signingHouse();
    const forged = await forger.paper(await forger.head(9));
    expect([codeOf(forged, null), codeOf(forged)]).toEqual(['unchanged', 'unknown_key']);
  });

  it('with a public key whose last letter is another one for the same bytes is malformed', () => {
    const other = page
      .toString()
      .replace(/("public_key":"[^"]{42})(.)=/, (_, before, last) => `${before}${String.fromCharCode(last.charCodeAt(0) + 1)}=`);
    expect(codeOf(Buffer.from(other), null)).toBe('malformed');
  });

  it('of another origin than that of the keys is refused; the names of this machine mean the same', async () => {
    expect(codeOf(page, { ...keys, origin: 'https://other.example' })).toBe('other_origin');
    expect(codeOf(page, { ...keys, origin: 'https://VOUCH.example/' })).toBe('unchanged');
  });

  it('is good after its key ended, and not if it says that it was signed after that', async () => {
    const { house: time, ...signing } = signingHouse();
    const before = await signing.paper(await signing.head(4));
    time.now = '2026-12-01T00:00:00.000Z';
    await signing.rotate();
    const after = await signing.keys();
    expect(codeOf(before, after)).toBe('unchanged');
    expect(codeOf(await signing.paper(await signing.head(4)), after)).toBe('unchanged');
    const earlier = { ...after, keys: after.keys.map((key) => ({ ...key, until: '2026-11-20T00:00:00.000Z' })) };
    expect(codeOf(before, earlier)).toBe('outside_key_time');
  });

  it('with a head that was put into it, or that does not continue the one before, is refused', async () => {
    const leaves = leavesTo(9);
    const path = consistencyRanges(5, 9).map(({ start, size }) => rootOf(leaves.slice(start, start + size)));
    const partner = { kind: 'partner_page' } as const;
    const good = await house.paper(head, { ...partner, since: { head: await house.head(5), path } });
    const rewritten = await house.paper(head, { ...partner, since: { head: await house.head(5, { root: 'ab'.repeat(32) }), path } });
    expect([codeOf(good), codeOf(rewritten)]).toEqual(['unchanged', 'rewritten']);
    expect(codeOf(await house.paper({ ...head, size: 10 }))).toBe('forged');
  });
});
