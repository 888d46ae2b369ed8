import { describe, expect, test } from 'vitest';
import { outcomeOf } from '../../../src/domain/task/rules.ts';
import { at, BY_PARTNER, dayCountersOf, nobody, openAlerts, PARTNER, storyOf, type TaskStory } from '../../support/task-story.ts';

const START = '2026-11-20T09:00:00Z';
/** Due at the end of 20 November in Berlin; the proof deadline is a day later. */
const DATE = '2026-11-20';
const NOON = '2026-11-20T12:00:00Z';
const PROOF_DUE = '2026-11-21T22:59:59.999Z';
const TOO_LATE = '2026-11-21T23:00:00.000Z';
const promised = at(START).promise({ due_date: DATE, verification_type: 'general' });
const completed = [promised, at(NOON).complete()] as const;
const inReview = [...completed, at('2026-11-20T13:00:00Z').prove({ judges: BY_PARTNER })] as const;
const outcome = (story: TaskStory): string => outcomeOf(story.state.fields);
const again = (more: object = {}) => ({ submission_id: 's2', judges: BY_PARTNER, ...more });

describe('giving proof', () => {
  test('puts it in review with the partner, and the day stays open', () => {
    const story = storyOf(...inReview).gives('ProofSubmitted');
    expect(story.state.fields).toMatchObject({
      verification_state: 'in_review',
      review: { judge: { kind: 'partner', partner_id: PARTNER } },
    });
    expect(outcome(story)).toBe('open');
    expect(story.fresh[0]?.private).toContain('Look');
  });

  test('on an open task completes it in the same append', () => {
    const story = storyOf(promised, at(NOON).prove({ judges: BY_PARTNER })).gives('TaskCompleted', 'ProofSubmitted');
    expect(story.state.fields).toMatchObject({ status: 'completed', proof_due_at: PROOF_DUE });
  });

  test('is accepted at once on the own word where nobody else judges', () => {
    const story = storyOf(promised, at(NOON).prove()).gives('TaskCompleted', 'ProofSubmitted', 'ProofReviewed');
    expect(story.state.fields).toMatchObject({ verification_state: 'verified', decided_by: 'self' });
    expect(dayCountersOf(story)).toMatchObject({ '2026-11-20 kept': 1, '2026-11-20 on_word': 1 });
    expect(openAlerts(story)).toEqual([]);
  });

  test('is accepted at once where a check has looked at it before', () => {
    const checked = { review_id: 'c1', judge_id: 'smtp', verdict: 'accepted', texts: {} } as const;
    const story = storyOf(promised, at(NOON).prove({ judges: BY_PARTNER, checked }));
    story.gives('TaskCompleted', 'ProofSubmitted', 'ProofReviewed', 'AlertRaised');
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
    storyOf(...completed, at(PROOF_DUE).prove({ judges: BY_PARTNER })).gives('AlertRaised', 'ProofSubmitted', 'AlertResolved');
    storyOf(...completed).refuses(at(TOO_LATE).prove({ judges: BY_PARTNER }), 'proof_late');
  });

  test('counts a late completion as missed, whoever accepts the proof', () => {
    const story = storyOf(promised, at('2026-11-21T08:00:00Z').complete(), at('2026-11-21T09:00:00Z').prove());
    expect([outcome(story), story.state.fields.verification_state]).toEqual(['missed', 'verified']);
    expect(dayCountersOf(story)).not.toHaveProperty('2026-11-20 on_word');
  });

  test('is refused where it cannot be given', () => {
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
    const story = storyOf(...inReview, at('2026-11-20T14:00:00Z').withdraw()).gives('ProofWithdrawn');
    expect(story.state.fields).toMatchObject({ verification_state: 'awaiting_proof', review: null });
    expect(story.state.submissions).toMatchObject([{ id: 's1', state: 'withdrawn' }]);
    story.when(at('2026-11-20T15:00:00Z').prove(again())).gives('ProofSubmitted');
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
    const story = storyOf(...inReview, at(later).review('accepted')).gives('ProofReviewed', 'AlertRaised');
    expect(story.fresh[0]?.metadata.actor).toEqual({ kind: 'partner', id: PARTNER });
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

  test('that rejects, after which nothing comes, is final when the proof deadline has passed', () => {
    const story = storyOf(...inReview, at(later).review('rejected'), at(TOO_LATE).advance());
    story.gives('AlertRaised', 'ProofRejectionFinal', 'AlertResolved', 'AlertResolved', 'AlertRaised');
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

  test('of a partner who was not asked is not found, and what was decided or withdrawn meanwhile stays', () => {
    storyOf(...inReview).refuses(at(later).review('accepted', { judge_id: 'p2' }), 'not_found');
    storyOf(...inReview).refuses(at(later).review('accepted', { submission_id: 's9' }), 'not_found');
    storyOf(...inReview, at(later).withdraw()).refuses(at(later).review('accepted'), 'conflict');
    storyOf(...inReview, at(later).review('rejected')).refuses(at(later).review('accepted'), 'conflict');
    storyOf(...inReview, at(later).review('accepted')).refuses(at(later).review('rejected'), 'already_verified');
    storyOf(...inReview, at(later).review('accepted'), at(later).review('accepted')).gives();
  });

  test('of the AI beside the partner is a comment', () => {
    const story = storyOf(...inReview, at(later).review('rejected', { judge: 'ai', judge_id: 'model', score: 20 })).gives('ProofReviewed');
    expect(story.fresh[0]?.data).toMatchObject({ outcome: 'commented', score: 20, judge: 'ai' });
    expect(story.fresh[0]?.metadata.actor).toEqual({ kind: 'ai', id: 'model' });
    expect(story.state.fields.review?.judge.kind).toBe('partner');
  });
});

describe('who decides', () => {
  const asked = '2026-11-20T13:00:00.000Z';

  test('a silent partner is to be reminded after 24 hours, and after 72 the own word decides', () => {
    const reminded = storyOf(...inReview, at('2026-11-21T13:00:00Z').advance());
    reminded.gives('ReviewReminderDue');
    reminded.when(at('2026-11-23T13:00:00.000Z').review('accepted')).gives('ProofReviewed', 'AlertRaised');
    const passed = reminded.when(at('2026-11-23T13:00:00.001Z').advance()).gives('ReviewPassedOn', 'ProofReviewed', 'AlertRaised');
    expect(passed.state.fields).toMatchObject({
      verification_state: 'verified',
      decided_by: 'self',
      decided_at: '2026-11-23T13:00:00.000Z',
    });
    expect(passed.fresh[1]?.data).toMatchObject({ judge: 'self', why: 'partner_silent' });
    expect(passed.fresh[1]?.metadata.actor.kind).toBe('system');
    passed.refuses(at('2026-11-23T14:00:00Z').review('rejected'), 'conflict');
  });

  test('the AI comes after the partner, and after it the own word', () => {
    const story = storyOf(...completed, at(asked).prove({ judges: { ...BY_PARTNER, ai: true } }), at('2026-11-24T10:00:00Z').advance());
    expect(story.state.fields.review).toMatchObject({ judge: { kind: 'ai' }, why: 'partner_silent' });
    story.refuses(at('2026-11-24T11:00:00Z').review('accepted'), 'conflict');
    const decided = story.when(at('2026-11-24T11:00:00Z').review('accepted', { judge: 'rubric', judge_id: null, score: 70 }));
    expect(decided.fresh[0]?.data).toMatchObject({ outcome: 'accepted', judge: 'rubric', why: 'partner_silent' });
    const silent = story.when(at('2026-11-24T14:00:00Z').advance());
    expect(silent.state.fields).toMatchObject({ verification_state: 'verified', decided_by: 'self' });
  });

  test('what the rubric cannot read goes to the next judge', () => {
    const byAi = { check: false, partner_id: null, ai: true };
    const story = storyOf(...completed, at(asked).prove({ judges: byAi }), at(asked).review('comment', { judge: 'rubric' }));
    story.gives('ProofReviewed', 'ReviewPassedOn', 'ProofReviewed', 'AlertRaised');
    expect(story.state.fields.decided_by).toBe('self');
  });

  test('a check that cannot confirm it leaves it to the partner', () => {
    const story = storyOf(
      ...completed,
      at(asked).prove({ judges: { ...BY_PARTNER, check: true } }),
      at(asked).review('comment', { judge: 'check', judge_id: 'github' }),
    ).gives('ProofReviewed', 'ReviewPassedOn');
    expect(story.state.fields.review).toMatchObject({ judge: { kind: 'partner' }, why: 'check_open', since: asked });
  });

  test('where the partner is gone or another one, the next decides at once', () => {
    const when = '2026-11-20T20:00:00Z';
    const gone = storyOf(...inReview, at(when).passOn(null)).gives('ReviewPassedOn', 'ProofReviewed', 'AlertRaised');
    expect(gone.state.fields.decided_by).toBe('self');
    const changed = storyOf(...inReview, at(when).passOn('p2', true)).gives('ReviewPassedOn');
    expect(changed.state.fields.review?.judge).toEqual({ kind: 'ai', partner_id: null });
    storyOf(...inReview, at(when).passOn(PARTNER)).gives();
    const named = at('2026-11-20T08:00:00Z').promise({ due_date: '2026-11-20', verification_type: 'general', partner_id: PARTNER });
    const ofNamed = storyOf(named, at('2026-11-20T13:00:00Z').prove({ judges: BY_PARTNER }), at(when).passOn('p2', true));
    expect(ofNamed.state.fields.review).toMatchObject({ judge: { kind: 'partner', partner_id: 'p2' }, after: [{ kind: 'ai' }] });
  });
});
