import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { emailTask } from '../../src/contracts/email.ts';
import { problem } from '../../src/contracts/refusals.ts';
import { mailboxRoutes } from '../../src/http/routes/dev/mailbox.ts';
import { personalMailbox } from '../../src/providers/mail/development.ts';
import { type Client, type Headered, member } from '../support/client.ts';
import { formBytes, type PartOf } from '../support/forms.ts';
import { emailSender } from '../support/mail-servers.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
let ada: Client;
let bob: Client;
let send: (id: string) => Promise<void>;
beforeAll(async () => {
  server = await startTestServer();
  ada = await member(server);
  bob = await member(server, 'bob@example.org');
  const personalMailer = personalMailbox(server.stores.mailbox, 'Vouch <vouch@example.org>');
  send = emailSender(server.app, personalMailer, server.url);
});
afterAll(() => server.dispose());

const PATH = '/api/verifications/email-tasks';
const LETTER = `Hello Bo,

could you please confirm the migration window on Friday 17:00? We need your answer by Thursday, so that the others can plan.

Best regards
Ada`;
const newTask = async (fields: object = {}): Promise<string> =>
  (await ada.post('/api/tasks', { title: 'Ask Bo', due_date: '2026-11-27', verification_type: 'email', ...fields })).body.id;
const draft = async (fields: object = {}, taskId?: string) => {
  const task_id = taskId ?? (await newTask());
  return (await ada.post(PATH, { task_id, to: ['bo@example.org'], subject: 'The window', body: LETTER, ...fields })).body;
};
const attach = (parts: readonly PartOf[], headers: Headered = {}) =>
  ada.send('POST', '/api/verifications/uploadEmailAttachment', formBytes(parts), {
    'content-type': 'multipart/form-data; boundary=between',
    ...headers,
  });
const attached = async (taskId: string, filename = 'plan.txt', content: string | Uint8Array = 'The plan') =>
  (
    await attach([
      { name: 'file', filename, content },
      { name: 'task_id', content: taskId },
    ])
  ).body.meta;

describe('an email task', () => {
  test('is created, gets attachments, is changed, reviewed and sent, and becomes the proof', async () => {
    const taskId = await newTask();
    const begun = await ada.post(PATH, { task_id: taskId });
    expect([begun.status, begun.headers.get('location')]).toEqual([201, `${PATH}/${begun.body.id}`]);
    const tag = { 'if-match': begun.headers.get('etag') ?? '' };
    expect(emailTask.strict().parse(begun.body)).toMatchObject({ status: 'draft', to: [], subject: '', review: null, via: null });
    const uploaded = await attach([
      { name: 'file', filename: '\u200ethe %22plan%22.txt', content: 'The plan' },
      { name: 'task_id', content: taskId },
    ]);
    expect([uploaded.status, uploaded.body]).toEqual([
      200,
      { success: true, meta: { id: expect.any(String), name: 'the "plan".txt', type: 'text/plain', size: 8, task_id: taskId } },
    ]);
    const { task_id: _, ...file } = uploaded.body.meta;
    const at = `${PATH}/${begun.body.id}`;
    const fields = { to: ['bo@example.org', 'Bo@Example.org'], cc: ['cy@example.org'], bcc: ['eve@example.org'], subject: ' The window ' };
    const written = await ada.put(at, { ...fields, body: LETTER, attachments: [file.id] }, tag);
    expect(written.body).toMatchObject({ to: ['bo@example.org'], subject: 'The window', body: LETTER, attachments: [file] });
    expect((await ada.put(at, { subject: 'Late' }, tag)).body.code).toBe('precondition_failed');
    expect((await ada.put(at, written.body.attachments ? { subject: 'The window', status: 'draft' } : {})).status).toBe(200);

    const reviewed = await ada.post(`${at}/review`);
    expect(reviewed.body.review).toMatchObject({
      judge: { kind: 'rubric', name: 'Rubric' },
      verdict: 'accepted',
      model: null,
      prompt_version: 'rubric/email/1',
      seen: [{ file: file.id, as: 'name' }],
      criteria: ['Clarity', 'Tone', 'Request', 'Structure'].map((name) => ({ name })),
    });
    expect((await ada.put(at, { subject: 'The migration window' })).body.review).toBeNull();

    const sent = await ada.post(`${PATH}/send`, { id: begun.body.id });
    expect([sent.status, sent.body.status]).toEqual([202, 'sending']);
    await send(begun.body.id);
    const shown = await ada.get(at);
    expect(shown.body).toMatchObject({
      status: 'sent',
      via: 'development',
      error: null,
      sent_at: server.stores.clock.now(),
    });
    expect(shown.body.message_id).toBe(`<${begun.body.id}.3@127.0.0.1>`);
    const again = await ada.post(`${PATH}/send`, { id: begun.body.id });
    expect([again.status, again.body]).toEqual([200, shown.body]);

    const mails = await server.stores.mailbox.list({ to: 'eve@example.org', limit: 9 });
    expect(mails).toMatchObject([
      { to: ['bo@example.org', 'cy@example.org', 'eve@example.org'], subject: 'The migration window', text: LETTER },
    ]);
    expect(mails).toMatchObject([{ from: expect.stringMatching(/^Ada Ode </), headers: { 'reply-to': 'Ada Ode <ada@example.org>' } }]);
    const proof = (await ada.get(`/api/verifications/${taskId}`)).body;
    expect(proof).toMatchObject({ state: 'verified', judge: 'check', decision: { judge: { kind: 'check', name: 'development' } } });
    expect(proof.submissions).toMatchObject([{ email_task_id: begun.body.id, files: [{ id: file.id }], state: 'accepted' }]);
    expect((await ada.get(`/api/tasks/${taskId}`)).body).toMatchObject({ status: 'completed', outcome: 'kept' });
    expect((await ada.delete(`/api/files/${file.id}`)).body.code).toBe('conflict');
    for (const answer of [await ada.put(at, { subject: 'x' }), await ada.delete(at), await ada.post(`${at}/review`)])
      expect(answer.body.code).toBe('conflict');
    expect((await ada.post(`${at}/resolve`, { sent: false })).body.code).toBe('conflict');
  });

  test('is shown as plain text in the mailbox', async () => {
    const mails = async () => [
      { id: 'm1', to: [], from: '', subject: '', text: '<script>', html: '', headers: {}, attachments: [], at: '' },
    ];
    const page = mailboxRoutes({ mails } as never).find(({ path }) => path.endsWith('/html'));
    const context = { req: { socket: { remoteAddress: '127.0.0.1' }, headers: {} } };
    const answer = await page?.handle({ context, params: { id: 'm1' } } as never);
    expect(String(answer?.body)).toContain('&lt;script&gt;');
  });

  test('is in the history, the audit and the export', async () => {
    const { id } = await draft();
    await ada.put(`${PATH}/${id}`, { subject: 'Another' });
    await ada.delete(`${PATH}/${id}`);
    const audit = (await ada.get('/api/audit?limit=10')).body.filter(({ subject }: { subject: { id: string } }) => subject.id === id);
    expect(audit.map(({ action }: { action: string }) => action)).toEqual([
      'email_task.deleted',
      'email_task.edited',
      'email_task.created',
    ]);
    expect(audit[1]).toMatchObject({
      subject: { kind: 'email_task' },
      before: { subject: 'The window', to: ['bo@example.org'] },
      after: { subject: 'Another' },
    });
    const history = (await ada.get('/api/reports/history?type=verifications&limit=5')).body;
    expect(history.map(({ label }: { label: string }) => label)).toEqual(expect.arrayContaining(['Email deleted', 'Email drafted']));
  });
});

describe('lists', () => {
  test("are sorted newest first, for one task or for all, in pages, and contain only the owner's emails", async () => {
    const taskId = await newTask();
    const first = await draft({}, taskId);
    server.stores.clock.advance('PT1S');
    const second = await draft({ subject: 'Second' }, taskId);
    expect((await ada.get(`${PATH}?task_id=${taskId}`)).body).toEqual([second, first]);
    const page = await ada.get(`${PATH}?limit=1`);
    expect([page.body, page.headers.get('link')]).toEqual([[second], expect.stringContaining('rel="next"')]);
    expect((await bob.get(PATH)).body).toEqual([]);
    for (const method of ['GET', 'PUT', 'DELETE'])
      expect((await bob.send(method, `${PATH}/${first.id}`, method === 'PUT' ? {} : undefined)).status).toBe(404);
    for (const path of [`${PATH}/${first.id}/review`, `${PATH}/${first.id}/resolve`, `${PATH}/send`])
      expect(
        (await bob.post(path, path.endsWith('send') ? { id: first.id } : path.endsWith('resolve') ? { sent: true } : undefined)).status,
      ).toBe(404);
    expect((await ada.delete(`${PATH}/${first.id}`)).status).toBe(204);
    expect((await ada.get(`${PATH}/${first.id}`)).status).toBe(404);
  });
});

describe('refusals', () => {
  test('name the field of an invalid value', async () => {
    const taskId = await newTask();
    const other = await newTask();
    const addresses = (count: number) => Array.from({ length: count }, (_, index) => `a${index}@example.org`);
    const theirs = await attached(other);
    const wrong: readonly (readonly [string, object, string])[] = [
      ['no task', { task_id: undefined }, 'task_id'],
      ['an unknown task', { task_id: 'nothing' }, 'task_id'],
      ['a task that asks for something else', { task_id: await newTask({ verification_type: 'general' }) }, 'task_id'],
      ['no address', { to: ['bo'] }, 'to'],
      ['an address with a header', { to: ['bo@example.org\r\nBcc: all@example.org'] }, 'to'],
      ['several addresses in one', { cc: ['bo@example.org, cy@example.org'] }, 'cc'],
      ['an address that turns its direction', { bcc: ['b\u202eo@example.org'] }, 'bcc'],
      ['21 recipients in all', { to: addresses(10), cc: addresses(6), bcc: addresses(5) }, 'to'],
      ['a subject with a header', { subject: 'Hi\r\nBcc: all@example.org' }, 'subject'],
      ['a subject that turns its direction', { subject: 'gnp.\u202eexe' }, 'subject'],
      ['a long subject', { subject: 'x'.repeat(201) }, 'subject'],
      ['a long text', { body: 'x'.repeat(50_001) }, 'body'],
      ['an unknown file', { attachments: ['f1'] }, 'attachments'],
      ['a file of another task', { attachments: [theirs.id] }, 'attachments'],
      ['11 attachments', { attachments: addresses(11) }, 'attachments'],
      ['an unknown field', { html: '<b>x</b>' }, 'html'],
      ['a read-only field', { status: 'sent' }, 'status'],
    ];
    for (const [what, fields, field] of wrong) {
      const refused = await ada.post(PATH, { task_id: taskId, ...fields });
      expect([what, refused.status, Object.keys(refused.body.errors)]).toEqual([what, 422, [field]]);
    }
    expect((await ada.put(`${PATH}/${(await draft()).id}`, { status: 'sent' })).body.errors).toHaveProperty('status');
  });

  test('keep an email that lacks something, or cannot become proof, from being sent', async () => {
    const empty = (await ada.post(PATH, { task_id: await newTask() })).body;
    const refused = await ada.post(`${PATH}/send`, { id: empty.id });
    expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, ['to', 'subject', 'body']]);
    const taskId = await newTask();
    const { id } = await draft({}, taskId);
    await ada.post(`/api/verifications/${taskId}/proof`, { proofData: { text: 'Done' } });
    expect((await ada.post(`${PATH}/send`, { id })).body.code).toBe('already_verified');
    expect((await ada.post(`${PATH}/send`, { id: 'nothing' })).status).toBe(404);
  });

  test('keep an email that was not sent from becoming proof', async () => {
    const taskId = await newTask();
    const { id } = await draft({}, taskId);
    const refused = await ada.post(`/api/verifications/${taskId}/proof`, { proofData: { email_task_id: id } });
    expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, ['proofData.email_task_id']]);
  });

  test('name the refused attachment in the problem', async () => {
    const taskId = await newTask();
    const file = { name: 'file', filename: 'a.txt', content: 'x' };
    const task = { name: 'task_id', content: taskId };
    const cases: readonly (readonly [number, readonly PartOf[]])[] = [
      [422, [file]],
      [422, [task]],
      [422, [file, { ...task, content: 'nothing' }]],
      [422, [{ ...file, filename: `${'x'.repeat(300)}.txt` }, task]],
      [422, [{ ...file, filename: 'a\u202egnp.exe' }, task]],
      [422, [{ ...file, filename: '../a.txt' }, task]],
      [422, [{ ...file, filename: 'a.png', content: '<svg xmlns="http://www.w3.org/2000/svg"/>' }, task]],
      [413, [{ ...file, content: Buffer.alloc(20_971_521) }, task]],
    ];
    for (const [status, parts] of cases) {
      const { body, ...answer } = await attach(parts);
      expect([answer.status, body.success, body.message]).toEqual([status, false, 'Attachment upload failed']);
      expect(problem.parse(body).detail).not.toBe('');
    }
    const noForm = await ada.post('/api/verifications/uploadEmailAttachment', {});
    expect([noForm.status, noForm.body.success]).toEqual([415, false]);
  });
});
