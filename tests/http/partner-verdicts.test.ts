import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { HEADS_A_DAY } from '../../src/app/ledger/heads.ts';
import { checkPage } from '../../src/contracts/ledger/papers/check-page.ts';
import { type ProofServer, SOREN, startProofServer } from '../support/partner-server.ts';

let server: ProofServer;
let soren: string;
let token: string;

/** A partner has accepted, and opens the link of the invitation. */
beforeEach(async () => {
  server = await startProofServer();
  soren = await server.partner();
  token = await server.page();
});
afterEach(() => server.dispose());

const page = async (link = token) => (await fetch(`${server.url}/partner/${link}`)).text();

/** Sends the form of the page, from anywhere and without a session. */
async function send(fields: Readonly<Record<string, string>>, link = token) {
  const answer = await fetch(`${server.url}/partner/${link}/verdict`, {
    method: 'POST',
    body: new URLSearchParams(fields),
    headers: { Origin: 'null', 'Sec-Fetch-Site': 'cross-site' },
  });
  return { status: answer.status, type: answer.headers.get('content-type'), text: await answer.text() };
}
const submissionOf = async (id: string) => (await server.show(id)).submissions.at(-1)?.id ?? '';
const verdict = async (id: string, fields: Readonly<Record<string, string>>, link = token) =>
  send({ verification: id, submission: await submissionOf(id), ...fields }, link);
const typesOf = async (id: string) => (await server.app.store.readStream(`task-${id}`)).map(({ type }) => type);

describe('a proof or an appeal that waits for the partner', () => {
  test('is shown at the top of the page as text, with the requirement and a form for each', async () => {
    const id = await server.make({ title: 'Ship <b>it</b>', proof_requirement: 'Link to the merged PR' });
    await server.give(id, {
      text: 'It is done.\n<script>alert(1)</script>',
      links: ['https://example.org/pull/7'],
      commits: ['https://github.com/ada/ferns/commit/0a1b2c3d4e5f60718293a4b5c6d7e8f901234567'],
      design: { requirements: 'Ten requests a second', trade_offs: 'Cheap, not fast', diagram: { mermaid: 'graph TD; A-->B' } },
    });
    const html = await page();
    for (const part of [
      'One thing waits for you',
      'sent today 17:00, decide by Mon 23 Nov, 17:00',
      '<bdi>Ship &lt;b&gt;it&lt;/b&gt;</bdi>',
      'General, due today 18:00, completed today 17:00',
      'Link to the merged PR',
      'It is done.\n&lt;script&gt;',
      '<a href="https://example.org/pull/7" rel="noopener noreferrer nofollow" target="_blank">',
      'ada/ferns, 0a1b2c3d4e5f',
      'Ten requests a second',
      'Cheap, not fast',
      'graph TD; A--&gt;B',
      `action="/partner/${token}/verdict"`,
      `name="submission" value="${await submissionOf(id)}"`,
    ])
      expect(html).toContain(part);
    expect(html).not.toMatch(/<script(?! type="application\/vouch\+json">)|Estimates|style="/);
    expect(html.indexOf('One thing waits')).toBeLessThan(html.indexOf('Audit trail'));
  });

  test('is shown with its title even to a partner who otherwise sees only counts', async () => {
    const partner = (await server.ada.get('/api/partners')).body[0].id;
    await server.ada.patch(`/api/partners/${partner}`, { detail: 'counts' });
    const [given, other] = [await server.make({ title: 'Water the plants' }), await server.make({ title: 'A secret' })];
    await server.give(given);
    await server.ada.patch(`/api/tasks/${other}/status`, { status: 'skipped', reason: 'Private' });
    const html = await page();
    expect(html).toContain('Water the plants');
    expect(html).not.toMatch(/A secret|Private/);
  });

  test('is shown on a signed page, also after all heads of the day were signed', async () => {
    const [head, user] = [(await server.ada.get('/api/ledger/head')).body, (await server.ada.get('/api/auth/me')).body.user];
    for (let size = 1; size < HEADS_A_DAY; size += 1) await server.app.heads.keepHead(user.id, 99, { ...head, size });
    await server.give(await server.make({ title: 'Water the plants' }));
    const html = await page();
    expect(html).toContain('Water the plants');
    expect(checkPage(Buffer.from(html), 'html', null)).toMatchObject({ fault: null, statement: { kind: 'partner_page', head } });
    expect((await fetch(`${server.url}/partner/${token}?download=1`)).status).toBe(429);
  });

  test('is not changed by a GET, and the path of the form leads back to the page', async () => {
    const id = await server.make();
    await server.give(id);
    const before = await typesOf(id);
    await page();
    const answer = await fetch(`${server.url}/partner/${token}/verdict?verdict=accepted`, { redirect: 'manual' });
    expect([answer.status, answer.headers.get('location')]).toEqual([303, `/partner/${token}`]);
    expect(await typesOf(id)).toEqual(before);
  });
});

describe('a verdict on a proof', () => {
  test('accepts it, and a repetition gives the same answer and changes nothing', async () => {
    const id = await server.make();
    await server.give(id);
    const [first, again] = [
      await verdict(id, { verdict: 'accepted', comment: 'Well\r\ndone' }),
      await verdict(id, { verdict: 'accepted', comment: 'Well\r\ndone' }),
    ];
    for (const answer of [first, again]) {
      expect([answer.status, answer.type]).toEqual([200, 'text/html; charset=utf-8']);
      expect(answer.text).toContain('You have accepted the proof of ‘Ship it’.');
      expect(answer.text).not.toContain('waits for you');
      expect(answer.text).toContain('Proof accepted: <bdi>Ship it</bdi>');
    }
    expect(await server.show(id)).toMatchObject({
      state: 'verified',
      decision: { judge: { kind: 'partner', name: SOREN.name }, verdict: 'accepted', comment: 'Well\ndone' },
    });
    expect((await typesOf(id)).filter((type) => type === 'ProofReviewed')).toHaveLength(1);
  });

  test('sent twice at the same moment is recorded once', async () => {
    const id = await server.make();
    await server.give(id);
    const answers = await Promise.all([1, 2, 3].map(() => verdict(id, { verdict: 'accepted', comment: '' })));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect((await typesOf(id)).filter((type) => type === 'ProofReviewed')).toHaveLength(1);
  });

  test('rejects it only with a comment, and keeps what was typed', async () => {
    const id = await server.make();
    await server.give(id);
    const without = await verdict(id, { verdict: 'rejected', comment: '  ' });
    expect(without.status).toBe(422);
    expect(without.text).toContain('Say why: a comment is needed when you do not accept.');
    const long = await verdict(id, { verdict: 'accepted', comment: `Too ${'long '.repeat(500)}` });
    expect([long.status, long.text.includes('At most 2,000 characters.'), long.text.includes('>Too long')]).toEqual([422, true, true]);
    expect((await server.show(id)).state).toBe('in_review');
    const done = await verdict(id, { verdict: 'rejected', comment: 'Too dark' });
    expect([done.status, done.text.includes('You have rejected the proof of ‘Ship it’.')]).toEqual([200, true]);
    await server.give(id, { text: 'Brighter' });
    const html = await page();
    expect(html).toContain('An earlier proof was rejected by you');
    expect(html).toContain('Too dark');
  });

  test('changes nothing if the proof was decided, withdrawn or passed on meanwhile, and says so', async () => {
    const [decided, withdrawn, passed] = [await server.make(), await server.make(), await server.make()];
    for (const id of [decided, withdrawn, passed]) await server.give(id);
    const before = new Map(await Promise.all([decided, withdrawn, passed].map(async (id) => [id, await submissionOf(id)] as const)));
    await verdict(decided, { verdict: 'accepted' });
    await server.ada.delete(`/api/verifications/${withdrawn}/proof`);
    await server.later(passed, 'PT73H');
    for (const [id, words] of [
      [decided, 'What was judged stays as it is.'],
      [withdrawn, 'This proof was decided or withdrawn meanwhile.'],
      [passed, 'This proof was decided or withdrawn meanwhile.'],
    ] as const) {
      const types = await typesOf(id);
      const late = await send({ verification: id, submission: before.get(id) ?? '', verdict: 'rejected', comment: 'No' });
      expect([late.status, late.text.includes(words), late.text.includes('Nothing was changed.')]).toEqual([409, true, true]);
      expect(late.text).toContain('readonly>No</textarea>');
      expect(await typesOf(id)).toEqual(types);
    }
  });

  test('is refused with a page if another partner was asked, no form matches, or the link does not work', async () => {
    const id = await server.make();
    await server.give(id);

    const other = await server.make({ title: 'Asks nobody' });
    for (const [fields, status] of [
      [{ verification: other, submission: await submissionOf(id), verdict: 'accepted' }, 404],
      [{ verification: 'nothing', submission: 'nothing', verdict: 'accepted' }, 404],
      [{ verification: other, appeal: '1', verdict: 'accepted' }, 404],
      [{ verification: id, verdict: 'accepted' }, 422],
      [{ verification: id, submission: await submissionOf(id), verdict: 'perhaps' }, 422],
    ] as const) {
      const answer = await send({ ...fields, comment: 'Too <dark>' });
      expect([answer.status, answer.type]).toEqual([status, 'text/html; charset=utf-8']);
      for (const part of [`<a href="/partner/${token}">Back to the page</a>`, 'readonly>Too &lt;dark&gt;</textarea>'])
        expect(answer.text).toContain(part);
    }
    const flipped = token.slice(0, -1) + (token.endsWith('0') ? '1' : '0');
    expect((await verdict(id, { verdict: 'accepted' }, flipped)).status).toBe(404);
    const json = await fetch(`${server.url}/partner/${token}/verdict`, {
      method: 'POST',
      body: '{}',
      headers: { 'content-type': 'text/json' },
    });
    expect(json.status).toBe(415);
    const large = await fetch(`${server.url}/partner/${token}/verdict`, {
      method: 'POST',
      body: new URLSearchParams({ comment: 'x'.repeat(70_000) }),
    });
    expect(large.status).toBe(413);
    await server.ada.patch(`/api/partners/${soren}`, { status: 'removed' });
    expect((await verdict(id, { verdict: 'accepted' })).status).toBe(404);
    expect((await server.show(id)).submissions[0]?.reviews).toEqual([]);
  });
});

describe('an appeal', () => {
  test('is shown, needs a comment to be rejected, and corrects the record when it is accepted', async () => {
    const [kept, missed] = [
      await server.make({ verification_type: 'none', title: 'Was kept' }),
      await server.make({ verification_type: 'none' }),
    ];
    await server.later(kept, 'PT2H');
    await server.later(missed, 'PT0S');
    for (const id of [kept, missed]) await server.ada.post(`/api/verifications/${id}/appeal`, { text: 'My phone was broken.' });
    const html = await page();
    for (const part of ['Two things wait for you', 'My phone was broken.', 'Missed today 18:00, not done.', 'Let the miss stand'])
      expect(html).toContain(part);
    const answer = (id: string, how: string, comment: string) => send({ verification: id, appeal: '1', verdict: how, comment });
    expect((await answer(missed, 'rejected', '')).status).toBe(422);
    expect((await answer(missed, 'rejected', 'I saw you')).text).toContain('You let the miss stand: ‘Ship it’ stays as it was.');
    for (const _ of [1, 2]) {
      const accepted = await answer(kept, 'accepted', 'True');
      expect([accepted.status, accepted.text.includes('You have accepted the appeal: ‘Was kept’ counts as kept now.')]).toEqual([
        200,
        true,
      ]);
    }
    expect((await answer(kept, 'rejected', 'No')).status).toBe(409);
    expect(await server.show(kept)).toMatchObject({ corrected: true, appeal: { state: 'accepted', comment: 'True' } });
    expect(await server.show(missed)).toMatchObject({ corrected: false, appeal: { state: 'rejected', comment: 'I saw you' } });
    const decided = await page();
    for (const part of ['Appeal accepted: <bdi>Was kept</bdi>', 'Miss stands: <bdi>Ship it</bdi>', '‘I saw you’'])
      expect(decided).toContain(part);
    const entries = (await server.ada.get('/api/audit?limit=200')).body as { action: string; actor: object; detail: string | null }[];
    const by = (action: string) => entries.find((one) => one.action === action);
    for (const action of ['task.appeal_accepted', 'task.appeal_rejected', 'task.record_corrected'])
      expect(by(action)).toMatchObject({ actor: { kind: 'partner', name: SOREN.name } });
    expect(by('task.appeal_made')).toMatchObject({ actor: { kind: 'user' }, after: { appeal: 'waiting', text: 'My phone was broken.' } });
  });
});
