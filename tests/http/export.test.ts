import { hash as digest } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isSignedBy } from '../../src/contracts/ledger/ed25519.ts';
import { type Head, type SigningKey, signerOf } from '../../src/contracts/ledger/head.ts';
import { PORTABLE, rootOf } from '../../src/contracts/ledger/merkle.ts';
import { checkPage } from '../../src/contracts/ledger/papers/check-page.ts';
import { checkPaper } from '../../src/contracts/ledger/papers/check-paper.ts';
import { type BundleStatement, digestOfFiles, statementFile } from '../../src/contracts/ledger/papers/statement.ts';
import { hashOf } from '../../src/store/event-log/prepare.ts';
import { Client, type Headered } from '../support/client.ts';
import { unzipped } from '../support/file-samples.ts';
import { type Served, startServed } from '../support/ways.ts';

/** A leaf in `ledger.json`. */
interface Entry {
  readonly id: string;
  readonly leaf_index: number;
  readonly hash: string;
}

const EXPORT = '/api/settings/account/export';
let server: Served;
beforeAll(async () => {
  server = await startServed({ at: '2026-11-20T16:00:00Z' });
});
afterAll(() => server.dispose());

const linkTo = async (email: string): Promise<string> => {
  const mail = (await server.mails(email)).find(({ subject }) => subject === 'Your data from Vouch is ready');
  return new URL(/https?:\S+\/export\/\w+/.exec(mail?.text ?? '')?.[0] ?? 'http://none/').pathname;
};

async function exported(email: string): Promise<{ client: Client; link: string }> {
  const client = await server.member(email);
  expect((await client.get(EXPORT)).status).toBe(202);
  await server.advance('PT1S');
  return { client, link: await linkTo(email) };
}

const download = async ({ cookie }: Client, link: string): Promise<Response> =>
  fetch(server.url + link, { headers: cookie === null ? {} : { cookie } });
const filesOf = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.zip'));

describe('asking for an export', () => {
  test('is answered at once, and starts no second export while one is being made', async () => {
    const client = await server.member('asks@example.org');
    const answers = await Promise.all([client.get(EXPORT), client.get(EXPORT), client.get(EXPORT)]);
    expect(answers.map(({ status }) => status)).toEqual([202, 202, 202]);
    expect(Object.keys(answers[0]?.body)).toEqual(['message']);
    await server.advance('PT1S');
    const entries = (await client.get('/api/audit?limit=200')).body.filter(({ action }: { action: string }) =>
      action.startsWith('export.'),
    );
    expect(entries.map(({ action }: { action: string }) => action).sort()).toEqual(
      expect.arrayContaining(['export.completed', 'export.requested']),
    );
    expect((await server.mails('asks@example.org')).filter(({ subject }) => subject.includes('data')).length).toBe(
      entries.filter(({ action }: { action: string }) => action === 'export.requested').length,
    );
  });

  test('is refused without a session and to another site, and starts nothing then', async () => {
    expect((await new Client(server.url).get(EXPORT)).status).toBe(401);
    const client = await server.member('crossed@example.org');
    const elsewhere: readonly Headered[] = [
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { origin: 'https://elsewhere.example' },
    ];
    for (const headers of elsewhere) {
      const refused = await client.get(EXPORT, headers);
      expect([refused.status, refused.body.code]).toEqual([403, 'cross_site']);
    }
    await server.advance('PT1S');
    expect((await client.get('/api/reports/history?type=account')).text).not.toContain('Export');
    expect((await client.get(EXPORT, { 'sec-fetch-site': 'none' })).status).toBe(202);
  });

  test('accepts no other method', async () => {
    const client = await server.member('verbs@example.org');
    expect((await client.post(EXPORT)).status).toBe(405);
  });
});

describe('the bundle', () => {
  test('contains tasks, settings, reports, events and an explanation of them', async () => {
    const email = 'whole@example.org';
    const client = await server.member(email);
    const task = { title: 'Water the ferns', description: 'Both pots', tags: ['home'], due_date: '2026-11-30' };
    const { body: made } = await client.post('/api/tasks', task);
    const { body: undated } = await client.post('/api/tasks', { title: 'Undated' });
    await client.post('/api/time-boxes', { task_id: undated.id, date: '2026-12-01', time: '10:00', minutes: 30 });
    await client.post('/api/focus', { task_id: undated.id });
    await client.delete(`/api/tasks/${made.id}`);
    const { body: proven } = await client.post('/api/tasks', { title: 'Proven', verification_type: 'general' });
    await client.post(`/api/verifications/${proven.id}/proof`, { proofData: { text: 'Both pots are wet' } });
    await client.put('/api/settings/notifications', { weekly_reports: false });
    await client.put('/api/settings/accountability', { partner_name: 'Bo', partner_email: 'bo@example.org' });
    await client.get(EXPORT);
    await server.advance('PT1S');
    const answer = await download(client, await linkTo(email));
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('application/zip');
    expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename="vouch-export-2026-11-\d\d\.zip"$/);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    const zip = Buffer.from(await answer.arrayBuffer());
    const files = unzipped(zip);
    expect([...files.keys()]).toEqual(
      expect.arrayContaining([
        'README.txt',
        'tasks.json',
        'proof.json',
        'settings.json',
        'partners.json',
        'reports/overall.html',
        'reports/history.html',
        'events.ndjson',
      ]),
    );
    const tasks = JSON.parse(files.get('tasks.json') ?? '') as { title: string; description: string; deleted?: boolean }[];
    expect(tasks.map(({ title, deleted }) => [title, deleted ?? false])).toEqual(
      expect.arrayContaining([
        ['Water the ferns', true],
        ['Undated', false],
      ]),
    );
    expect(JSON.parse(files.get('time-boxes.json') ?? '')).toEqual((await client.get('/api/time-boxes?from=2026-12-01')).body);
    expect(JSON.parse(files.get('focus.json') ?? '')).toMatchObject([{ title: 'Undated', minutes: 25 }]);
    const given = JSON.parse(files.get('proof.json') ?? '');
    expect(given).toEqual([(await client.get(`/api/verifications/${proven.id}`)).body]);
    expect(given[0].submissions[0].text).toBe('Both pots are wet');
    const settings = JSON.parse(files.get('settings.json') ?? '');
    expect(settings).toEqual((await client.get('/api/settings/all')).body);
    expect(settings).toMatchObject({ profile: { email }, accountability: { partner_email: 'bo@example.org' } });
    expect(JSON.parse(files.get('partners.json') ?? '')).toEqual((await client.get('/api/partners')).body);
    expect(files.get('reports/history.html')).toContain('Water the ferns');
    expect(files.get('reports/overall.html')).toMatch(/^<!doctype html>/i);
    const events = (files.get('events.ndjson') ?? '')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(new Set(events.map(({ type }) => type))).toEqual(
      expect.objectContaining(new Set(['AccountRegistered', 'AccountConfirmed', 'TaskPromised', 'NotificationsChanged', 'PartnerInvited'])),
    );
    const promised = events.find(({ type, private: text }) => type === 'TaskPromised' && text.title === 'Water the ferns');
    expect(promised.private).toMatchObject({ description: 'Both pots', tags: ['home'] });
    for (const { private: _, sealed, ...event } of events) expect(hashOf({ ...event, private: sealed })).toBe(event.metadata.hash);
    expect(events.every(({ metadata, data }) => metadata.owner === settings.id || data !== null)).toBe(true);
    expect(new Set(events.map(({ position }) => position)).size).toBe(events.length);
    const { head, keys, entries } = JSON.parse(files.get('ledger.json') ?? '') as { head: Head; keys: SigningKey[]; entries: Entry[] };
    expect(signerOf(head, keys)).not.toBeNull();
    expect(rootOf(entries.map(({ hash }) => PORTABLE.leaf(hash)))).toBe(head.root);
    expect(entries.map(({ leaf_index }) => leaf_index)).toEqual(Array.from({ length: head.size }, (_, index) => index));
    const byPosition = events.toSorted((a, b) => (a.position < b.position ? -1 : 1));
    expect(byPosition.map(({ id, metadata }) => [id, metadata.hash])).toEqual(entries.map(({ id, hash }) => [id, hash]));
    expect((await client.get('/api/ledger/heads')).body).toContainEqual(head);
    const signed = statementFile(Buffer.from(files.get('statement.json') ?? '')) as BundleStatement;
    expect([...files.keys()].at(-1)).toBe('statement.json');
    expect(signed).toMatchObject({ head, digest: digestOfFiles(signed.files) });
    expect(isSignedBy(signed, signed.public_key)).toBe(true);
    expect(signed.files.map(({ path }) => path)).toEqual([...files.keys()].slice(0, -1));
    const sumOf = (path: string): string => digest('sha256', files.get(path) ?? '', 'hex');
    expect(signed.files.find(({ path }) => path === 'events.ndjson')?.sha256).toBe(sumOf('events.ndjson'));
    expect(checkPage(Buffer.from(files.get('reports/overall.html') ?? ''), 'html', { origin: signed.origin, keys })).toMatchObject({
      statement: { head },
      fault: null,
    });
    const source = { size: zip.length, read: async (start: number, end: number) => zip.subarray(start, end) };
    expect(await checkPaper(source, { keys: { origin: signed.origin, keys } })).toMatchObject({ outcome: 'unchanged', fault: null });
  });

  test('is replaced by a page if the link is opened where it does not work', async () => {
    const { client, link } = await exported('pressed@example.org');
    const press = (cookie: string | null) =>
      fetch(server.url + link, { headers: { 'sec-fetch-dest': 'document', 'sec-fetch-mode': 'navigate', ...(cookie && { cookie }) } });
    const strange = await press(null);
    expect([strange.status, strange.headers.get('content-type')]).toEqual([401, 'text/html; charset=utf-8']);
    expect(await strange.text()).toContain('Sign in first');
    expect((await press(client.cookie)).status).toBe(200);
    const again = await press(client.cookie);
    expect([again.status, again.headers.get('cache-control')]).toEqual([404, 'no-store']);
    expect(await again.text()).toContain('<a href="/settings/account">');
    expect(await (await download(client, link)).json()).toMatchObject({ code: 'not_found' });
  });

  test('is stored encrypted, and deleted once it is downloaded', async () => {
    const { client, link } = await exported('sealed@example.org');
    const folder = join(server.folder, 'files');
    const before = filesOf(folder);
    const own = before.filter((name) => readFileSync(join(folder, name)).length > 0);
    expect(own.length).toBeGreaterThan(0);
    for (const name of own) {
      const bytes = readFileSync(join(folder, name));
      expect(bytes.includes('README.txt')).toBe(false);
      expect(bytes.includes('PK\u0003\u0004')).toBe(false);
    }
    expect((await download(client, link)).status).toBe(200);
    expect(filesOf(folder)).toHaveLength(before.length - 1);
  });

  test('contains the plan and the trial as the account shows them, and their events', async () => {
    const email = 'tries@example.org';
    const client = await server.member(email);
    expect((await client.post('/api/subscriptions/trial')).status).toBe(200);
    await client.get(EXPORT);
    await server.advance('PT1S');
    const files = unzipped(Buffer.from(await (await download(client, await linkTo(email))).arrayBuffer()));
    const plan = JSON.parse(files.get('plan.json') ?? '');
    expect(plan).toEqual({ ...(await client.get('/api/subscriptions/status')).body, customer: null });
    expect(plan).toMatchObject({ plan: 'pro', phase: 'trial', trial: { available: false } });
    const lines = (files.get('events.ndjson') ?? '').trim().split('\n');
    expect(lines.map((line) => JSON.parse(line).type)).toContain('TrialStarted');
    expect(files.get('README.txt')).toContain('plan.json ');
  });

  test('is complete for an empty account too', async () => {
    const { client, link } = await exported('empty@example.org');
    const files = unzipped(Buffer.from(await (await download(client, link)).arrayBuffer()));
    for (const name of ['tasks', 'time-boxes', 'focus']) expect(JSON.parse(files.get(`${name}.json`) ?? '')).toEqual([]);
  });
});

describe('the link', () => {
  test('works once', async () => {
    const { client, link } = await exported('once@example.org');
    expect((await download(client, link)).status).toBe(200);
    expect((await download(client, link)).status).toBe(404);
    expect((await client.get('/api/reports/history?type=account')).body.map(({ action }: { action: string }) => action)).toContain(
      'export.downloaded',
    );
  });

  test('is not used up by another user, by a request without a session, by HEAD or by a prefetch', async () => {
    const { client, link } = await exported('owner@example.org');
    const other = await server.member('other@example.org');
    expect((await download(other, link)).status).toBe(404);
    expect((await download(new Client(server.url), link)).status).toBe(401);
    expect((await client.send('HEAD', link)).status).toBe(200);
    expect((await client.get(link, { 'sec-purpose': 'prefetch' })).status).toBe(404);
    expect((await client.get(`${EXPORT}/invented`)).status).toBe(404);
    expect((await download(client, link)).status).toBe(200);
  });

  test('works from a mail program, which is another site to the browser', async () => {
    const { client, link } = await exported('webmail@example.org');
    expect((await client.get(link, { 'sec-fetch-site': 'cross-site' })).status).toBe(200);
  });

  test('works for one of two requests at the same time', async () => {
    const { client, link } = await exported('race@example.org');
    const answers = await Promise.all(Array.from({ length: 5 }, () => download(client, link)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404, 404, 404]);
  });

  test('ends when a newer bundle is ready', async () => {
    const { client, link } = await exported('newer@example.org');
    await client.get(EXPORT);
    await server.advance('PT1S');
    expect((await download(client, link)).status).toBe(404);
    const newer = (await server.mails('newer@example.org'))[0]?.text ?? '';
    expect((await download(client, new URL(/https?:\S+\/export\/\w+/.exec(newer)?.[0] ?? '').pathname)).status).toBe(200);
  });

  test('works for 24 hours, and then the file is gone', async () => {
    const { client, link } = await exported('late@example.org');
    const second = await exported('later@example.org');
    await server.advance('PT23H59M50S');
    expect((await download(client, link)).status).toBe(200);
    await server.advance('PT11S');
    expect((await download(second.client, second.link)).status).toBe(404);
    expect(filesOf(join(server.folder, 'files'))).toEqual([]);
    expect((await second.client.get('/api/reports/history?type=account')).text).toContain('export.expired');
  });
});

test('the log contains no error', () => expect(server.errors).toEqual([]));
