import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Client, member } from '../support/client.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

const TIME = {
  todo_reminder_day: 'everyday',
  todo_reminder_time: '08:00',
  proof_submission_deadline_hours: 24,
  weekly_report_day: 'monday',
  weekly_report_time: '08:00',
  weekly_assessment_day: 'sunday',
  weekly_assessment_time: '18:00',
};
const NOTIFICATIONS = { task_reminders: true, verification_updates: true, weekly_reports: true, system_updates: true };
const CHANNELS = { push: true, evening_mail: true, evening_time: '20:00', quiet_from: null, quiet_to: null, rest_days: [] };
const ALONE = {
  partner_name: '',
  partner_email: '',
  partner_whatsapp: '',
  partner_detail: 'titles',
  ai_email: false,
  ai_coding: false,
  ai_system_design: false,
  ai_general: false,
  partner_status: null,
};

let server: TestServer;
let made = 0;
const somebody = (): Promise<Client> => member(server, `settings${made++}@example.org`);
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.dispose());

describe.each([
  ['notifications', NOTIFICATIONS, { weekly_reports: false }],
  ['time', TIME, { todo_reminder_time: '07:15', weekly_report_day: 'friday' }],
  ['channels', CHANNELS, { evening_time: '21:30', quiet_from: '22:00', quiet_to: '07:00', rest_days: ['saturday', 'sunday'] }],
  ['accountability', ALONE, { ai_coding: true }],
] as const)('/api/settings/%s', (group, fresh, change) => {
  const path = `/api/settings/${group}`;

  test('gives the values of a new account', async () => {
    const client = await somebody();
    const got = await client.get(path);
    expect([got.status, got.body]).toEqual([200, fresh]);
    expect(got.headers.get('etag')).toMatch(/^"\d+"$/);
  });

  test('changes the fields that are sent and keeps the others, and accepts an unchanged answer', async () => {
    const client = await somebody();
    const put = await client.put(path, change);
    expect([put.status, put.body]).toEqual([200, { ...fresh, ...change }]);
    expect((await client.put(path, put.body)).body).toEqual(put.body);
    const got = await client.get(path);
    expect(got.body).toEqual(put.body);
    expect(got.headers.get('etag')).toBe(put.headers.get('etag'));
    expect((await client.put(path, {})).body).toEqual(put.body);
  });

  test('accepts a write with If-Match only for the newest version', async () => {
    const client = await somebody();
    const tag = (await client.get(path)).headers.get('etag') as string;
    expect((await client.put(path, change, { 'if-match': tag })).status).toBe(200);
    expect((await client.put(path, change, { 'if-match': tag })).body).toMatchObject({ status: 412, code: 'precondition_failed' });
    expect((await client.put(path, change, { 'if-match': '*' })).status).toBe(200);
    expect((await client.get(path, { 'if-none-match': (await client.get(path)).headers.get('etag') as string })).status).toBe(304);
  });

  test('refuses unknown fields by name, and a body that is no object', async () => {
    const client = await somebody();
    const refused = await client.put(path, { ...change, colour: 'red' });
    expect(refused.status).toBe(422);
    expect(Object.keys(refused.body.errors)).toEqual(['colour']);
    expect((await client.put(path, [])).status).toBe(422);
    expect((await client.get(path)).body).toEqual(fresh);
  });

  test('needs a user who is signed in', async () => {
    const client = await somebody();
    client.cookie = null;
    expect((await client.get(path)).status).toBe(401);
    expect((await client.put(path, change)).status).toBe(401);
  });
});

test('all bad values are refused at once, by field', async () => {
  const client = await somebody();
  const time = await client.put('/api/settings/time', {
    todo_reminder_day: 'someday',
    todo_reminder_time: '8:00',
    proof_submission_deadline_hours: 721,
    weekly_report_day: 'everyday',
    weekly_report_time: '24:00',
    weekly_assessment_day: null,
    weekly_assessment_time: '18:00:00',
  });
  expect(time.status).toBe(422);
  expect(Object.keys(time.body.errors).sort()).toEqual(Object.keys(TIME).sort());
  for (const hours of [0, 1.5, '24', -1]) {
    const refused = await client.put('/api/settings/time', { proof_submission_deadline_hours: hours });
    expect(refused.body.errors).toEqual({ proof_submission_deadline_hours: ['A whole number of hours, 1 to 720.'] });
  }
  const toggles = await client.put('/api/settings/notifications', { task_reminders: 'yes', weekly_reports: 1 });
  expect(toggles.body.errors).toEqual({ task_reminders: ['true or false.'], weekly_reports: ['true or false.'] });
});

test('quiet hours are checked together with the present ones, and reported with every other fault', async () => {
  const client = await somebody();
  const errors = async (body: object) => (await client.put('/api/settings/channels', body)).body.errors;
  expect(await errors({ quiet_from: '22:00', push: 'on' })).toEqual({
    push: ['true or false.'],
    quiet_to: ['Give both times, or neither.'],
  });
  expect(await errors({ quiet_from: '22:00', quiet_to: '22:00' })).toEqual({ quiet_to: ['This must be another time than the beginning.'] });
  expect(Object.keys(await errors({ quiet_from: '22', quiet_to: 7, evening_time: null })).sort()).toEqual([
    'evening_time',
    'quiet_from',
    'quiet_to',
  ]);
  await client.put('/api/settings/channels', { quiet_from: '22:00', quiet_to: '07:00' });
  expect(await errors({ quiet_to: null })).toEqual({ quiet_to: ['Give both times, or neither.'] });
  expect((await client.put('/api/settings/channels', { quiet_from: null, quiet_to: null })).body).toEqual(CHANNELS);
});

test('rest days are up to six, each once, and are given back Monday first', async () => {
  const client = await somebody();
  const put = (rest_days: unknown) => client.put('/api/settings/channels', { rest_days });
  expect((await put(['sunday', 'friday'])).body.rest_days).toEqual(['friday', 'sunday']);
  const week = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];
  for (const days of [week, ['sunday', 'sunday'], ['everyday'], 'sunday', null]) {
    const refused = await put(days);
    expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, ['rest_days']]);
  }
  expect((await put(week.slice(0, 6))).status).toBe(200);
  expect((await put([])).body.rest_days).toEqual([]);
});

test('a changed proof deadline applies to tasks that are completed from then on', async () => {
  const client = await somebody();
  const make = async () =>
    (await client.post('/api/tasks', { title: 'Show it', due_date: '2026-11-25', due_time: '12:00', verification_type: 'general' })).body;
  const [early, late] = [await make(), await make()];
  const done = async (id: string) => (await client.patch(`/api/tasks/${id}/status`, { completed: true })).body.proof_due_at;
  expect(await done(early.id)).toBe('2026-11-26T11:00:00.000Z');
  await client.put('/api/settings/time', { proof_submission_deadline_hours: 48 });
  expect(await done(late.id)).toBe('2026-11-27T11:00:00.000Z');
  expect((await client.get(`/api/tasks/${early.id}`)).body.proof_due_at).toBe('2026-11-26T11:00:00.000Z');
});

describe('the partner in the settings', () => {
  const path = '/api/settings/accountability';

  test('is added, kept and removed by the form', async () => {
    const client = await somebody();
    const form = { partner_name: ' Søren ', partner_email: 'soren@example.org' };
    const put = await client.put(path, { ...form, ai_general: true });
    expect([put.status, put.body]).toEqual([
      200,
      { ...ALONE, partner_name: 'Søren', partner_email: 'soren@example.org', ai_general: true, partner_status: 'invited' },
    ]);
    const again = await client.put(path, put.body);
    expect([again.status, again.body, again.headers.get('etag')]).toEqual([200, put.body, put.headers.get('etag')]);
    const gone = await client.put(path, { partner_name: '', partner_email: '', partner_whatsapp: '' });
    expect(gone.body).toEqual({ ...ALONE, ai_general: true });
    expect(gone.headers.get('etag')).not.toBe(put.headers.get('etag'));
  });

  test('gets titles or counts as the form says; the choice is refused if there is no partner', async () => {
    const client = await somebody();
    const refused = await client.put(path, { partner_detail: 'counts' });
    expect([refused.status, refused.body.errors]).toEqual([422, { partner_detail: ['Name a partner first: this says what they read.'] }]);
    expect((await client.put(path, { partner_detail: 'all' })).body.errors).toEqual({ partner_detail: ['titles or counts.'] });
    expect((await client.put(path, { partner_detail: 'titles' })).status).toBe(200);
    const named = await client.put(path, { partner_name: 'Søren', partner_email: 'soren@example.org', partner_detail: 'counts' });
    expect([named.status, named.body.partner_detail]).toEqual([200, 'counts']);
    expect((await client.get('/api/partners')).body[0].detail).toBe('counts');
    const changed = await client.put(path, { partner_detail: 'titles' });
    expect([changed.body.partner_detail, changed.body.partner_status]).toEqual(['titles', 'invited']);
    expect((await client.put(path, { partner_name: 'Sören' })).body.partner_detail).toBe('titles');
  });

  test('is checked by the rules of the form, over present and new values together, and reported with every other fault', async () => {
    const client = await somebody();
    const errors = async (body: object) => (await client.put(path, body)).body.errors;
    expect(await errors({ partner_name: 'Søren' })).toEqual({
      partner_email: ['Please provide at least an email or WhatsApp number for notifications.'],
    });
    expect(await errors({ partner_email: 'not an address', ai_email: 'on' })).toEqual({
      partner_name: ['Name is required.'],
      partner_email: ['Enter a valid email address.'],
      ai_email: ['true or false.'],
    });
    const own = (await client.get('/api/settings/profile')).body.email;
    expect(Object.keys(await errors({ partner_name: 'Me', partner_email: own.toUpperCase() }))).toEqual(['partner_email']);
    expect(Object.keys(await errors({ partner_status: 'accepted', ai_email: 1 })).sort()).toEqual(['ai_email', 'partner_status']);
    expect((await client.get(path)).body).toEqual(ALONE);
  });
});

test('all settings are in one answer, the plan also alone, and choosing a plan leads to its checkout', async () => {
  const client = await somebody();
  await client.put('/api/settings/notifications', { system_updates: false });
  const profile = (await client.get('/api/settings/profile')).body;
  expect((await client.get('/api/settings/all')).body).toEqual({
    profile,
    notifications: { ...NOTIFICATIONS, system_updates: false },
    time: TIME,
    accountability: ALONE,
    subscription: { plan: 'Free' },
    channels: CHANNELS,
  });
  expect((await client.get('/api/settings/subscription')).body).toEqual({ plan: 'Free' });
  expect((await client.post('/api/settings/subscription', { plan: 'Pro' })).body).toEqual({
    url: expect.stringContaining('/dev/checkout/'),
  });
});

test('a change is shown in the history and in the audit, with the values before and after', async () => {
  const client = await somebody();
  await client.put('/api/settings/time', { todo_reminder_time: '09:30' });
  const [entry] = (await client.get('/api/reports/history?type=account')).body;
  expect(entry).toMatchObject({ action: 'account.time_settings_changed', detail: 'Reminder time: 09:30.' });
  const [audit] = (await client.get('/api/audit')).body;
  expect(audit).toMatchObject({
    action: 'account.time_settings_changed',
    before: { todo_reminder_time: '08:00' },
    after: { todo_reminder_time: '09:30' },
    subject: { kind: 'account' },
  });
});

describe('/api/days/{date}/nothing-due', () => {
  // The clock stands at 17:00 on Friday 20 November 2026 in Berlin.
  test('applies to today and the 14 days ahead, also if it is repeated', async () => {
    const client = await somebody();
    for (const date of ['2026-11-20', '2026-11-20', '2026-12-04'])
      expect((await client.post(`/api/days/${date}/nothing-due`)).status).toBe(204);
  });

  test('applies only to its own day and its own owner', async () => {
    const [client, other] = [await somebody(), await somebody()];
    const nothingDue = async (of: typeof client, date: string) => (await of.get(`/api/days/${date}/nothing-due`)).body;
    expect(await nothingDue(client, '2026-11-20')).toEqual({ date: '2026-11-20', nothing_due: false });
    await client.post('/api/days/2026-12-04/nothing-due');
    await client.post('/api/days/2026-11-20/nothing-due');
    expect(await nothingDue(client, '2026-11-20')).toEqual({ date: '2026-11-20', nothing_due: true });
    expect(await nothingDue(client, '2026-12-04')).toEqual({ date: '2026-12-04', nothing_due: true });
    expect(await nothingDue(client, '2026-11-21')).toEqual({ date: '2026-11-21', nothing_due: false });
    expect(await nothingDue(other, '2026-11-20')).toEqual({ date: '2026-11-20', nothing_due: false });
    expect((await nothingDue(client, 'today')).status).toBe(422);
  });

  test('is refused for past dates, dates that are too far ahead, and invalid dates', async () => {
    const client = await somebody();
    const post = async (date: string) => (await client.post(`/api/days/${date}/nothing-due`)).body;
    expect(await post('2026-11-19')).toMatchObject({ status: 409, code: 'deadline_passed' });
    for (const date of ['2026-12-05', '2026-11-31', 'today', '2026-1-1']) {
      const refused = await post(date);
      expect([refused.status, Object.keys(refused.errors)]).toEqual([422, ['date']]);
    }
  });
});

test.each(['/api/settings/subscription', '/api/settings/all', '/api/days/2026-11-20/nothing-due', '/api/streaks', '/api/auth/me'])(
  '%s has a tag made from its content, and answers 304 to this tag',
  async (path) => {
    const client = await somebody();
    const tag = (await client.get(path)).headers.get('etag') as string;
    expect(tag).toMatch(/^"[\w-]+"$/);
    const again = await client.get(path, { 'if-none-match': tag });
    expect([again.status, again.text, again.headers.get('etag')]).toEqual([304, '', tag]);
  },
);

test("the tag of a day changes when 'Nothing due' is set for it", async () => {
  const client = await somebody();
  const path = '/api/days/2026-11-21/nothing-due';
  const tag = (await client.get(path)).headers.get('etag') as string;
  await client.post(path);
  const after = await client.get(path, { 'if-none-match': tag });
  expect([after.status, after.body.nothing_due]).toEqual([200, true]);
});
