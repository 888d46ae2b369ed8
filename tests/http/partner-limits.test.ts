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

const someone = (n: number) => ({ name: `Nr ${n}`, email: `nr-${n}@example.org` });
const HOUR = 3_600;
const retryAfter = ({ headers }: { headers: Headers }): number => Number(headers.get('retry-after'));

const present = async () => (await ada.get('/api/partners')).body.find(({ status }: { status: string }) => status !== 'removed');

/** Every call that causes an invitation, each to the address with its number. */
const ways = {
  'POST /api/partners': async (n: number) => {
    const there = await present();
    if (there) await ada.patch(`/api/partners/${there.id}`, { status: 'removed' });
    return ada.post('/api/partners', someone(n));
  },
  'PATCH /api/partners/{id}': async (n: number) => {
    const there = await present();
    return there ? ada.patch(`/api/partners/${there.id}`, { email: someone(n).email }) : ada.post('/api/partners', someone(n));
  },
  'PUT /api/settings/accountability': (n: number) =>
    ada.put('/api/settings/accountability', { partner_name: 'Someone', partner_email: someone(n).email }),
  'PUT /api/settings/accountability, by number': (n: number) =>
    ada.put('/api/settings/accountability', { partner_name: 'Someone', partner_email: '', partner_whatsapp: `+49 151 000${n}` }),
};

describe.each(Object.entries(ways))('invitations by %s', (_, invite) => {
  test('are limited to five in 24 hours; the sixth is refused with the time to wait, and is sent a day later', async () => {
    for (let n = 1; n <= 5; n += 1) {
      expect((await invite(n)).status).toBeLessThan(300);
      server.stores.clock.advance('PT1H');
    }
    const before = await server.kinds();
    const refused = await invite(6);
    expect([refused.status, refused.body.code, retryAfter(refused)]).toEqual([429, 'rate_limited', 19 * HOUR]);
    expect(refused.body.message).toBe('You can send at most 5 invitations in 24 hours. You can send the next one in 19 hours.');
    expect(await server.kinds()).toEqual(before);
    server.stores.clock.advance('PT19H');
    expect((await invite(6)).status).toBeLessThan(300);
  });

  test('are limited to three in 30 days for one recipient', async () => {
    for (let day = 0; day < 3; day += 1) {
      expect((await invite(1)).status).toBeLessThan(300);
      expect((await invite(2)).status).toBeLessThan(300);
      server.stores.clock.advance('PT30H');
    }
    const refused = await invite(1);
    expect([refused.status, refused.body.code, retryAfter(refused)]).toEqual([429, 'rate_limited', 30 * 24 * HOUR - 90 * HOUR]);
    expect(refused.body.message).toMatch(/^This (address|number) has had 3 invitations in 30 days, which is the most\./);
    expect((await invite(3)).status).toBeLessThan(300);
  });
});

test('all kinds of invitations count together, and requests at the same time count like requests one after the other', async () => {
  await ways['POST /api/partners'](1);
  await ways['PATCH /api/partners/{id}'](2);
  await ways['PUT /api/settings/accountability'](3);
  const { id } = await present();
  const answers = await Promise.all([4, 5, 6, 7, 8].map((n) => ada.patch(`/api/partners/${id}`, { email: someone(n).email })));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 429, 429, 429]);
  expect((await server.kinds()).filter((kind) => kind === 'invitation mail')).toHaveLength(5);
});

test('a number that is added to a partner who has accepted is an invitation, too', async () => {
  const { id } = (await ada.post('/api/partners', SOREN)).body;
  await server.accept();
  for (let n = 1; n <= 4; n += 1) expect((await ada.patch(`/api/partners/${id}`, { whatsapp: `+49 151 000${n}` })).status).toBe(200);
  expect((await ada.patch(`/api/partners/${id}`, { whatsapp: '+49 151 0005' })).status).toBe(429);
  expect((await server.kinds()).filter((kind) => kind === 'invitation whatsapp')).toHaveLength(4);
  expect((await ada.patch(`/api/partners/${id}`, { name: 'Søren', detail: 'counts' })).status).toBe(200);
});

test('under an Idempotency-Key a refused request can be repeated, and the answer to a sent invitation is repeated without counting', async () => {
  for (let n = 1; n <= 4; n += 1) await ways['PATCH /api/partners/{id}'](n);
  const { id } = await present();
  await ada.patch(`/api/partners/${id}`, { status: 'removed' });
  const once = { 'Idempotency-Key': 'once' };
  expect((await ada.post('/api/partners', SOREN, once)).status).toBe(201);
  expect((await ada.post('/api/partners', SOREN, once)).status).toBe(201);
  await ada.patch(`/api/partners/${(await present()).id}`, { status: 'removed' });
  const later = { 'Idempotency-Key': 'later' };
  expect((await ada.post('/api/partners', someone(9), later)).status).toBe(429);
  server.stores.clock.advance('PT24H');
  expect((await ada.post('/api/partners', someone(9), later)).status).toBe(201);
});

test('at most five summaries by hand are sent in 24 hours, also at the same time and to several partners', async () => {
  const { id } = (await ada.post('/api/partners', SOREN)).body;
  await server.accept();
  const summary = (partner = id) => ada.post(`/api/partners/${partner}/summary`);
  expect((await summary()).status).toBe(202);
  server.stores.clock.advance('PT6H');
  const answers = await Promise.all([1, 2, 3, 4, 5, 6].map(() => summary()));
  expect(answers.map(({ status }) => status).sort()).toEqual([202, 202, 202, 202, 429, 429]);
  const refused = answers.find(({ status }) => status === 429);
  expect([refused?.body.code, refused?.headers.get('retry-after')]).toEqual(['rate_limited', String(18 * HOUR)]);
  expect(refused?.body.message).toBe('You can send at most 5 summaries in 24 hours. You can send the next one in 18 hours.');
  await ada.patch(`/api/partners/${id}`, { status: 'removed' });
  const other = (await ada.post('/api/partners', { name: 'Kim', email: 'kim@example.org' })).body.id;
  await server.accept();
  expect((await summary(other)).status).toBe(429);
  server.stores.clock.advance('PT18H');
  expect((await summary(other)).status).toBe(202);
  expect((await server.kinds()).filter((kind) => kind === 'summary mail')).toHaveLength(6);
});
