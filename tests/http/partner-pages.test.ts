import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Client } from '../support/client.ts';
import { type PartnerServer, SOREN, startPartnerServer } from '../support/partner-server.ts';

let server: PartnerServer;
let ada: Client;

beforeEach(async () => {
  server = await startPartnerServer();
  ada = server.ada;
});
afterEach(() => server.dispose());

describe('the answer', () => {
  let id: string;
  beforeEach(async () => {
    id = (await ada.post('/api/partners', SOREN)).body.id;
  });
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

  test('may be changed from no to yes as long as nobody else was named', async () => {
    const token = await server.page();
    await anybody('POST', `/partner/${token}/decline`);
    await anybody('POST', `/partner/${token}/accept`);
    expect((await ada.get(`/api/partners/${id}`)).body.status).toBe('accepted');
  });

  test('unsubscribes by one press of the mail program, and the page asks before it does', async () => {
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

  test('each token does one thing: the unsubscribe link opens no page, and the link to the page does not unsubscribe', async () => {
    const [{ page: open, stop } = { page: '', stop: '' }] = await server.messages();
    expect((await anybody('GET', `/partner/${stop}`)).status).toBe(404);
    expect((await anybody('POST', `/partner/${stop}/accept`)).status).toBe(404);
    expect((await anybody('POST', `/partner/${open}/unsubscribe`)).status).toBe(404);
  });

  test('invented, changed and expired links are one and the same 404 page', async () => {
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

  test('the link of a removed partner does not work any more', async () => {
    const token = await server.page();
    await server.accept();
    await ada.patch(`/api/partners/${id}`, { status: 'removed' });
    expect((await anybody('GET', `/partner/${token}`)).status).toBe(404);
    expect((await anybody('POST', `/partner/${token}/accept`)).status).toBe(404);
  });

  test('the farewell also has a link to stop all messages for good', async () => {
    await server.accept();
    await ada.patch(`/api/partners/${id}`, { status: 'removed' });
    const { stop } = (await server.messages()).at(-1) as { stop: string };
    await anybody('POST', `/partner/${stop}/unsubscribe`);
    expect((await ada.post('/api/partners', SOREN)).body.code).toBe('conflict');
  });

  test('the pages run no scripts, contain no address and are not cached', async () => {
    const { headers } = await anybody('GET', `/partner/${await server.page()}`);
    expect(headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; style-src 'sha256-[^']+'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'$/,
    );
    expect([headers.get('referrer-policy'), headers.get('cache-control')]).toEqual(['no-referrer', 'no-store']);
    expect(headers.get('set-cookie')).toBeNull();
  });
});
