import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { profile } from '../../src/contracts/account.ts';
import { auditEntry, historyEntry } from '../../src/contracts/report.ts';
import { type Client, member, PASSWORD } from '../support/client.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

describe('the profile', () => {
  let server: TestServer;
  let ada: Client;
  beforeAll(async () => {
    server = await startTestServer();
    ada = await member(server);
  });
  afterAll(() => server.dispose());

  it('is changed field by field; the address is read only', async () => {
    const { body } = await ada.get('/api/settings/profile');
    expect(profile.strict().parse(body)).toEqual({
      full_name: 'Ada Ode',
      email: 'ada@example.org',
      timezone: 'Europe/Berlin',
      avatar_url: null,
    });
    const changed = await ada.put('/api/settings/profile', {
      email: 'ada@example.org',
      timezone: 'Asia/Tokyo',
      avatar_url: 'https://example.org/a.png',
    });
    expect(changed.body).toEqual({ ...body, timezone: 'Asia/Tokyo', avatar_url: 'https://example.org/a.png' });
    expect((await ada.get('/api/auth/user')).body.user).toMatchObject({
      timezone: 'Asia/Tokyo',
      user_metadata: { avatar_url: 'https://example.org/a.png' },
    });
    const refused = await ada.put('/api/settings/profile', {
      email: 'new@example.org',
      timezone: 'GMT+2',
      avatar_url: 'javascript:alert(1)',
    });
    expect([refused.status, Object.keys(refused.body.errors).sort()]).toEqual([422, ['avatar_url', 'email', 'timezone']]);
    await ada.put('/api/settings/profile', { timezone: 'Europe/Berlin', avatar_url: null });
    expect((await ada.get('/api/settings/profile')).body).toEqual(body);
  });
});

describe('the timeline of an account', () => {
  interface Entry {
    readonly action: string;
    readonly type: string;
    readonly detail: string | null;
    readonly before: object;
    readonly after: object;
    readonly actor: { readonly kind: string; readonly name: string | null };
  }

  let server: TestServer;
  let ada: Client;
  beforeAll(async () => {
    server = await startTestServer();
    ada = await member(server);
    await ada.post('/api/auth/signout');
    await ada.post('/api/auth/signin', { email: 'ada@example.org', password: PASSWORD });
    await ada.put('/api/settings/profile', { full_name: 'Ada Lovelace', timezone: 'Asia/Tokyo' });
    await ada.put('/api/settings/profile', { avatar_url: 'https://pictures.example/ada.png' });
    await ada.put('/api/settings/notifications', { weekly_reports: false });
    await ada.put('/api/settings/time', { todo_reminder_time: '06:30', weekly_report_day: 'friday' });
    await ada.put('/api/settings/accountability', { partner_name: 'Bo', partner_email: 'bo@example.org', ai_coding: true });
    await ada.post('/api/vacations', { from: '2026-12-01', to: '2026-12-05' });
    await ada.get('/api/settings/account/export');
    await ada.put('/api/settings/accountability', { partner_name: '', partner_email: '', partner_whatsapp: '' });
  });
  afterAll(() => server.dispose());

  const all = async (path: string): Promise<readonly Entry[]> => (await ada.get(path)).body as Entry[];
  const byAction = (entries: readonly Entry[], action: string): Entry => {
    const found = entries.find((entry) => entry.action === action);
    if (!found) throw new Error(`There is no ${action} among ${entries.map((entry) => entry.action).join(', ')}.`);
    return found;
  };

  test('the events of the account are described in sentences, with the values before', async () => {
    const audit = await all('/api/audit?limit=200');
    for (const entry of audit) expect(() => auditEntry.strict().parse(entry)).not.toThrow();
    expect(Object.fromEntries(audit.toReversed().map(({ action, before, after }) => [action, { before, after }]))).toMatchObject({
      'account.profile_changed': { before: { avatar_url: null }, after: { avatar_url: 'https://pictures.example/ada.png' } },
      'account.timezone_changed': { before: { timezone: 'Europe/Berlin' }, after: { timezone: 'Asia/Tokyo' } },
      'account.notifications_changed': { before: { weekly_reports: true }, after: { weekly_reports: false } },
      'account.time_settings_changed': {
        before: { todo_reminder_time: '08:00', weekly_report_day: 'monday' },
        after: { todo_reminder_time: '06:30', weekly_report_day: 'friday' },
      },
      'account.ai_partner_changed': { before: { ai_coding: false }, after: { ai_coding: true } },
      'vacation.created': { before: {}, after: { from: '2026-12-01', to: '2026-12-05' } },
      'partner.invited': { after: { status: 'invited' } },
      'partner.removed': { after: { status: 'removed' } },
      'export.requested': { after: { export: 'under_way' } },
    });
    const renamed = audit.findLast(({ action }) => action === 'account.profile_changed');
    expect([renamed?.before, renamed?.after]).toEqual([{ full_name: 'Ada Ode' }, { full_name: 'Ada Lovelace' }]);
    expect(byAction(audit, 'account.notifications_changed').actor).toEqual({ kind: 'user', name: 'Ada Lovelace' });
  });

  test('the history of the account contains settings, sign-ins and exports, each with one sentence', async () => {
    const history = await all('/api/reports/history?type=account&limit=200');
    for (const entry of history) expect(() => historyEntry.strict().parse(entry)).not.toThrow();
    const actions = history.map(({ action }) => action);
    expect(actions).toEqual(
      expect.arrayContaining([
        'account.created',
        'account.confirmed',
        'session.started',
        'session.ended',
        'account.profile_changed',
        'account.timezone_changed',
        'account.notifications_changed',
        'account.time_settings_changed',
        'account.ai_partner_changed',
        'export.requested',
      ]),
    );
    expect(history.filter(({ detail }) => detail === null || !/^[A-Z].*\.$/.test(detail)).map(({ action }) => action)).toEqual([]);
    expect((await all('/api/reports/history?type=partner&limit=200')).map(({ action }) => action)).toEqual(
      expect.arrayContaining(['partner.invited', 'partner.removed']),
    );
  });

  test('other users do not see these entries', async () => {
    const bob = await member(server, 'bob@example.org');
    const text = (await bob.get('/api/audit?limit=200')).text + (await bob.get('/api/reports/history?limit=200')).text;
    for (const word of ['Lovelace', 'Tokyo', 'ai_coding', 'Export']) expect(text).not.toContain(word);
  });
});
