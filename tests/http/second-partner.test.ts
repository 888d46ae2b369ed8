import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { passOnReviews } from '../../src/app/proof/judges.ts';
import { type ProofServer, SOREN, startProofServer } from '../support/partner-server.ts';

const KIM = { name: 'Kim', email: 'kim@example.org' };

let server: ProofServer;
let soren: string;
let sorensPage: string;

/** Søren, the first partner, has accepted. */
beforeEach(async () => {
  server = await startProofServer();
  soren = await server.partner();
  sorensPage = await server.page();
});
afterEach(() => server.dispose());

const pro = () => server.ada.post('/api/subscriptions/trial');
const withoutPro = () => server.ada.post('/api/subscriptions/cancel');
const name = (person: object = KIM) => server.ada.post('/api/partners', person);
const pageOf = async (token: string) => (await fetch(`${server.url}/partner/${token}`)).text();
/** The titles of the tasks on a partner's page. */
const waitingOn = async (token: string) => [...(await pageOf(token)).matchAll(/<h3[^>]*><bdi>([^<]*)<\/bdi>/g)].map(([, title]) => title);
const taskOf = async (id: string) => (await server.ada.get(`/api/tasks/${id}`)).body;

/** Names Kim, who accepts. Gives their id and the token of their page. */
async function kim(): Promise<{ readonly id: string; readonly token: string }> {
  await pro();
  const { id } = (await name()).body;
  const token = await server.page();
  await server.accept();
  return { id, token };
}

describe('naming a second partner', () => {
  test('needs Pro, and a third is refused', async () => {
    expect((await name()).body).toMatchObject({ code: 'conflict', detail: expect.stringContaining('You have a partner already') });
    await pro();
    const made = await name();
    expect([made.status, made.body.role, made.body.status]).toEqual([201, 'second', 'invited']);
    expect((await server.ada.get('/api/partners')).body.map((one: { role: string }) => one.role).sort()).toEqual(['first', 'second']);
    expect((await name({ name: 'Bo', email: 'bo@example.org' })).body).toMatchObject({
      code: 'conflict',
      detail: 'You have two partners already. Remove one of them first, then name another.',
    });
  });

  test('twice under the same Idempotency-Key gives one partner and one invitation', async () => {
    await pro();
    const key = { 'Idempotency-Key': 'name-kim-1' };
    const [one, two] = [await server.ada.post('/api/partners', KIM, key), await server.ada.post('/api/partners', KIM, key)];
    expect(two.body.id).toBe(one.body.id);
    expect(await server.kinds()).toEqual(['invitation mail', 'invitation mail']);
  });

  test('is refused for the first one’s address', async () => {
    await pro();
    expect((await name({ name: 'Also Søren', email: SOREN.email.toUpperCase() })).body.code).toBe('conflict');
  });

  test('does not change the first one in the settings', async () => {
    const { id } = await kim();
    const settings = (await server.ada.get('/api/settings/accountability')).body;
    expect(settings).toMatchObject({ partner_name: SOREN.name, partner_status: 'accepted' });
    await server.ada.put('/api/settings/accountability', { partner_name: '', partner_email: '', partner_whatsapp: '' });
    const left = (await server.ada.get('/api/partners')).body;
    const states = Object.fromEntries(left.map((one: { id: string; status: string }) => [one.id, one.status]));
    expect(states).toEqual({ [id]: 'accepted', [soren]: 'removed' });
    await server.ada.put('/api/settings/accountability', { partner_name: 'Bo', partner_email: 'bo@example.org' });
    expect((await server.ada.get('/api/partners')).body).toContainEqual(expect.objectContaining({ name: 'Bo', role: 'first' }));
  });

  test('asks them only to judge, on their page and in the invitation', async () => {
    await pro();
    await name();
    const asked = await pageOf(await server.page());
    expect(asked).toContain('You hear of nothing else.');
    expect(asked).not.toContain('once a week');
  });
});

describe('the end of Pro', () => {
  test('keeps the second partner and the tasks that name them, and allows no new one', async () => {
    const { id } = await kim();
    const task = await server.make({ partner_id: id });
    await withoutPro();
    const put = (body: object) => server.ada.put(`/api/tasks/${task}`, body);
    expect((await put({ title: 'Ship it today', partner_id: id })).body).toMatchObject({ title: 'Ship it today', partner_id: id });
    await server.give(task);
    expect((await server.show(task)).judge).toBe('partner');
    expect((await server.ada.get(`/api/partners/${id}`)).body.status).toBe('accepted');
    expect((await server.ada.post('/api/tasks', { title: 'Another', partner_id: id })).body.code).toBe('premium_required');
    // Another address would be another person.
    const moved = await server.ada.patch(`/api/partners/${id}`, { email: 'other@example.org' });
    expect([moved.status, moved.body.code]).toEqual([409, 'conflict']);
    expect((await server.ada.patch(`/api/partners/${id}`, { name: 'Kim O.' })).body.name).toBe('Kim O.');
    expect((await server.ada.patch(`/api/partners/${id}`, { status: 'removed' })).body.status).toBe('removed');
  });
});

describe('partner_id of a task', () => {
  test('is null unless somebody is named; naming needs Pro', async () => {
    expect((await taskOf(await server.make())).partner_id).toBeNull();
    const refused = await server.ada.post('/api/tasks', { title: 'Judged', partner_id: soren });
    expect([refused.status, refused.body.code]).toEqual([403, 'premium_required']);
  });

  test('can name only a partner of the owner who has not left', async () => {
    const { id } = await kim();
    const task = await server.make({ partner_id: id });
    expect((await taskOf(task)).partner_id).toBe(id);
    expect((await server.ada.put(`/api/tasks/${task}`, { partner_id: null })).body.partner_id).toBeNull();
    for (const unknown of ['nobody', task]) {
      const refused = await server.ada.put(`/api/tasks/${task}`, { partner_id: unknown });
      expect([refused.status, refused.body.errors]).toEqual([422, { partner_id: ['There is no such partner of yours.'] }]);
    }
    await server.ada.patch(`/api/partners/${id}`, { status: 'removed' });
    expect((await server.ada.put(`/api/tasks/${task}`, { partner_id: id })).status).toBe(422);
  });

  test('is shown in the history', async () => {
    const { id } = await kim();
    const task = await server.make();
    for (const partner_id of [id, null]) await server.ada.put(`/api/tasks/${task}`, { partner_id });
    const trail = (await server.ada.get(`/api/audit?task_id=${task}`)).body.map(({ detail }: { detail: string | null }) => detail);
    expect(trail.slice(0, 2)).toEqual(['The first partner judges its proof again.', 'The partner was chosen who judges its proof.']);
  });

  test('cannot change while the proof is in review', async () => {
    const { id } = await kim();
    const task = await server.make();
    await server.give(task);
    expect((await server.ada.put(`/api/tasks/${task}`, { partner_id: id })).body.code).toBe('conflict');
    await server.ada.delete(`/api/verifications/${task}/proof`);
    expect((await server.ada.put(`/api/tasks/${task}`, { partner_id: id })).body.partner_id).toBe(id);
  });
});

describe('the judge of a task', () => {
  test('is the named partner, who sees and decides only their own tasks', async () => {
    const { id, token } = await kim();
    const [theirs, others] = [await server.make({ title: 'For Kim', partner_id: id }), await server.make({ title: 'For Søren' })];
    await server.give(theirs);
    await server.give(others);
    expect([(await server.show(theirs)).partner, (await server.show(others)).partner]).toEqual(['Kim', SOREN.name]);
    expect(await pageOf(token)).toContain('For Kim');
    expect(await pageOf(token)).not.toMatch(/For Søren|Audit trail|Streak/);
    expect(await waitingOn(sorensPage)).toEqual(['For Søren']);
    const send = async (link: string, task: string) => {
      const submission = (await server.show(task)).submissions.at(-1)?.id ?? '';
      const body = new URLSearchParams({ verification: task, submission, verdict: 'accepted', comment: '' });
      return (await fetch(`${server.url}/partner/${link}/verdict`, { method: 'POST', body })).status;
    };
    expect([await send(sorensPage, theirs), await send(token, others)]).toEqual([404, 404]);
    expect([await send(token, theirs), await send(sorensPage, others)]).toEqual([200, 200]);
    expect((await server.show(theirs)).decision?.judge).toEqual({ kind: 'partner', name: 'Kim' });
    expect((await server.show(others)).decision?.judge.name).toBe(SOREN.name);
    expect(await pageOf(token)).toContain('Nothing waits for your verdict.');
    await server.ada.patch(`/api/partners/${id}`, { status: 'removed' });
    expect((await server.show(theirs)).partner).toBe('Kim');
  });

  test('is the first partner until the named partner has accepted', async () => {
    await pro();
    const { id } = (await name()).body;
    const task = await server.make({ title: 'For Kim', partner_id: id });
    expect((await server.show(task)).partner).toBe(SOREN.name);
    await server.give(task);
    expect(await waitingOn(sorensPage)).toEqual(['For Kim']);
  });

  test('is the first partner once the named partner has left', async () => {
    const { id } = await kim();
    const task = await server.make({ title: 'For Kim', partner_id: id });
    await server.give(task);
    expect(await waitingOn(sorensPage)).toEqual([]);
    await server.ada.patch(`/api/partners/${id}`, { status: 'removed' });
    const removed = (await server.app.store.readStream(`partner-${id}`)).at(-1);
    const position = await passOnReviews(server.app, removed as never);
    if (position !== null) await server.app.waitForReadModels(position);
    expect((await server.show(task)).judge).toBe('partner');
    expect(await waitingOn(sorensPage)).toEqual(['For Kim']);
  });

  test('is the owner if only the second partner is left and the task names nobody', async () => {
    const { id } = await kim();
    await server.ada.patch(`/api/partners/${soren}`, { status: 'removed' });
    const [named, other] = [await server.make({ partner_id: id }), await server.make()];
    const shown = await Promise.all([named, other].map((one) => server.show(one)));
    expect(shown.map(({ judge, partner }) => [judge, partner])).toEqual([
      ['partner', 'Kim'],
      ['self', null],
    ]);
  });

  test('also decides about an appeal', async () => {
    const { id, token } = await kim();
    const task = await server.make({ title: 'Appealed', partner_id: id });
    await server.later(task, 'PT48H');
    await server.ada.post(`/api/verifications/${task}/appeal`, { text: 'The train stood still.' });
    expect(await pageOf(token)).toContain('Appealed');
    expect(await pageOf(sorensPage)).not.toContain('The train stood still.');
  });
});

test('summaries go to the first partner alone', async () => {
  const { id } = await kim();
  const asked = await server.ada.post(`/api/partners/${id}/summary`);
  expect([asked.status, asked.body.code]).toEqual([409, 'conflict']);
  expect((await server.ada.post(`/api/partners/${soren}/summary`)).status).toBe(202);
});
