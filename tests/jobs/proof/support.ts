import { beforeEach, onTestFinished, vi } from 'vitest';
import type { Caller } from '../../../src/app/caller.ts';
import { giveProof, type ProofInput } from '../../../src/app/proof/proof.ts';
import { requestReview } from '../../../src/app/proof/reviews.ts';
import { changeSettings } from '../../../src/app/settings.ts';
import { promiseTask } from '../../../src/app/task/tasks.ts';
import { isEvent } from '../../../src/domain/kernel/define-event.ts';
import { ProofReviewed } from '../../../src/domain/proof/events.ts';
import type { VerificationType } from '../../../src/domain/task/event-data.ts';
import { createJudging, type Judging } from '../../../src/jobs/judging.ts';
import type { Review, Reviewer, Submission } from '../../../src/ports/reviewer.ts';
import { type ReviewRequestDoc, reviewRequests } from '../../../src/projections/proof/verifications.ts';
import { appForFile } from '../../support/app.ts';

export const CLAIM_MS = 120_000;

export const ACCEPTED: Review = {
  judge: { kind: 'ai', name: 'AI' },
  verdict: 'accepted',
  score: 82,
  criteria: [{ name: 'Evidence', score: 82, comment: 'A link.' }],
  comment: 'Well done.',
  model: 'test/mini',
  prompt_version: 'general/1',
  seen: [],
};

/** For a file whose tests let a reviewer judge the proof of a person without a partner, who has switched the AI on. */
export async function judgingForFile() {
  let me = null as unknown as Caller;
  const app = await appForFile((caller) => {
    me = caller;
  });
  const onFault = vi.fn<(error: unknown) => void>();
  let asked: Submission[] = [];
  let answer: Reviewer['review'];
  const accepts: Reviewer['review'] = async () => ACCEPTED;
  beforeEach(async () => {
    asked = [];
    answer = accepts;
    onFault.mockClear();
    await app.done(changeSettings(app, me, 'ai', { ai_general: true, ai_system_design: true }));
  });

  /** Carries out what the reactor does. Gives the id of the review that waits. */
  async function requested(id: string): Promise<string> {
    for (const event of await app.store.readStream(`task-${id}`)) await app.done(requestReview(app, event));
    const query = { index: 'owner', equals: [me.owner], order: 'asc', limit: 10 } as const;
    const { items } = await app.documents.find<ReviewRequestDoc>(app.views.current(reviewRequests.name), query);
    return items.find(({ doc }) => doc.task_id === id)?.id ?? '';
  }

  return {
    app,
    onFault,
    requested,
    me: () => me,
    /** The requests that the reviewer got. */
    asked: () => asked,
    /** How the reviewer answers from now on; left out: it accepts. */
    answers(how = accepts) {
      answer = how;
    },
    /** The reviewer answers when the test says so. */
    holds() {
      const reached = Promise.withResolvers<void>();
      const gate = Promise.withResolvers<Review>();
      answer = (_, { signal }) => {
        reached.resolve();
        signal?.addEventListener('abort', () => gate.reject(signal.reason));
        return gate.promise;
      };
      return { reached: reached.promise, release: () => gate.resolve(ACCEPTED) };
    },
    /** The reviews of one process; they end with the test. */
    judging(): Judging {
      const reviewer: Reviewer = {
        review: (submission, options) => {
          asked.push(submission);
          return answer(submission, options);
        },
      };
      const judge = createJudging({ app, reviewer, claimMs: CLAIM_MS, onFault });
      onTestFinished(() => judge.stop());
      return judge;
    },
    /** A task with a proof for the AI, and the id of the review that is asked for. */
    async given(proof: ProofInput = { text: 'It is merged.' }, verification_type: VerificationType = 'general') {
      const fields = { title: 'Ship it', due_date: '2026-11-20', verification_type, proof_requirement: 'The merge' };
      const { id } = await app.done(promiseTask(app, me, fields));
      await app.done(giveProof(app, me, id, proof));
      return { id, review: await requested(id) };
    },
    /** The reviews in the stream of a task. */
    verdicts: async (id: string) =>
      (await app.store.readStream(`task-${id}`))
        .filter((event) => isEvent(event, ProofReviewed))
        .map(({ data, metadata }) => ({ data, actor: metadata.actor })),
    /** The events of a request for a review. */
    story: async (review: string) =>
      (await app.store.readStream(`review-${review}`)).map(({ type, data }) => ('outcome' in data ? `${type} ${data.outcome}` : type)),
  };
}
