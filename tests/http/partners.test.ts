import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { NO_CONTACT } from '../../src/contracts/partner.ts';
import { START } from '../../src/domain/kernel/event.ts';
import { Client, member } from '../support/client.ts';
import { type PartnerServer, SOREN, startPartnerServer } from '../support/partner-server.ts';
import { type Served, startServed } from '../support/ways.ts';

describe('partners', () => {
  let server: PartnerServer;
  let ada: Client;

  beforeEach(async () => {
    server = await startPartnerServer();
    ada = server.ada;
  });
  afterEach(() => server.dispose());

  describe('naming a partner', () => {
    test('answers with the partner as invited, and requests one invitation', async () => {
      const made = await ada.post('/api/partners', SOREN);
      expect(made.status).toBe(201);
      expect(made.headers.get('location')).toBe(`/api/partners/${made.body.id}`);
      expect(made.body).toEqual({
        id: made.body.id,
        ...SOREN,
        whatsapp: '',
        status: 'invited',
        detail: 'titles',
        role: 'first',
        invited_at: '2026-11-20T16:00:00.000Z',
        accepted_at: null,
        ended_at: null,
      });
      expect(await server.kinds()).toEqual(['invitation mail']);
      expect((await ada.get('/api/partners')).body).toEqual([made.body]);
      const one = await ada.get(`/api/partners/${made.body.id}`);
      expect(one.headers.get('etag')).toBe(made.headers.get('etag'));
    });

    test('needs a name and a way to reach them, and reports all faults at once in the words of the form', async () => {
      const empty = await ada.post('/api/partners', { name: ' ' });
      expect(empty.status).toBe(422);
      expect(empty.body.errors).toEqual({ name: ['Name is required.'] });
      const unreachable = await ada.post('/api/partners', { name: 'Søren Ødegård' });
      expect(unreachable.body.errors).toEqual({ email: [NO_CONTACT] });
      const wrong = await ada.post('/api/partners', { name: 'Søren', email: 'soren at example.org' });
      expect(wrong.body.errors).toEqual({ email: ['Enter a valid email address.'] });
      expect((await ada.post('/api/partners', { name: 'Søren', whatsapp: '123' })).status).toBe(201);
    });

    test('refuses the owner’s own address in any spelling, unknown fields and control characters', async () => {
      const own = await ada.post('/api/partners', { name: 'Me', email: 'ADA@Example.org' });
      expect([own.status, Object.keys(own.body.errors)]).toEqual([422, ['email']]);
      expect((await ada.post('/api/partners', { ...SOREN, status: 'accepted' })).status).toBe(422);
      expect((await ada.post('/api/partners', { ...SOREN, name: 'Søren\r\nBcc: all@example.org' })).status).toBe(422);
      expect((await ada.post('/api/partners', { ...SOREN, email: 'soren@example.org\nBcc:x@example.org' })).status).toBe(422);
      expect((await ada.post('/api/partners', { ...SOREN, detail: 'all' })).body.errors).toEqual({ detail: ['One of titles, counts.'] });
    });

    test('is refused while another is invited or accepted, also for two requests at once', async () => {
      const both = await Promise.all([
        ada.post('/api/partners', SOREN),
        ada.post('/api/partners', { name: 'Kim', email: 'kim@example.org' }),
      ]);
      expect(both.map(({ status }) => status).sort()).toEqual([201, 409]);
      await server.accept();
      expect((await ada.post('/api/partners', { name: 'Kim', email: 'kim@example.org' })).body.code).toBe('conflict');
    });

    test('with only a number sends the invitation to this number', async () => {
      await ada.post('/api/partners', { name: 'Søren', whatsapp: '+49 151 23456789' });
      expect(await server.kinds()).toEqual(['invitation whatsapp']);
      await server.accept();
      expect((await ada.get('/api/partners')).body[0]).toMatchObject({ status: 'accepted', accepted_at: '2026-11-20T16:00:00.000Z' });
    });

    test('shows when they declined, until they accept after all', async () => {
      await ada.post('/api/partners', SOREN);
      const token = await server.page();
      const now = async () => (await ada.get('/api/partners')).body[0];
      await ada.post(`/partner/${token}/decline`);
      expect(await now()).toMatchObject({ status: 'declined', accepted_at: null, ended_at: '2026-11-20T16:00:00.000Z' });
      await ada.post(`/partner/${token}/accept`);
      expect(await now()).toMatchObject({ status: 'accepted', ended_at: null });
    });

    test('twice under the same Idempotency-Key gives one partner and one invitation', async () => {
      const headers = { 'Idempotency-Key': 'once' };
      const first = await ada.post('/api/partners', SOREN, headers);
      const again = await ada.post('/api/partners', SOREN, headers);
      expect(again.body).toEqual(first.body);
      expect(await server.kinds()).toEqual(['invitation mail']);
    });

    test('gives a partner whom other users cannot see', async () => {
      const { id } = (await ada.post('/api/partners', SOREN)).body;
      const bob = await member(server, 'bob@example.org');
      expect((await bob.get('/api/partners')).body).toEqual([]);
      for (const answer of [
        await bob.get(`/api/partners/${id}`),
        await bob.patch(`/api/partners/${id}`, { status: 'removed' }),
        await bob.post(`/api/partners/${id}/summary`),
      ])
        expect([answer.status, answer.body.code]).toEqual([404, 'not_found']);
      expect((await bob.post('/api/partners', SOREN)).status).toBe(201);
    });
  });

  describe('changing a partner', () => {
    let id: string;
    let tag: string;
    beforeEach(async () => {
      const made = await ada.post('/api/partners', SOREN);
      id = made.body.id;
      tag = made.headers.get('etag') ?? '';
    });
    const change = (body: object, headers = {}) => ada.patch(`/api/partners/${id}`, body, headers);

    test('to the same values writes nothing and sends nothing', async () => {
      const same = await change({ ...SOREN, whatsapp: '', detail: 'titles' });
      expect([same.status, same.headers.get('etag')]).toEqual([200, tag]);
      expect(await server.kinds()).toEqual(['invitation mail']);
    });

    test('of name and detail keeps the partner’s answer', async () => {
      await server.accept();
      expect((await change({ name: 'S. Ødegård', detail: 'counts' })).body).toMatchObject({
        status: 'accepted',
        detail: 'counts',
        name: 'S. Ødegård',
      });
      expect(await server.kinds()).toEqual(['invitation mail']);
    });

    test('of the address sends a new invitation, and an old address that had accepted gets a farewell', async () => {
      const moved = await change({ email: 'so@example.org' });
      expect(moved.body).toMatchObject({ status: 'invited', email: 'so@example.org' });
      expect(await server.kinds()).toEqual(['invitation mail', 'invitation mail']);
      await server.accept();
      expect((await change({ email: 'ode@example.org' })).body).toMatchObject({ status: 'invited', accepted_at: null });
      expect((await server.kinds()).slice(2)).toEqual(['farewell mail', 'invitation mail']);
    });

    test('makes an old link useless for the new address', async () => {
      const old = await server.page();
      await change({ email: 'so@example.org' });
      expect((await ada.post(`/partner/${old}/accept`)).status).toBe(404);
      expect((await ada.get('/api/partners')).body[0].status).toBe('invited');
    });

    test('that adds a number sends an invitation to the number once the partner has accepted', async () => {
      await change({ whatsapp: '+49 151 23456789' });
      expect(await server.kinds()).toEqual(['invitation mail']);
      await server.accept();
      expect(await server.kinds()).toEqual(['invitation mail', 'invitation whatsapp']);
      await server.accept();
      expect(await server.typesIn(id)).toEqual(['PartnerInvited', 'PartnerChanged', 'PartnerAccepted', 'PartnerAccepted']);
    });

    test('is checked by the rules of the form, applied to the result', async () => {
      expect((await change({ email: '' })).body.errors).toEqual({ email: [NO_CONTACT] });
      expect((await change({ email: 'ada@example.org' })).status).toBe(422);
      expect((await change({ status: 'accepted' })).body.errors).toEqual({ status: ['Only removed can be set.'] });
    });

    test('with an old If-Match is refused', async () => {
      expect((await change({ name: 'S.' }, { 'If-Match': tag })).status).toBe(200);
      const late = await change({ name: 'T.' }, { 'If-Match': tag });
      expect([late.status, late.body.code]).toEqual([412, 'precondition_failed']);
      expect((await change({ status: 'removed' }, { 'If-Match': tag })).status).toBe(412);
    });

    test('to removed ends the record, also if it is sent twice, and then another partner may be named', async () => {
      await server.accept();
      expect((await change({ status: 'removed' })).body.status).toBe('removed');
      expect((await change({ status: 'removed' })).status).toBe(200);
      expect((await change({ name: 'Back' })).body.code).toBe('conflict');
      expect(await server.kinds()).toEqual(['invitation mail', 'farewell mail']);
      const kim = await ada.post('/api/partners', { name: 'Kim', email: 'kim@example.org' });
      expect(kim.status).toBe(201);
      expect((await ada.get('/api/partners')).body.map(({ name }: { name: string }) => name).sort()).toEqual(['Kim', SOREN.name]);
    });
  });

  describe('the record of a partner', () => {
    test('must be accepted before a summary can be requested', async () => {
      const { id } = (await ada.post('/api/partners', SOREN)).body;
      const early = await ada.post(`/api/partners/${id}/summary`);
      expect([early.status, early.body.code]).toEqual([409, 'not_accepted']);
      await server.accept();
      expect((await ada.post(`/api/partners/${id}/summary`)).status).toBe(202);
      expect(await server.kinds()).toEqual(['invitation mail', 'summary mail']);
    });

    test('has no readable personal data in the stored events', async () => {
      await ada.post('/api/partners', { ...SOREN, whatsapp: '+49 151 23456789' });
      await server.accept();
      const all = JSON.stringify(await server.app.store.readAll(START, 1_000));
      for (const text of ['Søren', 'soren@', '23456789']) expect(all).not.toContain(text);
    });

    test('appears in the history and the audit, with the partner’s name as the actor and not in the sentences', async () => {
      const { id } = (await ada.post('/api/partners', SOREN)).body;
      await server.accept();
      await ada.patch(`/api/partners/${id}`, { status: 'removed' });
      const history = (await ada.get('/api/reports/history?type=partner')).body;
      expect(history.map(({ action }: { action: string }) => action)).toEqual(['partner.removed', 'partner.accepted', 'partner.invited']);
      expect(history.map(({ actor }: { actor: object }) => actor)[1]).toEqual({ kind: 'partner', name: 'Søren Ødegård' });
      for (const { label, detail } of history) expect(`${label} ${detail}`).not.toContain('Søren');
      const audit = (await ada.get('/api/audit')).body.find(({ action }: { action: string }) => action === 'partner.accepted');
      expect(audit).toMatchObject({
        actor: { kind: 'partner', name: 'Søren Ødegård' },
        subject: { kind: 'partner', id },
        after: { status: 'accepted', channel: 'mail' },
      });
    });
  });
});

describe('the outbox of a development server', () => {
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

  test('the outbox is shown as a page to this machine only', async () => {
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
});
