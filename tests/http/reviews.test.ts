import { afterAll, beforeAll, expect, test } from 'vitest';
import { requestReview } from '../../src/app/proof/review-requests.ts';
import { reviewStream } from '../../src/domain/proof/review-events.ts';
import { createJudging, type Judging } from '../../src/jobs/proof/judging.ts';
import type { Review } from '../../src/ports/reviewer.ts';
import { dueBefore } from '../../src/projections/engine/due-work.ts';
import { DUE_WORK } from '../../src/wiring/features.ts';
import { type ProofServer, startProofServer } from '../support/proof-server.ts';

const REJECTED: Review = {
  judge: { kind: 'ai', name: 'AI' },
  verdict: 'rejected',
  score: 40,
  criteria: [{ name: 'Evidence', score: 30, comment: 'Nothing can be checked.' }],
  comment: 'Say where it can be seen.',
  model: 'test/mini',
  prompt_version: 'general/1',
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

test('a proof waits for the AI where it was switched on, and the review is shown with all that it says', async () => {
  const id = await server.make();
  expect((await server.give(id)).body).toMatchObject({ state: 'in_review', judge: 'ai', decision: null });
  await judged(id);
  const { judge, model } = { judge: { kind: 'ai', name: 'test/mini' }, model: 'test/mini' };
  const review = { judge, model, verdict: 'rejected', score: 40, prompt_version: 'general/1', comment: 'Say where it can be seen.' };
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

test('where a partner judges, the review comes beside them as a comment, and the partner decides', async () => {
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
