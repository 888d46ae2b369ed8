import { describe, expect, test } from 'vitest';
import { outcomeOf } from '../../../src/domain/task/rules.ts';
import { at, BY_PARTNER, dayCountersOf, openAlerts, PARTNER, storyOf, type TaskStory } from '../../support/task-story.ts';

const START = '2026-11-20T09:00:00Z';
const DATE = '2026-11-20';
const NOON = '2026-11-20T12:00:00Z';
const ONE = '2026-11-20T13:00:00Z';
const TWO = '2026-11-20T14:00:00Z';
const promised = at(START).promise({ due_date: DATE, verification_type: 'general' });
const inReview = [promised, at(NOON).complete(), at(NOON).prove({ judges: BY_PARTNER })] as const;
const accepted = [...inReview, at(ONE).review('accepted')] as const;
const onWord = [promised, at(NOON).complete(), at(NOON).prove()] as const;
const outcome = (story: TaskStory): string => outcomeOf(story.state.fields);

describe('what was judged stays', () => {
  test('undo, reopening, skipping and moving are refused', () => {
    const story = storyOf(...accepted);
    for (const command of [at(TWO).undo(), at(TWO).reopen(), at(TWO).start(), at(TWO).skip(), at(TWO).edit({ due_date: '2026-11-25' })])
      story.refuses(command, 'already_verified');
    storyOf(...accepted, at('2026-11-22T00:00:00Z').advance()).refuses(
      at('2026-11-22T00:00:00Z').edit({ due_date: null }),
      'already_verified',
    );
  });

  test('a later change by hand can be taken back, and the verdict stays', () => {
    const story = storyOf(...inReview, at(NOON).archive(), at(ONE).review('accepted'), at(TWO).undo()).gives('TaskUndone');
    expect(story.state.fields).toMatchObject({ archived: false, verification_state: 'verified', decided_by: 'partner' });
  });

  test('deleting it keeps the counts', () => {
    const story = storyOf(...accepted, at(TWO).remove());
    expect(outcome(story)).toBe('kept');
    expect(dayCountersOf(story)).toMatchObject({ '2026-11-20 kept': 1, '2026-11-20 verified': 1 });
    expect(story.when(at(TWO).undo()).state.fields.verification_state).toBe('verified');
  });

  test('the own word can be taken back, and comes back with an undo', () => {
    for (const command of [at(TWO).undo(), at(TWO).reopen(), at(TWO).skip()]) {
      const story = storyOf(...onWord, command);
      expect(story.state.fields).toMatchObject({ verification_state: 'awaiting_proof', decided_at: null, decided_by: null });
      expect(dayCountersOf(story)).not.toHaveProperty('2026-11-20 on_word');
    }
    const back = storyOf(...onWord, at(ONE).reopen(), at(TWO).undo());
    expect(back.state.fields).toMatchObject({ status: 'completed', verification_state: 'verified', decided_by: 'self' });
  });

  test('undoing or reopening a completion in review withdraws the proof', () => {
    for (const command of [at(TWO).undo(), at(TWO).reopen(), at(TWO).skip()]) {
      const story = storyOf(...inReview, command);
      expect(story.fresh[0]?.type).toBe('ProofWithdrawn');
      expect(story.state.submissions).toMatchObject([{ state: 'withdrawn' }]);
      expect(story.state.fields).toMatchObject({ review: null, verification_state: 'awaiting_proof' });
      story.refuses(at(TWO).review('accepted'), 'conflict');
    }
  });

  test('what is asked for as proof is fixed once proof was given', () => {
    const story = storyOf(...inReview, at(ONE).withdraw(), at(ONE).reopen());
    story.refuses(at(TWO).edit({}, { proof_requirement: 'A picture' }), 'conflict');
    story.refuses(at(TWO).edit({ verification_type: 'none' }), 'conflict');
    story.when(at(TWO).edit({ verification_type: 'general', priority: 'high' })).gives('TaskEdited');
    const named = storyOf(promised, at(ONE).edit({}, { proof_requirement: 'A picture' })).gives('TaskEdited');
    expect(named.state.texts.proof_requirement).toContain('A picture');
  });
});

describe('the alert about an accepted proof', () => {
  const alertOf = (story: TaskStory): string =>
    Object.entries(story.state.alerts).find(([, { kind }]) => kind === 'proof_accepted')?.[0] ?? '';

  test('is resolved when it is acknowledged', () => {
    const story = storyOf(...accepted);
    story
      .when(at(TWO).acknowledge(alertOf(story)))
      .gives('AlertAcknowledged', 'AlertResolved')
      .when(at(TWO).advance())
      .gives();
  });

  test('is resolved after seven days', () => {
    const story = storyOf(...accepted);
    story.when(at('2026-11-27T12:59:59.999Z').advance()).gives();
    expect(openAlerts(story.when(at('2026-11-27T13:00:00.000Z').advance()).gives('AlertResolved'))).toEqual([]);
  });
});

describe('an appeal', () => {
  const plain = at(START).promise({ due_date: DATE });
  const MISSED = '2026-11-20T22:59:59.999Z';
  const NEXT = '2026-11-21T08:00:00Z';

  test('against a miss, accepted, corrects the record', () => {
    const missed = storyOf(plain, at(NEXT).appeal());
    expect(missed.fresh.at(-1)?.type).toBe('AppealMade');
    const corrected = missed.when(at(NEXT).answer('accepted')).gives('AppealAnswered', 'RecordCorrected', 'AlertResolved');
    expect(corrected.state.fields).toMatchObject({
      status: 'missed',
      missed_at: MISSED,
      corrected: true,
      verification_state: 'not_required',
    });
    expect([outcome(corrected), ...openAlerts(corrected)]).toEqual(['kept']);
    expect(dayCountersOf(corrected)).toEqual({ '2026-11-20 kept': 1 });
    corrected.when(at('2026-11-21T09:00:00Z').advance()).gives();
    corrected.refuses(at(NEXT).appeal(), 'conflict');
  });

  test('against a late completion takes away the lateness, too', () => {
    const story = storyOf(plain, at(NEXT).complete(), at(NEXT).appeal(), at(NEXT).answer('accepted'));
    expect(story.state.fields).toMatchObject({ late: true, corrected: true });
    const { '2026-11-20 kept': kept, '2026-11-20 missed': missed = 0, '2026-11-20 late': late = 0 } = dayCountersOf(story);
    expect([kept, missed, late]).toEqual([1, 0, 0]);
  });

  test('against an expiry and against a final rejection', () => {
    const expired = storyOf(
      promised,
      at(NOON).complete(),
      at('2026-11-23T08:00:00Z').appeal(),
      at('2026-11-23T08:00:00Z').answer('accepted'),
    );
    expect(expired.state.fields).toMatchObject({ verification_state: 'expired', corrected: true });
    expect(dayCountersOf(expired)).toMatchObject({ '2026-11-20 kept': 1 });
    expect(dayCountersOf(expired)).not.toHaveProperty('2026-11-20 verified');
    const rejected = storyOf(...inReview, at(ONE).review('rejected'), at('2026-11-23T08:00:00Z').appeal());
    expect(rejected.state.fields.appeal?.state).toBe('waiting');
  });

  test('is rejected, or nobody answers for seven days: the miss stays', () => {
    const made = storyOf(plain, at(NEXT).appeal());
    expect(outcome(made.when(at(NEXT).answer('rejected')).gives('AppealAnswered'))).toBe('missed');
    made.when(at('2026-11-28T08:00:00Z').advance()).gives();
    const unanswered = made.when(at('2026-11-28T08:00:00.001Z').advance()).gives('AppealUnanswered');
    expect(unanswered.state.fields.appeal).toMatchObject({ state: 'rejected', decided_at: '2026-11-28T08:00:00.000Z' });
    unanswered.refuses(at('2026-11-28T09:00:00Z').answer('accepted'), 'conflict');
  });

  test('is refused where there is nothing to appeal against, nobody to answer, or no time left', () => {
    storyOf(plain).refuses(at(NOON).appeal(), 'conflict');
    storyOf(plain, at(NOON).complete()).refuses(at(NEXT).appeal(), 'conflict');
    storyOf(plain, at(NOON).skip()).refuses(at(NEXT).appeal(), 'conflict');
    storyOf(plain).refuses(at(NEXT).appeal(null), 'not_accepted');
    storyOf(plain, at('2026-11-27T22:59:59.999Z').appeal()).refuses(at('2026-11-27T23:00:00Z').appeal(), 'conflict');
    storyOf(plain).refuses(at('2026-11-27T23:00:00.000Z').appeal(), 'deadline_passed');
    storyOf(plain, at(NEXT).appeal()).refuses(at(NEXT).answer('accepted', 'p2'), 'not_found');
    storyOf(plain, at(NEXT).remove()).refuses(at(NEXT).appeal(PARTNER), 'not_found');
  });

  test('stays when the completion is taken back', () => {
    const story = storyOf(plain, at(NEXT).complete(), at(NEXT).appeal(), at(NEXT).answer('accepted'), at(NEXT).undo());
    expect(story.state.fields).toMatchObject({ status: 'missed', corrected: true });
    expect(outcome(story)).toBe('kept');
  });
});
