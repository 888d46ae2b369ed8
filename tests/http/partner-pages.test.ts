import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { checkPage } from '../../src/contracts/ledger/papers/check-page.ts';
import type { Client } from '../support/client.ts';
import { drawn } from '../support/file-samples.ts';
import { type PartnerServer, type ProofServer, SOREN, startPartnerServer, startProofServer } from '../support/partner-server.ts';
import { upload } from '../support/uploads.ts';

describe('the answer of a partner', () => {
  let server: PartnerServer;
  let ada: Client;
  let id: string;

  beforeEach(async () => {
    server = await startPartnerServer();
    ada = server.ada;
    id = (await ada.post('/api/partners', SOREN)).body.id;
  });
  afterEach(() => server.dispose());

  const anybody = (method: string, path: string, headers = {}) => fetch(server.url + path, { method, headers, redirect: 'manual' });

  test('is not given by opening the page, even several times', async () => {
    const token = await server.page();
    for (let time = 0; time < 3; time += 1) {
      const shown = await anybody('GET', `/partner/${token}`);
      expect(shown.status).toBe(200);
      expect(await shown.text()).toContain(`action="/partner/${token}/accept"`);
    }
    expect((await anybody('GET', `/partner/${token}/accept`)).status).toBe(303);
    await anybody('HEAD', `/partner/${token}`);
    expect(await server.typesIn(id)).toEqual(['PartnerInvited']);
  });

  test('is a POST without a session and from any origin; a second one changes nothing', async () => {
    const token = await server.page();
    const accepted = await anybody('POST', `/partner/${token}/accept`, { Origin: 'null', 'Sec-Fetch-Site': 'cross-site' });
    expect([accepted.status, accepted.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(await accepted.text()).toContain('You have accepted');
    expect((await anybody('POST', `/partner/${token}/accept`)).status).toBe(200);
    expect((await anybody('POST', `/partner/${token}/decline`)).status).toBe(200);
    expect(await server.typesIn(id)).toEqual(['PartnerInvited', 'PartnerAccepted']);
    expect(await (await anybody('GET', `/partner/${token}`)).text()).toContain('Audit trail of what you see here');
  });

  test('may be no; then nothing is sent, and the address is not asked again', async () => {
    const token = await server.page();
    expect(await (await anybody('POST', `/partner/${token}/decline`)).text()).toContain('You have declined');
    expect((await ada.post('/api/partners', SOREN)).body.code).toBe('conflict');
    expect((await ada.patch(`/api/partners/${id}`, { ...SOREN })).body.status).toBe('declined');
    expect((await ada.post('/api/partners', { name: 'Kim', email: 'kim@example.org' })).status).toBe(201);
    expect(await server.kinds()).toEqual(['invitation mail', 'invitation mail']);
    expect((await anybody('POST', `/partner/${token}/accept`)).status).toBe(200);
    expect((await ada.get(`/api/partners/${id}`)).body.status).toBe('declined');
  });

  test('can change from no to yes as long as nobody else was named', async () => {
    const token = await server.page();
    await anybody('POST', `/partner/${token}/decline`);
    await anybody('POST', `/partner/${token}/accept`);
    expect((await ada.get(`/api/partners/${id}`)).body.status).toBe('accepted');
  });

  test('can be to unsubscribe, by one press in the mail program, or on the page after a question', async () => {
    const { stop } = (await server.messages())[0] as { stop: string };
    expect(await (await anybody('GET', `/partner/${stop}/unsubscribe`)).text()).toContain(`action="/partner/${stop}/unsubscribe"`);
    await server.accept();
    const body = 'List-Unsubscribe=One-Click';
    const done = await fetch(`${server.url}/partner/${stop}/unsubscribe`, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    expect(await done.text()).toContain('No more messages');
    const after = await (await anybody('GET', `/partner/${stop}/unsubscribe`)).text();
    expect(after).toContain('No more messages');
    expect(after).not.toContain('<form');
    expect((await anybody('POST', `/partner/${stop}/unsubscribe`)).status).toBe(200);
    expect(await server.typesIn(id)).toEqual(['PartnerInvited', 'PartnerAccepted', 'PartnerUnsubscribed']);
    expect((await ada.post('/api/partners', SOREN)).body.code).toBe('conflict');
  });

  test('needs the right link: the unsubscribe link opens no page, and the link to the page does not unsubscribe', async () => {
    const [{ page: open, stop } = { page: '', stop: '' }] = await server.messages();
    expect((await anybody('GET', `/partner/${stop}`)).status).toBe(404);
    expect((await anybody('POST', `/partner/${stop}/accept`)).status).toBe(404);
    expect((await anybody('POST', `/partner/${open}/unsubscribe`)).status).toBe(404);
  });

  test('is refused with the same 404 page for invented, changed and expired links', async () => {
    const token = await server.page();
    const flipped = token.slice(0, -1) + (token.endsWith('0') ? '1' : '0');
    const pages = [];
    for (const one of ['x', 'a'.repeat(80), flipped, `${token}0`, token.toUpperCase(), '%zz', encodeURIComponent('<b>&"')]) {
      for (const [method, path] of [
        ['GET', `/partner/${one}`],
        ['POST', `/partner/${one}/accept`],
        ['POST', `/partner/${one}/unsubscribe`],
      ] as const) {
        const answer = await anybody(method, path);
        expect([answer.status, answer.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
        pages.push(await answer.text());
      }
    }
    server.stores.clock.advance('PT336H');
    pages.push(await (await anybody('GET', `/partner/${token}`)).text());
    expect(new Set(pages).size).toBe(1);
  });

  test('is refused once the partner was removed', async () => {
    const token = await server.page();
    await server.accept();
    await ada.patch(`/api/partners/${id}`, { status: 'removed' });
    expect((await anybody('GET', `/partner/${token}`)).status).toBe(404);
    expect((await anybody('POST', `/partner/${token}/accept`)).status).toBe(404);
  });

  test('can stop all messages for good by a link in the farewell', async () => {
    await server.accept();
    await ada.patch(`/api/partners/${id}`, { status: 'removed' });
    const { stop } = (await server.messages()).at(-1) as { stop: string };
    await anybody('POST', `/partner/${stop}/unsubscribe`);
    expect((await ada.post('/api/partners', SOREN)).body.code).toBe('conflict');
  });

  test('is given on pages that run no scripts, contain no address and are not cached', async () => {
    const { headers } = await anybody('GET', `/partner/${await server.page()}`);
    expect(headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; style-src 'sha256-[^']+'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'$/,
    );
    expect([headers.get('referrer-policy'), headers.get('cache-control')]).toEqual(['no-referrer', 'no-store']);
    expect(headers.get('set-cookie')).toBeNull();
  });
});

describe('the files of a proof, for the partner,', () => {
  let server: ProofServer;
  let token: string;
  let soren: string;
  beforeAll(async () => {
    server = await startProofServer();
    soren = await server.partner();
    token = await server.page();
  });
  afterAll(() => server.dispose());

  const get = (path: string, headers = {}) => fetch(`${server.url}/partner/${token}${path}`, { headers });
  const uploaded = async (id: string, bytes: Buffer, name: string): Promise<string> => (await upload(server.ada, bytes, name, id)).body.id;

  test('are shown with previews, and can be downloaded as long as the page shows them', async () => {
    const [id, other] = [await server.make(), await server.make({ title: 'Asks nobody' })];
    const picture = await drawn(1, 1_600, 900);
    const [shot, note, diagram, loose] = [
      await uploaded(id, picture, 'shot <1>.png'),
      await uploaded(id, Buffer.from('It is done.'), '<b>note.txt'),
      await uploaded(id, await drawn(2), 'diagram.png'),
      await uploaded(other, await drawn(3), 'other.png'),
    ];
    const design = { requirements: 'Fast', diagram: { mermaid: 'graph TD; A-->B', file: diagram } };
    expect((await server.give(id, { files: [shot, note], design })).status).toBe(201);
    const shown = await get('');
    const html = await shown.text();
    expect(shown.headers.get('content-security-policy')).toContain("img-src 'self';");
    for (const part of [
      `<img src="/partner/${token}/files/${shot}/preview?size&#x3D;1280" width="1280" height="720" alt="shot &lt;1&gt;.png" loading="lazy">`,
      '<bdi>&lt;b&gt;note.txt</bdi></a> <span class="q">11 bytes</span>',
      `<h4>Diagram</h4><a class="pi" href="/partner/${token}/files/${diagram}">`,
      'graph TD; A--&gt;B',
    ])
      expect(html).toContain(part);
    expect(html.match(new RegExp(`files/${diagram}/preview`, 'g'))).toHaveLength(1);

    const bytes = await get(`/files/${shot}`);
    expect([bytes.status, bytes.headers.get('content-type'), bytes.headers.get('content-security-policy')]).toEqual([
      200,
      'image/png',
      "sandbox; default-src 'none'",
    ]);
    expect(bytes.headers.get('content-disposition')).toMatch(/^attachment; filename="shot <1>\.png"/);
    expect([bytes.headers.get('referrer-policy'), bytes.headers.get('x-content-type-options')]).toEqual(['no-referrer', 'nosniff']);
    expect(Buffer.from(await bytes.arrayBuffer()).equals(picture)).toBe(true);
    expect((await get(`/files/${shot}`, { Range: 'bytes=0-9' })).status).toBe(206);
    const preview = await get(`/files/${shot}/preview?size=320`);
    expect([preview.status, preview.headers.get('content-type')]).toEqual([200, 'image/webp']);

    for (const [path, status] of [
      [`/files/${note}/preview`, 404],
      [`/files/${loose}`, 404],
      [`/files/${loose}/preview`, 404],
      ['/files/nothing', 404],
      [`/files/${shot}/preview?size=7`, 422],
    ] as const) {
      const refused = await get(path);
      expect([path, refused.status, refused.headers.get('content-type')]).toEqual([path, status, 'text/html; charset=utf-8']);
    }

    await server.judge(soren, id, 'accepted', 'Seen');
    expect(await (await get('')).text()).toContain(`<a href="/partner/${token}/files/${shot}"><bdi>shot`);
    expect((await get(`/files/${shot}`)).status).toBe(200);
  });

  test('are named with their SHA-256 on the saved page, which is signed, and without forms and the token of the link', async () => {
    const answer = await get('?download=1');
    expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename="vouch-summary-[\d-]+\.html"$/);
    const page = await answer.text();
    const { statement, fault } = checkPage(Buffer.from(page), 'html', null);
    expect([fault, statement?.kind, statement?.proof_files.length]).toEqual([null, 'partner_page', 3]);
    expect(statement?.proof_files).toContain('6a3c827cd55b2d7738e63a5606e3d152b7d3a7067bcc31ec3f7ce1481171db5c');
    for (const sum of statement?.proof_files ?? []) expect(page).toContain(`SHA-256 of its proof: <code>${sum}</code>`);
    expect(page).not.toMatch(/<form|\/partner\//);
    expect((await fetch(`${server.url}/partner/x?download=1`)).status).toBe(404);
    const { statement: live, fault: wrong } = checkPage(await (await get('')).bytes(), 'html', null);
    const { made_at: _, digest: __, signature: ___, ...same } = statement ?? {};
    expect([wrong, live]).toMatchObject([null, same]);
  });

  test('cannot be downloaded after a withdrawal, and are shown again with an appeal', async () => {
    const [id, missed] = [await server.make(), await server.make({ verification_type: 'none' })];
    const [shot, proof] = [await uploaded(id, await drawn(4), 'a.png'), await uploaded(missed, await drawn(5), 'status.png')];
    await server.give(id, { files: [shot] });
    expect((await get(`/files/${shot}`)).status).toBe(200);
    await server.ada.delete(`/api/verifications/${id}/proof`);
    expect((await get(`/files/${shot}`)).status).toBe(404);
    await server.later(missed, 'PT2H');
    await server.ada.post(`/api/verifications/${missed}/appeal`, { text: 'It was down.', files: [proof] });
    expect(await (await get('')).text()).toContain('alt="status.png"');
    expect((await get(`/files/${proof}/preview`)).status).toBe(200);
    const { sha256 } = (await server.ada.get(`/api/verifications/${missed}`)).body.appeal.files[0];
    const answer = new URLSearchParams({ verification: missed, appeal: '1', verdict: 'accepted' });
    expect((await fetch(`${server.url}/partner/${token}/verdict`, { method: 'POST', body: answer })).status).toBe(200);
    // The live page names the files of an appeal with the decision and in the trail, behind both numbers that it changed.
    for (const [query, times] of [
      ['', 3],
      ['?download=1', 2],
    ] as const) {
      const page = await (await get(query)).bytes();
      expect(Buffer.from(page).toString().split(`SHA-256 of its proof: <code>${sha256}</code>`)).toHaveLength(times + 1);
      expect(checkPage(page, 'html', null).statement?.proof_files[0]).toBe(sha256);
    }
    await server.ada.patch(`/api/partners/${soren}`, { status: 'removed' });
    expect((await get(`/files/${proof}`)).status).toBe(404);
  });
});
