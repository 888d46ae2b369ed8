import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { passOnReviews } from '../../src/app/proof/judges.ts';
import { answerAppeal } from '../../src/app/proof/verdicts.ts';
import { verificationStats } from '../../src/contracts/proof.ts';
import { waitingAppeals } from '../../src/projections/proof/verifications.ts';
import type { Client } from '../support/client.ts';
import { type ProofServer, SOREN, startProofServer } from '../support/partner-server.ts';

let server: ProofServer;
let ada: Client;

beforeEach(async () => {
  server = await startProofServer();
  ada = server.ada;
});
afterEach(() => server.dispose());

describe('a task with a partner who judges', () => {
  test('has a proof that waits, is withdrawn, given again, rejected, given once more, and accepted', async () => {
    const id = await server.make();
    const soren = await server.partner();
    expect((await server.give(id)).body).toMatchObject({
      state: 'in_review',
      judge: 'partner',
      decision: null,
    });
    expect((await server.give(id)).body.code).toBe('in_review');
    const withdrawn = await ada.delete(`/api/verifications/${id}/proof`);
    expect([withdrawn.status, withdrawn.body.state]).toEqual([200, 'awaiting_proof']);
    await server.give(id);
    await server.judge(soren, id, 'rejected', 'Too dark');
    const rejected = await server.show(id);
    expect(rejected).toMatchObject({ state: 'rejected', decision: { judge: { kind: 'partner', name: SOREN.name }, comment: 'Too dark' } });
    expect((await ada.get('/api/alerts/active')).body).toMatchObject([
      {
        message: expect.stringMatching(/^Proof rejected\. You can give another one until /),
        type: 'other',
        severity: 'medium',
        task_id: id,
      },
    ]);
    await server.give(id, { text: 'Brighter' });
    await server.judge(soren, id, 'accepted');
    const accepted = await server.show(id);
    expect(accepted.submissions.map(({ state }: { state: string }) => state)).toEqual(['withdrawn', 'rejected', 'accepted']);
    expect((await ada.get('/api/alerts/active')).body).toMatchObject([
      { message: expect.stringMatching(/^Proof accepted today, /), type: 'other', severity: 'low', task_id: id },
    ]);
    expect((await ada.get('/api/reports/daily')).body.counts).toMatchObject({ kept: 1, verified: 1, on_word: 0 });
    for (const path of ['undo', 'status']) {
      const call = path === 'undo' ? ada.post(`/api/tasks/${id}/undo`) : ada.patch(`/api/tasks/${id}/status`, { status: 'pending' });
      expect((await call).body.code).toBe('already_verified');
    }
    expect((await ada.put(`/api/tasks/${id}`, { due_date: '2026-11-30' })).body.code).toBe('already_verified');
    const entries = (await ada.get('/api/reports/history?type=verifications')).body;
    expect(entries.map((one: { action: string; actor: { kind: string } }) => `${one.action} ${one.actor.kind}`)).toEqual([
      'task.proof_accepted partner',
      'task.proof_submitted user',
      'task.proof_rejected partner',
      'task.proof_submitted user',
      'task.proof_withdrawn user',
      'task.proof_submitted user',
    ]);
    expect(entries[2]).toMatchObject({ title: 'Ship it', actor: { name: SOREN.name }, detail: 'Rejected by the partner. ‘Too dark’' });
    const [audited] = (await ada.get(`/api/audit?task_id=${id}&limit=2`)).body.filter(
      (one: { action: string }) => one.action === 'task.proof_accepted',
    );
    expect(audited).toMatchObject({ before: { verification_state: 'in_review' }, after: { verification_state: 'verified' } });
  });

  test('is in the lists of waiting and decided proofs, and in the statistics', async () => {
    const soren = await server.partner();
    const [done, soon, far, waiting] = [
      await server.make(),
      await server.make(),
      await server.make({ due_date: '2026-12-24' }),
      await server.make(),
    ];
    for (const id of [done, waiting]) await server.give(id);
    await server.judge(soren, done, 'accepted');
    const ids = async (path: string) => (await ada.get(path)).body.map(({ id }: { id: string }) => id);
    expect(await ids('/api/verifications/pending')).toEqual([waiting, soon]);
    expect(await ids('/api/verifications/history')).toEqual([done]);
    await server.later(soon, 'PT30H');
    await server.later(waiting, 'PT1H');
    await server.judge(soren, waiting, 'rejected');
    expect(await ids('/api/verifications/history')).toEqual([waiting, done]);
    expect(await ids('/api/verifications/history?state=rejected')).toEqual([waiting]);
    expect(await ids('/api/verifications/history?type=coding')).toEqual([]);
    const paged = await ada.get('/api/verifications/history?limit=1');
    const next = /<([^>]+)>; rel="next"/.exec(paged.headers.get('link') ?? '')?.[1] ?? '';
    expect([paged.body.length, await ids(next)]).toEqual([1, [done]]);
    expect(verificationStats.strict().parse((await ada.get('/api/verifications/stats?from=2026-11-20&to=2026-11-20')).body)).toEqual({
      required: 3,
      verified: 1,
      rejected: 1,
      expired: 0,
      waiting: 0,
      by_judge: { check: 0, partner: 2, ai: 0, rubric: 0, self: 0 },
      median_hours_to_proof: 0,
      median_hours_to_decision: 15.5,
    });
    await ada.delete(`/api/tasks/${done}`);
    expect((await server.show(done)).state).toBe('verified');
    await ada.delete(`/api/tasks/${far}`);
    expect((await ada.get(`/api/verifications/${far}`)).status).toBe(404);
  });

  test('is decided by the next judge at once if the partner leaves, and the review says why', async () => {
    const id = await server.make();
    const soren = await server.partner();
    await server.give(id);
    await ada.patch(`/api/partners/${soren}`, { status: 'removed' });
    const removed = (await server.app.store.readStream(`partner-${soren}`)).at(-1);
    const position = await passOnReviews(server.app, removed as never);
    await server.app.waitForReadModels(position as string);
    expect(await passOnReviews(server.app, removed as never)).toBeNull();
    const decision = { judge: { kind: 'self' }, comment: 'The partner who was to judge it is no longer there.' };
    expect(await server.show(id)).toMatchObject({ state: 'verified', decision });
    const entry = (await ada.get('/api/reports/history?type=verifications')).body.find(
      (one: { label: string }) => one.label === 'Review passed on',
    );
    expect(entry.detail).toContain('the owner’s own word decides');
  });

  test('is corrected in counts, streak and list of misses by an accepted appeal', async () => {
    const missed = await server.make({ verification_type: 'none' });
    const appeal = (id: string) => ada.post(`/api/verifications/${id}/appeal`, { text: 'My phone was broken.' });
    expect((await appeal(missed)).body.code).toBe('conflict');
    await server.later(missed, 'PT2H');
    expect((await appeal(missed)).body.code).toBe('not_accepted');
    const soren = await server.partner();
    const made = await appeal(missed);
    expect([made.status, made.body.type, made.body.appeal]).toMatchObject([
      202,
      'none',
      { text: 'My phone was broken.', state: 'waiting', files: [] },
    ]);
    expect((await appeal(missed)).body.code).toBe('conflict');
    expect((await ada.get('/api/tasks/missed')).body).toHaveLength(1);
    expect(await waitingAppeals(server.app.views, server.by(soren).owner)).toEqual([missed]);
    const { position } = await answerAppeal(server.app, server.by(soren), missed, { outcome: 'accepted', comment: 'True' });
    await server.app.waitForReadModels(position as string);
    expect(await waitingAppeals(server.app.views, server.by(soren).owner)).toEqual([]);
    expect(await server.show(missed)).toMatchObject({ corrected: true, appeal: { state: 'accepted', comment: 'True' } });
    expect((await ada.get(`/api/tasks/${missed}`)).body).toMatchObject({ status: 'missed', outcome: 'kept', corrected: true });
    expect((await ada.get('/api/tasks/missed')).body).toEqual([]);
    expect((await ada.get('/api/reports/daily')).body.counts).toMatchObject({ kept: 1, missed: 0, verified: 0, on_word: 0 });
    expect((await ada.get('/api/streaks')).body.user).toMatchObject({ current: 1, today: 'kept' });
    expect((await ada.get('/api/alerts/active')).body).toEqual([]);
  });
});
