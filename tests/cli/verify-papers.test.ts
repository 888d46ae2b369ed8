import { hash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { type PaperFlags, verifyPapers } from '../../src/cli/papers/verify-papers.ts';
import { consistencyRanges, rootOf } from '../../src/contracts/ledger/merkle.ts';
import type { PaperFacts } from '../../src/reports/papers/sign-paper.ts';
import { exampleBundle, exampleEvents, headOf, leavesTo, ORIGIN, signingHouse } from '../support/papers.ts';

const folder = mkdtempSync(join(tmpdir(), 'vouch-papers-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const put = (name: string, content: string | Uint8Array): string => {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
};

const house = signingHouse();
const keyList = await house.keys();
const keys = put('keys.json', JSON.stringify(keyList));
const report = put('report.html', await house.paper(await house.head(9)));
const bundle = put('bundle.zip', await exampleBundle(house));

/** Nobody is asked. */
const silent: typeof fetch = async () => {
  throw new TypeError('fetch failed', { cause: new Error('connect ECONNREFUSED') });
};

async function run(paths: readonly string[], flags: PaperFlags = {}, ask = silent) {
  const lines: string[] = [];
  const code = await verifyPapers({ print: (line) => void lines.push(line), fetch: ask }, paths, flags);
  return { code, text: lines.join('\n') };
}
const codeOf = async (...given: Parameters<typeof run>): Promise<number> => (await run(...given)).code;

describe('vouch verify FILE', () => {
  it('ends with 0 for papers that are signed by a key of the list in --keys', async () => {
    expect(await codeOf([report, bundle], { keys })).toBe(0);
  });

  it('ends with 2 without keys, and names the key and where to compare it', async () => {
    const { code, text } = await run([report]);
    expect(code).toBe(2);
    expect(text).toContain(`${ORIGIN}/.well-known/vouch-keys.json`);
    expect(text).toContain(keyList.keys[0]?.key_id);
  });

  it('ends with 1 for what is changed, torn, forged, or no paper', async () => {
    const forger = signingHouse();
    const forged = put('forged.html', await forger.paper(await forger.head(9)));
    const changed = put('changed.html', Buffer.from(await house.paper(await house.head(9))).fill('9', 60, 61));
    const texts = ['nothing.txt', 'torn.html', 'empty.txt'].map((name) =>
      put(name, { 'torn.html': '<!doctype html>\n<html>' }[name] ?? ''),
    );
    for (const path of [changed, ...texts, join(folder, 'missing.html')]) expect([path, await codeOf([path])]).toEqual([path, 1]);
    expect([await codeOf([forged]), await codeOf([forged], { keys })]).toEqual([2, 1]);
  });

  it('asks the origin in --origin for its keys, and ends with 3 if that does not answer', async () => {
    const asked: string[] = [];
    const answers: typeof fetch = async (url) => {
      asked.push(String(url));
      return Response.json(keyList);
    };
    expect(await codeOf([report], { origin: ORIGIN }, answers)).toBe(0);
    expect(asked).toEqual([`${ORIGIN}/.well-known/vouch-keys.json`]);
    const { code, text } = await run([report], { origin: ORIGIN });
    expect([code, text]).toEqual([3, expect.stringContaining('connect ECONNREFUSED')]);
    expect(await codeOf([report], { origin: 'http://vouch.example' }, answers)).toBe(3);
    expect(await codeOf([report], { origin: 'http://localhost:1' }, answers)).toBe(0);
    expect(await codeOf([report], { origin: ORIGIN }, async () => new Response('no', { status: 500 }))).toBe(3);
  });

  it('ends with the worst of several: 1, then 3, then 2; --json lists each of them', async () => {
    const nothing = put('no.txt', 'no paper');
    expect(await codeOf([report, nothing], { origin: ORIGIN })).toBe(1);
    const { text, code } = await run([report, bundle], { json: true });
    expect(code).toBe(2);
    expect(JSON.parse(text)).toMatchObject({
      ok: false,
      exit: 2,
      papers: [{ file: report, exit: 2, result: 'unknown_signer', kind: 'weekly' }, { kind: 'bundle' }],
    });
  });

  it('says what to do if what is compared cannot be read', async () => {
    expect(await run([report], { keys: report })).toMatchObject({ code: 1, text: expect.stringContaining('is no list of keys') });
    expect(await run([report, bundle], { earlier: report })).toMatchObject({ code: 1, text: expect.stringContaining('one paper') });
    expect(await codeOf([report], { earlier: join(folder, 'missing.html') })).toBe(1);
  });
});

describe('a file that a paper names as proof', () => {
  it('is found in it by --file, and another one is named', async () => {
    const [shot, other] = [put('shot.png', 'pixels'), put('other.png', 'others')];
    const page = await house.paper(await house.head(9), { kind: 'partner_page', proof_files: [hash('sha256', 'pixels', 'hex')] });
    const path = put('page.html', page);
    expect(await run([path], { keys, file: [shot] })).toMatchObject({
      code: 0,
      text: expect.stringMatching(/signed it\. \S*shot\.png is one of the files that it names as proof\.$/),
    });
    expect(await run([path], { keys, file: [shot, other] })).toMatchObject({ code: 1, text: expect.stringContaining('other.png') });
  });
});

describe('an export', () => {
  const { events } = exampleEvents(12);
  const altered = async (path: string, change: (text: string) => string): Promise<string> =>
    put(
      'altered.zip',
      await exampleBundle(house, {
        change: (files) => new Map([...files].map(([name, content]) => [name, name === path ? change(content.toString()) : content])),
      }),
    );
  const lineOf = (index: number): RegExp => new RegExp(`^.*"id":"e-${index}".*\n`, 'm');

  it.each([
    [
      'an entry of the ledger with another hash',
      'ledger.json',
      (text: string) => text.replace(events[3]?.metadata.hash ?? '', 'ab'.repeat(32)),
    ],
    ['an entry of the ledger that is there twice', 'ledger.json', (text: string) => text.replace(/(.*"e-3".*\n)/, '$1$1')],
    ['proof whose bytes are others', 'files/f1/photo.png', () => 'another picture'],
  ])('with %s is changed, although somebody signed it', async (_what, path, change) => {
    expect(await codeOf([await altered(path, change)], { keys })).toBe(1);
  });

  it.each([
    ['was altered', (text: string) => text.replace('"size":3', '"size":4'), 'task-t0 at revision 1 (event e-3): its hash is not that'],
    ['is missing', (text: string) => text.replace(lineOf(3), ''), 'task-t0 at revision 2 (event e-6): events before it are missing'],
    [
      'stands twice',
      (text: string) => text.replace(lineOf(3), '$&$&'),
      'task-t0 at revision 1 (event e-3): events before it are missing, or',
    ],
    ['of no ledger was added', (text: string) => `${text}${text.match(lineOf(0))?.[0].replaceAll('"e-0"', '"e-x"')}`, '(event e-x)'],
    [
      'of another stream stands between',
      (text: string) => text.replace(lineOf(3), '') + text.match(lineOf(3))?.[0],
      'at revision 1 (event e-3)',
    ],
    ['is no JSON', (text: string) => text.replace(/^\{/, ''), 'Line 1 of its events.ndjson'],
    ['has half of a surrogate pair', (text: string) => text.replace('"size":3', '"size":"\\ud800"'), '(event e-3): its hash'],
  ])('in which an event %s is changed, and the stream is named', async (_what, change, named) => {
    expect(await run([await altered('events.ndjson', change)], { keys })).toMatchObject({
      code: 1,
      text: expect.stringContaining(named),
    });
  });

  it('names the first fault of each stream, and goes on', async () => {
    const path = await altered('events.ndjson', (text) => text.replaceAll(/"size":(3|5|6|8)\b/g, '"size":9$1'));
    const { text } = await run([path], { keys, json: true });
    const [paper] = JSON.parse(text).papers;
    expect(paper).toMatchObject({ exit: 1, result: 'changed', message: 'There are 2 faults in its record.' });
    expect(paper.details.map((sentence: string) => sentence.split(':')[0])).toEqual([
      'task-t0 at revision 1 (event e-3)',
      'task-t2 at revision 1 (event e-5)',
    ]);
  });

  it('whose events are hashed and signed, but do not follow each other, is changed', async () => {
    const unchained = exampleEvents(12, (event) =>
      event.id === 'e-6' ? { ...event, metadata: { ...event.metadata, previous_hash: 'ee'.repeat(32) } } : event,
    );
    expect(await run([put('unchained.zip', await exampleBundle(house, unchained))], { keys })).toMatchObject({
      code: 1,
      text: expect.stringContaining('task-t0 at revision 2 (event e-6): it does not follow the event before it'),
    });
  });

  it('that is not whole, or of another head, is changed', async () => {
    const whole = await exampleBundle(house);
    expect(await run([put('torn.zip', whole.subarray(0, whole.length - 30))])).toMatchObject({
      code: 1,
      text: expect.stringContaining('whole'),
    });
    const other = await exampleBundle(house, { head: await house.head(12) });
    expect(await codeOf([put('other.zip', other)], { keys })).toBe(1);
  });
});

describe('an older paper or mail, given by --earlier,', () => {
  const paperOf = async (size: number, part: Partial<PaperFacts> = {}, root = {}) =>
    house.paper(await headOf(house, exampleEvents(size).events, root), part);

  it('is the beginning of an export, or the record was rewritten', async () => {
    const older = put('older.html', await paperOf(5));
    const rewritten = put('rewritten.html', await paperOf(5, {}, { root: 'cd'.repeat(32) }));
    const strange = put('strange.html', await paperOf(5, {}, { ledger: 'of-somebody-else' }));
    expect(await run([bundle], { keys, earlier: older })).toMatchObject({
      code: 0,
      text: expect.stringMatching(/goes on from the earlier one/),
    });
    expect(await run([bundle], { keys, earlier: rewritten })).toMatchObject({ code: 1, text: expect.stringContaining('rewritten') });
    expect(await codeOf([bundle], { keys, earlier: strange })).toBe(1);
  });

  it('is refused as rewritten if it holds more than a later export, and needs a new export if it is the later one', async () => {
    const before = put('more.html', await paperOf(14));
    expect(await run([bundle], { keys, earlier: before })).toMatchObject({ code: 1, text: expect.stringContaining('rewritten') });
    const later = put('later.html', await paperOf(14, {}, { at: '2026-11-23T08:00:01.000Z' }));
    expect(await run([bundle], { keys, earlier: later })).toMatchObject({ code: 2, text: expect.stringContaining('ask for a new export') });
  });

  it('is also the line of a mail that was saved', async () => {
    const head = await headOf(house, exampleEvents(5).events);
    const line = JSON.stringify(head);
    const quoted = line.replaceAll('=', '=3D').replace(/(.{70})/g, '$1=\r\n');
    const packed = Buffer.from(`For the record.\n${line}\n`)
      .toString('base64')
      .replace(/(.{76})/g, '$1\r\n');
    for (const body of [line, quoted, packed]) {
      const mail = put('mail.eml', `From: vouch@example.org\r\nSubject: Your week\r\n\r\n${body}\r\n`);
      expect(await codeOf([bundle], { keys, earlier: mail })).toBe(0);
    }
    expect(await codeOf([bundle], { keys, earlier: put('none.eml', 'From: a@b.example\r\n\r\nHello\r\n') })).toBe(1);
  });

  it('of a ledger that was succeeded is good up to what both have in common', async () => {
    const succeeds = { ledger: 'the-one-before', size: 6, at: '2026-11-22T00:00:00.000Z', reason: 'restored' } as const;
    const next = put('next.zip', await exampleBundle(house, { head: await headOf(house, exampleEvents(12).events, { succeeds }) }));
    const of = async (size: number) => put(`before-${size}.html`, await paperOf(size, {}, { ledger: 'the-one-before' }));
    expect(await codeOf([next], { keys, earlier: await of(5) })).toBe(0);
    expect(await run([next], { keys, earlier: await of(8) })).toMatchObject({
      code: 1,
      text: expect.stringContaining('restored from a backup'),
    });
  });

  it('must be the one before a partner’s page; another one of the same record needs an export', async () => {
    const [head, before] = [await house.head(9), await house.head(5)];
    const path = consistencyRanges(5, 9).map(({ start, size }) => rootOf(leavesTo(9).slice(start, start + size)));
    const page = put('partner.html', await house.paper(head, { kind: 'partner_page', since: { head: before, path } }));
    const earlier = async (size: number, part = {}) => put(`earlier-${size}.html`, await house.paper(await house.head(size, part)));
    expect(await codeOf([page], { keys, earlier: await earlier(5) })).toBe(0);
    expect(await run([page], { keys, earlier: await earlier(4) })).toMatchObject({ code: 2, text: expect.stringContaining('export') });
    expect(await codeOf([page], { keys, earlier: await earlier(6, { ledger: 'another' }) })).toBe(1);
  });
});
