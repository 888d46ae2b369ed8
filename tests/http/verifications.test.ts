import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { requestReview } from '../../src/app/proof/reviews.ts';
import { verification } from '../../src/contracts/proof.ts';
import { reviewStream } from '../../src/domain/proof/review-events.ts';
import { createJudging, type Judging } from '../../src/jobs/judging.ts';
import type { Review } from '../../src/ports/reviewer.ts';
import { dueBefore } from '../../src/projections/engine/due-work.ts';
import { DUE_WORK } from '../../src/wiring/features.ts';
import type { Client } from '../support/client.ts';
import { type ProofServer, startProofServer } from '../support/partner-server.ts';

describe('a task that nobody else judges', () => {
  let server: ProofServer;
  let ada: Client;

  beforeAll(async () => {
    server = await startProofServer();
    ada = server.ada;
  });
  afterAll(() => server.dispose());

  test("is completed by a proof, which is accepted on the owner's word", async () => {
    const id = await server.make({ proof_requirement: 'Link to the merged change' });
    expect(await server.show(id)).toMatchObject({
      state: 'awaiting_proof',
      requirement: 'Link to the merged change',
      judge: 'self',
      decision: null,
    });
    const url = 'https://git.example/ada/ship/commit/0a1b2c3d';
    const given = await server.give(id, { text: 'Done', links: ['https://example.org/x'], commits: [url] });
    expect([given.status, given.headers.get('location')]).toEqual([201, `/api/verifications/${id}`]);
    expect(verification.strict().parse(given.body)).toMatchObject({ id, task_title: 'Ship it', state: 'verified', judge: 'self' });
    expect(given.body.submissions).toMatchObject([
      {
        text: 'Done',
        links: ['https://example.org/x'],
        commits: [{ url, sha: '0a1b2c3d', repository: 'ada/ship', confirmed: null }],
        state: 'accepted',
      },
    ]);
    expect(given.body.decision).toMatchObject({ judge: { kind: 'self', name: 'Ada Ode' }, verdict: 'accepted' });
    expect((await ada.get(`/api/tasks/${id}`)).body).toMatchObject({
      status: 'completed',
      verification_state: 'verified',
      outcome: 'kept',
      on_word: true,
    });
    const { body: entries } = await ada.get('/api/reports/history?type=verifications');
    expect(entries.find((one: { action: string }) => one.action === 'task.proof_accepted')).toMatchObject({
      detail: 'On your word.',
      on_word: true,
    });
    expect((await ada.get('/api/reports/daily')).body.counts).toMatchObject({ kept: 1, verified: 0, on_word: 1 });
    const undone = await ada.post(`/api/tasks/${id}/undo`);
    expect(undone.body).toMatchObject({ status: 'pending', verification_state: 'awaiting_proof' });
    expect((await server.show(id)).submissions).toMatchObject([{ state: 'withdrawn' }]);
  });

  test('has an ETag, and a write with an old one is refused', async () => {
    const id = await server.make();
    const read = await ada.get(`/api/verifications/${id}`);
    const tag = read.headers.get('etag') as string;
    expect((await ada.get(`/api/verifications/${id}`, { 'If-None-Match': tag })).status).toBe(304);
    await ada.put(`/api/tasks/${id}`, { priority: 'high' });
    expect((await server.give(id, undefined, { 'If-Match': tag })).status).toBe(412);
    const now = (await ada.get(`/api/verifications/${id}`)).headers.get('etag') as string;
    const headers = { 'If-Match': now, 'Idempotency-Key': 'k1' };
    const first = await server.give(id, undefined, headers);
    const again = await server.give(id, undefined, headers);
    expect([first.status, again.status, again.headers.get('idempotency-replayed')]).toEqual([201, 201, 'true']);
    expect(again.body).toEqual(first.body);
  });

  test('refuses an invalid proof on its field', async () => {
    const id = await server.make();
    const wrong: readonly (readonly [string, object, string])[] = [
      ['nothing', {}, 'proofData'],
      ['blanks', { text: '  ', links: [] }, 'proofData'],
      ['another scheme', { links: ['javascript:alert(1)'] }, 'proofData.links'],
      ['no link', { commits: ['0a1b2c3d'] }, 'proofData.commits'],
      ['too many links', { links: Array.from({ length: 11 }, (_, n) => `https://example.org/${n}`) }, 'proofData.links'],
      ['a long text', { text: 'x'.repeat(10_001) }, 'proofData.text'],
      ['an unknown file', { files: ['f1'] }, 'proofData.files'],
      ['an unknown picture', { design: { diagram: { file: 'f1' } } }, 'proofData.design.diagram.file'],
      ['an unknown email', { email_task_id: 'e1' }, 'proofData.email_task_id'],
      ['unknown code', { code_task_id: 'c1' }, 'proofData.code_task_id'],
      ['an unknown field', { text: 'x', picture: 'x' }, 'proofData.picture'],
    ];
    for (const [what, data, field] of wrong) {
      const refused = await server.give(id, data);
      expect([what, refused.status, Object.keys(refused.body.errors)]).toEqual([what, 422, [field]]);
    }
  });

  test('answers each refusal with its code', async () => {
    const code = async (id: string) => {
      const { status, body } = await server.give(id);
      return `${status} ${body.code}`;
    };
    expect(await code('nothing')).toBe('404 not_found');
    expect(await code(await server.make({ verification_type: 'none' }))).toBe('404 not_found');
    expect((await ada.get(`/api/verifications/${await server.make({ verification_type: 'none' })}`)).status).toBe(404);
    const skipped = await server.make();
    await ada.patch(`/api/tasks/${skipped}/status`, { status: 'skipped', reason: 'ill' });
    expect(await code(skipped)).toBe('409 conflict');
    const parent = await server.make();
    await server.make({ parent_id: parent });
    expect(await code(parent)).toBe('409 children_open');
    const [late, missed] = [await server.make(), await server.make()];
    await ada.patch(`/api/tasks/${late}/status`, { completed: true });
    await server.later(late, 'PT25H00M01S');
    expect(await code(late)).toBe('409 proof_late');
    expect(await code(missed)).toBe('409 deadline_passed');
    expect((await ada.delete(`/api/verifications/${late}/proof`)).body.code).toBe('conflict');
  });
});

describe('a review by the AI', () => {
  const REJECTED: Review = {
    judge: { kind: 'ai', name: 'AI' },
    verdict: 'rejected',
    score: 40,
    criteria: [{ name: 'Evidence', score: 30, comment: 'Nothing can be checked.' }],
    comment: 'Say where it can be seen.',
    model: 'test/mini',
    prompt_version: 'general/1',
    seen: [{ file: 'f1', as: 'name' }],
  };

  let server: ProofServer;
  let judging: Judging;
  beforeAll(async () => {
    server = await startProofServer();
    const onFault = (error: unknown): void => console.error(error);
    judging = createJudging({ app: server.app, reviewer: { review: async () => REJECTED }, claimMs: 120_000, onFault });
    await server.ada.put('/api/settings/accountability', { ai_general: true });
  });
  afterAll(async () => {
    await judging.stop();
    await server.dispose();
  });

  /** What the reactor and the due work do. */
  async function judged(id: string): Promise<void> {
    const { app } = server;
    for (const event of await app.store.readStream(`task-${id}`)) await requestReview(app, event);
    await app.waitForReadModels(await app.store.head());
    const due = (await dueBefore(app.views, DUE_WORK, app.clock.now(), 100)).filter(({ kind }) => kind === 'review');
    for (const one of due) await judging.begin(one.id);
    await judging.settled();
    for (const one of due) expect((await app.store.readStream(reviewStream(one.id))).at(-1)?.type).toBe('ReviewEnded');
    await app.waitForReadModels(await app.store.head());
  }

  test('decides about a proof if the AI was switched on, and is shown in full', async () => {
    const id = await server.make();
    expect((await server.give(id)).body).toMatchObject({ state: 'in_review', judge: 'ai', decision: null });
    await judged(id);
    const { judge, model } = { judge: { kind: 'ai', name: 'test/mini' }, model: 'test/mini' };
    const review = {
      judge,
      model,
      verdict: 'rejected',
      score: 40,
      prompt_version: 'general/1',
      seen: REJECTED.seen,
      comment: 'Say where it can be seen.',
    };
    expect(await server.show(id)).toMatchObject({
      state: 'rejected',
      judge: 'ai',
      submissions: [{ state: 'rejected', reviews: [{ ...review, criteria: REJECTED.criteria }] }],
      decision: review,
    });
    const { body } = await server.ada.get(`/api/audit?task_id=${id}`);
    expect(body).toContainEqual(expect.objectContaining({ action: 'task.proof_rejected', actor: { kind: 'ai', name: 'test/mini' } }));
    expect(body.map(({ action }: { action: string }) => action)).not.toContain('review.requested');
  });

  test('is a comment beside the partner, who decides', async () => {
    const partner = await server.partner();
    const id = await server.make();
    expect((await server.give(id)).body).toMatchObject({ state: 'in_review', judge: 'partner' });
    await judged(id);
    expect(await server.show(id)).toMatchObject({
      state: 'in_review',
      judge: 'partner',
      submissions: [{ reviews: [{ judge: { kind: 'ai' }, verdict: 'comment', score: 40 }] }],
    });
    await server.judge(partner, id, 'accepted');
    expect(await server.show(id)).toMatchObject({ state: 'verified', decision: { judge: { kind: 'partner' } } });
  });
});
