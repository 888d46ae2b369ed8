import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { unsubscribeToken } from '../../src/app/delivery/mail-settings.ts';
import { requestDelivery } from '../../src/app/delivery/requests.ts';
import type { About, DeliveryKind } from '../../src/domain/delivery/events.ts';
import { SYSTEM } from '../../src/domain/kernel/event.ts';
import { type Client, member } from '../support/client.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

describe('the link in the header of a mail to its owner', () => {
  let server: TestServer;
  let ada: Client;
  let owner: string;

  beforeEach(async () => {
    server = await startTestServer();
    ada = await member(server);
    owner = (await ada.get('/api/auth/me')).body.user.id;
  });
  afterEach(() => server.dispose());

  const anybody = (method: string, path: string, headers = {}) => fetch(server.url + path, { method, headers, redirect: 'manual' });

  /** Requests a mail as the program does, and gives the path of its link. */
  async function linkOf(kind: DeliveryKind, about: readonly About[] = []): Promise<string> {
    const { app } = server;
    const id = app.newId();
    const data = { channel: 'mail', kind, user_id: owner, expires_at: null, about } as const;
    const context = { owner, actor: SYSTEM, correlationId: 'c', causationId: null };
    await requestDelivery(app, id, { data, private: { to: 'ada@example.org', name: 'Ada' } }, context);
    return `/mails/${unsubscribeToken(app.hashes, id)}`;
  }

  async function settings() {
    const [notifications, channels] = await Promise.all([ada.get('/api/settings/notifications'), ada.get('/api/settings/channels')]);
    const values = { ...notifications.body, ...channels.body };
    return ALL.filter((name) => values[name] === true);
  }
  const ALL = ['task_reminders', 'weekly_reports', 'verification_updates', 'evening_mail'];
  const without = (...names: readonly string[]) => ALL.filter((name) => !names.includes(name));

  test('shows a button, and changes nothing before the button is pressed', async () => {
    const path = await linkOf('reminder', [{ kind: 'reminder', date: '2026-11-20' }]);
    for (let time = 0; time < 3; time += 1) {
      const shown = await anybody('GET', path);
      expect([shown.status, shown.headers.get('content-type'), shown.headers.get('referrer-policy')]).toEqual([
        200,
        'text/html; charset=utf-8',
        'no-referrer',
      ]);
      const page = await shown.text();
      expect(page).toContain('Turn off reminders?');
      expect(page).toContain(`<form method="post" action="${path}"><button class="p">Turn off</button></form>`);
    }
    await anybody('HEAD', path);
    expect(await settings()).toEqual(ALL);
  });

  test('turns the setting off by one press in the mail program, without a session and from any origin; a second one changes nothing', async () => {
    const path = await linkOf('weekly_report', [{ kind: 'weekly_report', date: '2026-11-16' }]);
    const press = () =>
      fetch(server.url + path, {
        method: 'POST',
        body: 'List-Unsubscribe=One-Click',
        headers: { 'content-type': 'application/x-www-form-urlencoded', Origin: 'https://mail.example', 'Sec-Fetch-Site': 'cross-site' },
      });
    const done = await press();
    expect([done.status, await done.text()]).toEqual([200, expect.stringContaining('These mails are turned off')]);
    expect(await settings()).toEqual(without('weekly_reports'));
    const version = (await ada.get('/api/settings/notifications')).headers.get('etag');
    expect((await press()).status).toBe(200);
    expect((await ada.get('/api/settings/notifications')).headers.get('etag')).toBe(version);
    const after = await (await anybody('GET', path)).text();
    expect(after).toContain('These mails are turned off');
    expect(after).not.toContain('<form');
  });

  test.each([
    ['reminder', ['reminder'], ['task_reminders']],
    ['weekly_assessment', ['weekly_assessment'], ['weekly_reports']],
    ['digest', ['reminder', 'weekly_report', 'weekly_assessment'], ['task_reminders', 'weekly_reports']],
    ['digest', ['reminder', 'reminder'], ['task_reminders']],
    ['verification_update', [], ['verification_updates']],
    ['evening', [], ['evening_mail']],
  ] as const)('turns off, in a mail of the kind %s about %j, exactly %j', async (kind, about, off) => {
    const path = await linkOf(
      kind,
      about.map((one, index) => ({ kind: one, date: `2026-11-0${index + 1}` })),
    );
    expect((await anybody('POST', path)).status).toBe(200);
    expect(await settings()).toEqual(without(...off));
  });

  test('is in the history as a change that the owner made', async () => {
    await anybody('POST', await linkOf('reminder'));
    const { body } = await ada.get('/api/audit?limit=1');
    expect(body[0]).toMatchObject({ action: 'account.notifications_changed', actor: { kind: 'user' } });
  });

  test('works for 400 days', async () => {
    const path = await linkOf('reminder');
    server.stores.clock.advance('PT9599H');
    expect((await anybody('GET', path)).status).toBe(200);
    server.stores.clock.advance('PT1H');
    expect((await anybody('GET', path)).status).toBe(404);
    expect((await anybody('POST', path)).status).toBe(404);
  });

  test('is refused with the same 404 page if it is invented, changed, of another use, or of a mail that nothing turns off', async () => {
    const path = await linkOf('reminder');
    const token = path.slice('/mails/'.length);
    const flipped = token.slice(0, -1) + (token.endsWith('0') ? '1' : '0');
    const other = (await linkOf('password_reset')).slice('/mails/'.length);
    const pages = new Set<string>();
    for (const one of ['x', 'a'.repeat(80), flipped, `${token}0`, token.toUpperCase(), '%zz', other]) {
      for (const method of ['GET', 'POST']) {
        const answer = await anybody(method, `/mails/${one}`);
        expect([one, answer.status, answer.headers.get('content-type')]).toEqual([one, 404, 'text/html; charset=utf-8']);
        pages.add(await answer.text());
      }
    }
    expect(pages.size).toBe(1);
    expect((await anybody('GET', `/partner/${token}/unsubscribe`)).status).toBe(404);
    expect(await settings()).toEqual(ALL);
  });

  test('ends when the account is deleted', async () => {
    const path = await linkOf('reminder');
    await server.app.keys.destroyKey(owner);
    expect((await anybody('GET', path)).status).toBe(404);
    expect((await anybody('POST', path)).status).toBe(404);
  });

  test('takes no other methods', async () => {
    const answer = await anybody('DELETE', await linkOf('reminder'));
    expect(answer.status).toBe(405);
  });
});
