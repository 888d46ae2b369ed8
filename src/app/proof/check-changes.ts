import type { ProofTexts } from '../../domain/proof/event-data.ts';
import type { App } from '../app.ts';
import { CHECK_OPEN, GITHUB_CHECK, lookUp, type Window } from './looked-up.ts';
import type { GivenReview } from './note-review.ts';

/**
 * The verdict of a check on the commits of a proof that could not be looked up when the proof was given. `later`: they still cannot be
 * looked up. If they cannot be confirmed, the next judge gets the proof together with what was read.
 */
export async function checkChanges(app: App, owner: string, task: Window, given: ProofTexts): Promise<GivenReview | 'later'> {
  const { looked_up, checked, again } = await lookUp(app, owner, task, given);
  if (again) return 'later';
  return {
    judge: 'check',
    judge_id: checked?.judge_id ?? GITHUB_CHECK,
    verdict: checked === null ? 'comment' : 'accepted',
    score: null,
    prompt_version: null,
    texts: { comment: checked?.comment ?? CHECK_OPEN, ...(looked_up.length > 0 && { looked_up }) },
  };
}
