import { describe, expect, test } from 'vitest';
import { SYSTEM } from '../../../src/domain/kernel/event.ts';
import { outcomeOf } from '../../../src/domain/task/rules.ts';
import { onOwnWord, review, reviewed, submitted } from '../../support/proof-events.ts';
import { changeOf, counts, raised, resolved } from '../../support/task-events.ts';
import { at, BY_PARTNER, dayCountersOf, nobody, openAlerts, PARTNER, storyOf, type TaskStory } from '../../support/task-story.ts';
import {
  acceptedBy,
  completed,
  completedAtNoon,
  DATE,
  EXACT_NOON,
  GIVEN,
  inReview,
  NOON,
  ON_WORD,
  PROOF_DUE,
  promised,
  START,
  VERIFIED,
} from './proof-story.ts';

const TOO_LATE = '2026-11-21T23:00:00.000Z';
const outcome = (story: TaskStory): string => outcomeOf(story.state.fields);
const again = (more: object = {}) => ({ submission_id: 's2', judges: BY_PARTNER, ...more });

describe('giving proof', () => {
  test('puts it in review with the partner, and the day stays open', () => {
    const story = storyOf(...inReview).gives(submitted(GIVEN));
    expect(story.state.fields).toMatchObject({
      verification_state: 'in_review',
      review: { judge: { kind: 'partner', partner_id: PARTNER } },
    });
    expect(outcome(story)).toBe('open');
  });

  test('on an open task completes it in the same append', () => {
    const story = storyOf(promised, at(NOON).prove({ judges: BY_PARTNER })).gives(completedAtNoon, submitted(EXACT_NOON));
    expect(story.state.fields).toMatchObject({ status: 'completed', proof_due_at: PROOF_DUE });
  });

  test('is accepted at once on the owner’s word if there is no other judge', () => {
    const story = storyOf(promised, at(NOON).prove()).gives(
      completedAtNoon,
      submitted(EXACT_NOON, { judges: [] }),
      onOwnWord(EXACT_NOON, null, ON_WORD),
    );
    expect(story.state.fields).toMatchObject({ verification_state: 'verified', decided_by: 'self' });
    expect(dayCountersOf(story)).toMatchObject({ '2026-11-20 kept': 1, '2026-11-20 on_word': 1 });
    expect(openAlerts(story)).toEqual([]);
  });

  test('is accepted at once if a check has confirmed it before', () => {
    const checked = { review_id: 'c1', judge_id: 'smtp', verdict: 'accepted', texts: {} } as const;
    const story = storyOf(promised, at(NOON).prove({ judges: BY_PARTNER, checked }));
    story.gives(
      completedAtNoon,
      submitted(EXACT_NOON, { judges: [] }),
      reviewed(
        EXACT_NOON,
        { verification_state: ['in_review', 'verified'], decided_at: [null, EXACT_NOON], decided_by: [null, 'check'] },
        { judge: 'check', judge_id: 'smtp', review_id: 'c1', by: SYSTEM, tally: VERIFIED },
      ),
      raised('proof_accepted', EXACT_NOON, EXACT_NOON),
    );
    expect(story.state.fields).toMatchObject({ verification_state: 'verified', decided_by: 'check' });
    expect(dayCountersOf(story)).toMatchObject({ '2026-11-20 kept': 1, '2026-11-20 verified': 1 });
  });

  test('with the same id again changes nothing', () => {
    storyOf(...inReview, at('2026-11-20T14:00:00Z').prove({ judges: BY_PARTNER })).gives();
  });

  test('is possible a hundred times', () => {
    let story = storyOf(...completed);
    const prove = (number: number) => at('2026-11-20T14:00:00Z').prove({ submission_id: `s${number}`, judges: BY_PARTNER });
    for (let number = 1; number <= 100; number += 1) story = story.when(prove(number)).when(at('2026-11-20T14:00:00Z').withdraw());
    expect(story.state.submissions).toHaveLength(100);
    expect(story.refuses(prove(101), 'limit_reached').message).toContain('A task takes 100 proofs');
    story.when(prove(100)).gives();
  });

  test('is in time at the last instant of the proof deadline, and late a millisecond after it', () => {
    storyOf(...completed, at(PROOF_DUE).prove({ judges: BY_PARTNER })).gives(
      raised('proof_30m', PROOF_DUE, '2026-11-21T22:29:59.999Z'),
      submitted(PROOF_DUE),
      resolved('proof_30m', PROOF_DUE, 'proof_given', PROOF_DUE),
    );
    storyOf(...completed).refuses(at(TOO_LATE).prove({ judges: BY_PARTNER }), 'proof_late');
  });

  test('counts a late completion as missed, whoever accepts the proof', () => {
    const story = storyOf(promised, at('2026-11-21T08:00:00Z').complete(), at('2026-11-21T09:00:00Z').prove());
    expect([outcome(story), story.state.fields.verification_state]).toEqual(['missed', 'verified']);
    expect(dayCountersOf(story)).not.toHaveProperty('2026-11-20 on_word');
  });

  test('is refused with the code of the reason', () => {
    const prove = at('2026-11-20T15:00:00Z').prove(again());
    storyOf(promised).refuses(at('2026-11-21T08:00:00Z').prove(), 'deadline_passed');
    storyOf(...inReview).refuses(prove, 'in_review');
    storyOf(...completed, at(NOON).prove()).refuses(prove, 'already_verified');
    storyOf(...completed, at(NOON).archive()).refuses(prove, 'archived');
    storyOf(promised, at(NOON).skip()).refuses(prove, 'conflict');
    storyOf(promised).refuses(at(NOON).prove({ children: [{ id: 'c', needs_proof: true }] }), 'children_open');
    storyOf(at(START).promise({ due_date: DATE })).refuses(prove, 'not_found');
    storyOf(promised).refuses({ ...prove, owner: 'u2' }, 'not_found');
    storyOf(promised).refuses({ ...prove, if_match: 7 }, 'precondition_failed');
    storyOf(promised, at(NOON).remove()).refuses(prove, 'not_found');
    nobody().refuses(prove, 'not_found');
  });

  test('of a task without a due date completes it and counts nowhere', () => {
    const story = storyOf(at(START).promise({ verification_type: 'general' }), at(NOON).prove());
    expect([story.state.fields.verification_state, outcome(story)]).toEqual(['verified', 'none']);
  });
});

describe('withdrawing proof', () => {
  test('is possible while it is in review, and another one can follow', () => {
    const when = '2026-11-20T14:00:00.000Z';
    const story = storyOf(...inReview, at(when).withdraw()).gives(
      changeOf(
        'ProofWithdrawn',
        { verification_state: ['in_review', 'awaiting_proof'], review: [review(GIVEN), null] },
        { at: when, submission_id: 's1' },
      ),
    );
    expect(story.state.fields).toMatchObject({ verification_state: 'awaiting_proof', review: null });
    expect(story.state.submissions).toMatchObject([{ id: 's1', state: 'withdrawn' }]);
    const later = '2026-11-20T15:00:00.000Z';
    story.when(at(later).prove(again())).gives(submitted(later, { submission_id: 's2', before: [GIVEN, GIVEN] }));
    storyOf(...completed).refuses(at(NOON).withdraw(), 'conflict');
    storyOf(...completed, at(NOON).prove()).refuses(at(NOON).withdraw(), 'conflict');
  });

  test('after the deadline it is expired at that instant', () => {
    const when = '2026-11-22T10:00:00.000Z';
    const story = storyOf(...inReview, at(when).withdraw());
    expect(story.fresh.map(({ type, metadata }) => [type, metadata.at]).slice(-3)).toEqual([
      ['ProofWithdrawn', when],
      ['ProofExpired', when],
      ['AlertRaised', when],
    ]);
    expect(outcome(story)).toBe('missed');
  });
});

describe('a verdict', () => {
  const later = '2026-11-20T16:00:00.000Z';

  test('of the partner accepts, and the task is kept and verified', () => {
    const story = storyOf(...inReview, at(later).review('accepted')).gives(acceptedBy(later), raised('proof_accepted', later, later));
    expect(story.state.fields).toMatchObject({ verification_state: 'verified', decided_at: later, decided_by: 'partner', review: null });
    expect(dayCountersOf(story)).toMatchObject({ '2026-11-20 kept': 1, '2026-11-20 verified': 1 });
    expect(openAlerts(story)).toEqual(['proof_accepted']);
  });

  test('that rejects in time leaves time for another proof', () => {
    const rejected = storyOf(...inReview, at(later).review('rejected', { texts: { comment: 'Blurred' } }));
    expect(rejected.state.fields).toMatchObject({ verification_state: 'rejected', decided_at: null });
    expect([outcome(rejected), ...openAlerts(rejected)]).toEqual(['open', 'proof_rejected']);
    const second = rejected.when(at('2026-11-20T17:00:00Z').prove(again()));
    expect(openAlerts(second)).toEqual([]);
    const accepted = second.when(at('2026-11-20T18:00:00Z').review('accepted', { submission_id: 's2' }));
    expect(accepted.state.submissions.map(({ state }) => state)).toEqual(['rejected', 'accepted']);
    expect(outcome(accepted)).toBe('kept');
  });

  test('that rejects is final once the proof deadline has passed without another proof', () => {
    const story = storyOf(...inReview, at(later).review('rejected'), at(TOO_LATE).advance());
    story.gives(
      raised('proof_30m', PROOF_DUE, '2026-11-21T22:29:59.999Z'),
      changeOf(
        'ProofRejectionFinal',
        { decided_at: [null, PROOF_DUE] },
        { at: PROOF_DUE, by: SYSTEM, tally: counts(DATE, { open: -1, missed: 1 }) },
      ),
      resolved('proof_rejected', PROOF_DUE, 'expired', PROOF_DUE),
      resolved('proof_30m', PROOF_DUE, 'expired', PROOF_DUE),
      raised('proof_final', PROOF_DUE, PROOF_DUE),
    );
    expect(story.state.fields).toMatchObject({ verification_state: 'rejected', decided_at: PROOF_DUE, decided_by: 'partner' });
    expect([outcome(story), ...openAlerts(story)]).toEqual(['missed', 'proof_final']);
    story.refuses(at(TOO_LATE).prove(again()), 'proof_late');
  });

  test('after the deadline: what is in review does not expire, and a rejection is final', () => {
    const waiting = storyOf(...inReview, at('2026-11-22T09:00:00Z').advance());
    expect(waiting.state.fields.verification_state).toBe('in_review');
    const rejected = waiting.when(at('2026-11-22T10:00:00Z').review('rejected'));
    expect([outcome(rejected), rejected.state.fields.decided_at, ...openAlerts(rejected)]).toEqual([
      'missed',
      '2026-11-22T10:00:00.000Z',
      'proof_final',
    ]);
  });

  test('of a partner who was not asked is not found, and does not change a decided or withdrawn proof', () => {
    storyOf(...inReview).refuses(at(later).review('accepted', { judge_id: 'p2' }), 'not_found');
    storyOf(...inReview).refuses(at(later).review('accepted', { submission_id: 's9' }), 'not_found');
    storyOf(...inReview, at(later).withdraw()).refuses(at(later).review('accepted'), 'conflict');
    storyOf(...inReview, at(later).review('rejected')).refuses(at(later).review('accepted'), 'conflict');
    storyOf(...inReview, at(later).review('accepted')).refuses(at(later).review('rejected'), 'already_verified');
    storyOf(...inReview, at(later).review('accepted'), at(later).review('accepted')).gives();
  });

  test('of the AI beside the partner is a comment', () => {
    const ai = { judge: 'ai', judge_id: 'model', score: 20 } as const;
    const story = storyOf(...inReview, at(later).review('rejected', ai)).gives(
      reviewed(later, {}, { ...ai, review_id: 'r rejected', outcome: 'commented', by: { kind: 'ai', id: 'model' } }),
    );
    expect(story.state.fields.review?.judge.kind).toBe('partner');
  });
});
