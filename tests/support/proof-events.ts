import { derivedId } from '../../src/domain/kernel/derived-ids.ts';
import { type Actor, SYSTEM } from '../../src/domain/kernel/event.ts';
import type { AskedJudge, JudgeKind, PassingReason, Review } from '../../src/domain/proof/event-data.ts';
import type { TaskChange } from '../../src/domain/task/event-data.ts';
import { changeOf, type ExpectedEvent } from './task-events.ts';
import { OWNER, PARTNER } from './task-story.ts';

const BY_THE_PARTNER: AskedJudge = { kind: 'partner', partner_id: PARTNER };
export const BY_THE_AI: AskedJudge = { kind: 'ai', partner_id: null };

/** The review of the proof `s1` by the partner, who is the only judge. */
export const review = (since: string, more: Partial<Review> = {}): Review => ({
  submission_id: 's1',
  judge: BY_THE_PARTNER,
  since,
  reminded: false,
  after: [],
  why: null,
  ...more,
});

interface Submitted {
  readonly submission_id?: string;
  readonly judges?: readonly AskedJudge[];
  /** When proof was given before: first and last. */
  readonly before?: readonly [first: string, last: string];
}

/** A proof that says 'Look'. */
export function submitted(at: string, { submission_id = 's1', judges = [BY_THE_PARTNER], before }: Submitted = {}): ExpectedEvent {
  const [judge, ...after] = judges;
  return changeOf(
    'ProofSubmitted',
    {
      verification_state: ['awaiting_proof', 'in_review'],
      ...(!before && { first_proof_at: [null, at] }),
      last_proof_at: [before?.[1] ?? null, at],
      ...(judge && { review: [null, review(at, { submission_id, judge, after })] }),
    },
    { at, submission_id, judges, file_ids: [], email_task_id: null, code_task_id: null, private: { text: 'Look' } },
  );
}

interface Reviewed {
  readonly judge?: JudgeKind;
  readonly judge_id?: string | null;
  readonly review_id?: string;
  readonly outcome?: 'accepted' | 'rejected' | 'commented';
  readonly score?: number | null;
  readonly why?: PassingReason | null;
  readonly by?: Actor;
  readonly tally?: TaskChange['tally'];
}

/** A review of the proof `s1`: by the partner, who accepts it, unless the test says something else. */
export const reviewed = (at: string, fields: Parameters<typeof changeOf>[1], { tally = [], by, ...more }: Reviewed = {}): ExpectedEvent =>
  changeOf('ProofReviewed', fields, {
    at,
    by: by ?? { kind: 'partner', id: PARTNER },
    tally,
    submission_id: 's1',
    review_id: 'r accepted',
    judge: 'partner',
    judge_id: PARTNER,
    outcome: 'accepted',
    score: null,
    prompt_version: null,
    why: null,
    ...more,
  });

/** The acceptance of the proof `s1` on the owner's own word. `why`: why no other judge decided; null: there is no other. */
export const onOwnWord = (at: string, why: PassingReason | null, tally: TaskChange['tally']): ExpectedEvent =>
  reviewed(
    at,
    { verification_state: ['in_review', 'verified'], decided_at: [null, at], decided_by: [null, 'self'] },
    {
      judge: 'self',
      judge_id: null,
      review_id: derivedId('own_word', 's1'),
      why,
      by: why === null ? { kind: 'user', id: OWNER } : SYSTEM,
      tally,
    },
  );

/** The passing on of the proof `s1` from one judge to the next one, or to the owner's own word. */
export const passedOn = (at: string, from: Review, to: Review | null, why: PassingReason): ExpectedEvent =>
  changeOf(
    'ReviewPassedOn',
    { review: [from, to] },
    { at, by: SYSTEM, submission_id: 's1', from: from.judge.kind, to: to?.judge.kind ?? 'self', why },
  );
