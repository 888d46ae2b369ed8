import type { App } from '../app/app.ts';
import { type GivenReview, noteReview } from '../app/verification/note-review.ts';
import { beginReview, type DueReview, dueReview, endReview, isGivenUp } from '../app/verification/review-requests.ts';
import { type SubmittedProof, submittedProof } from '../app/verification/submitted-proof.ts';
import type { Position } from '../domain/kernel/event.ts';
import { Turns } from '../ports/turns.ts';
import { UnderWay } from '../ports/under-way.ts';
import { ACCEPTED_FROM, type Review, type Reviewer } from '../providers/ai/port.ts';
import { materialOf } from './material.ts';

export interface JudgingPorts {
  readonly app: App;
  readonly reviewer: Reviewer;
  /** How long the outcome of a first attempt is waited for, in milliseconds of the program's clock: longer than a review takes. */
  readonly claimMs: number;
  /** A review failed. It is tried again when its claim is over. */
  readonly onFault: (error: unknown) => void;
}

/** Reviews of proof by an AI, or by the rubric in its place. They run beside all other work, which waits for none of them. */
export interface Judging {
  /**
   * Claims the review `id` if it is due, and begins it. Resolves once the claim is recorded, with its position; null: nothing
   * was due, or another worker makes it.
   */
  begin(id: string): Promise<Position | null>;
  /** Resolves when no review is under way. True: some were. */
  settled(): Promise<boolean>;
  /** Ends reviews under way without an answer: they are made again when their claims are over. */
  stop(): Promise<void>;
}

/** One review of an owner at a time, and so many in all. */
const AT_ONCE = 8;

/**
 * The claim is written to the log before anything is asked, so that only one of several workers asks. After a crash another
 * attempt follows when the claim is over. Whichever answer is recorded first counts: all attempts give the same review id.
 */
export function createJudging({ app, reviewer, claimMs, onFault }: JudgingPorts): Judging {
  const turns = new Turns({ running: AT_ONCE, waiting: 0, waitingOfOwner: 0 });
  const underWay = new UnderWay();
  /** Answers that could not be recorded yet, by review id. */
  const answers = new Map<string, Review>();
  const ending = new AbortController();
  const { signal } = ending;

  async function answer(review: DueReview): Promise<void> {
    const { id, state } = review;
    const given = await submittedProof(app, review);
    const isNoted = given !== null && (await noteReview(app, review, await reviewOf(id, state.owner, given)));
    await endReview(app, review, isNoted ? 'answered' : 'overtaken');
    answers.delete(id);
  }

  /** Whoever commented beside the partner says the same when it is their turn. */
  const reviewOf = async (id: string, owner: string, given: SubmittedProof): Promise<GivenReview> =>
    given.comment === null ? toReview(await answerTo(id, owner, given)) : { ...given.comment, verdict: verdictOf(given.comment.score) };

  async function answerTo(id: string, owner: string, given: SubmittedProof): Promise<Review> {
    const known = answers.get(id);
    if (known !== undefined) return known;
    const answered = await reviewer.review(await materialOf(app, owner, given), { tier: 'mini', own: null, signal });
    answers.set(id, answered);
    return answered;
  }

  async function failed(review: DueReview, error: unknown): Promise<void> {
    // The account may have been deleted meanwhile.
    if (!signal.aborted && (await app.keys.key(review.state.owner)) !== null) onFault(error);
  }

  function start(review: DueReview): void {
    const work = turns
      .run(review.state.owner, () => answer(review), { signal, alwaysWaits: true })
      .catch((error: unknown) => failed(review, error));
    underWay.start(review.id, work, onFault);
  }

  return {
    async begin(id) {
      const now = app.clock.now();
      const review = await dueReview(app, id, now);
      if (review === null || signal.aborted) return null;
      const isMine = underWay.has(id);
      if (!isMine && isGivenUp(review)) {
        answers.delete(id);
        return endReview(app, review, 'given_up');
      }
      // One that still waits for its turn here keeps its claim.
      const begun = await beginReview(app, review, now, claimMs);
      if (begun !== null && !isMine) start(review);
      return begun;
    },
    settled: () => underWay.settled(),
    async stop() {
      ending.abort(new Error('The program is ending.'));
      await underWay.settled();
    },
  };
}

function verdictOf(score: number | null): GivenReview['verdict'] {
  if (score === null) return 'comment';
  return score >= ACCEPTED_FROM ? 'accepted' : 'rejected';
}

const toReview = ({ judge, verdict, score, criteria, comment, model, prompt_version }: Review): GivenReview => ({
  judge: judge.kind,
  judge_id: model,
  verdict,
  score,
  prompt_version,
  texts: { comment, ...(criteria.length > 0 && { criteria }) },
});
