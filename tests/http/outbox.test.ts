import { afterAll, beforeAll, expect, test } from 'vitest';
import { Client } from '../support/client.ts';
import { type Served, startServed } from '../support/served.ts';

let program: Served;
beforeAll(async () => {
  program = await startServed();
});
afterAll(() => program.dispose());

test('a partner who has only a number is invited in the outbox, accepts, and gets the summary there', async () => {
  const ada = await program.member('ada@example.org');
  const anybody = new Client(program.url);
  const number = '+49 151 23456789';
  const { id } = (await ada.post('/api/partners', { name: 'Søren', whatsapp: number })).body;
  await program.advance('PT1S');
  const outbox = async () => (await anybody.get(`/dev/outbox.json?to=${encodeURIComponent(number)}`)).body;
  const [invitation] = await outbox();
  expect(invitation).toMatchObject({ channel: 'whatsapp', to: '+4915123456789' });
  const path = /Read and decide: (\S+)/.exec(invitation.text)?.[1]?.replace(program.url, '') ?? '';
  expect((await anybody.get(path)).status).toBe(200);
  expect((await anybody.post(`${path}/accept`)).status).toBe(200);
  expect((await ada.get('/api/settings/accountability')).body).toMatchObject({ partner_name: 'Søren', partner_status: 'accepted' });
  expect((await ada.post(`/api/partners/${id}/summary`)).status).toBe(202);
  await program.advance('PT1S');
  expect((await outbox())[0].text).toContain('Completion rate: –');
  expect(await program.mails('soren@example.org')).toEqual([]);
  const details = (await ada.get('/api/reports/history?type=partner')).body.map(({ detail }: { detail: string }) => detail);
  expect(details[0]).toBe('The progress summary went to your partner by WhatsApp.');
  expect(program.errors).toEqual([]);
});

test('the outbox is shown as a page, only to this machine', async () => {
  const anybody = new Client(program.url);
  const page = await anybody.get('/dev/outbox');
  expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
  expect(page.text).toContain('+4915123456789');
  for (const path of ['/dev/outbox', '/dev/outbox.json'])
    expect((await anybody.get(path, { 'X-Forwarded-For': '203.0.113.7' })).status).toBe(404);
});

test('the owner is notified that a number does not exist, and what to do', async () => {
  const bob = await program.member('bob@example.org', 'Bob');
  await bob.post('/api/partners', { name: 'Kim', whatsapp: '123' });
  await program.advance('PT1S');
  const [failed] = (await bob.get('/api/reports/history?type=partner')).body;
  expect(failed).toMatchObject({ action: 'delivery.failed', type: 'partner' });
  expect(failed.detail).toBe(
    "The invitation could not be sent. The number is not one in international form, such as +49 151 23456789. Check your partner's WhatsApp number in Settings; it begins with + and the country's code.",
  );
});
