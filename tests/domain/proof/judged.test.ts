import { describe, expect, test } from 'vitest';
import { SYSTEM } from '../../../src/domain/kernel/event.ts';
import type { TaskCommand } from '../../../src/domain/task/commands.ts';
import { outcomeOf } from '../../../src/domain/task/rules.ts';
import { changeOf, counts, lastOf, resolved, undoOf } from '../../support/task-events.ts';
import { at, BY_PARTNER, dayCountersOf, openAlerts, PARTNER, storyOf, type TaskStory } from '../../support/task-story.ts';

const START = '2026-11-20T09:00:00Z';
const DATE = '2026-11-20';
const NOON = '2026-11-20T12:00:00Z';
const ONE = '2026-11-20T13:00:00Z';
const TWO = '2026-11-20T14:00:00Z';
const promised = at(START).promise({ due_date: DATE, verification_type: 'general' });
const inReview = [promised, at(NOON).complete(), at(NOON).prove({ judges: BY_PARTNER })] as const;
const accepted = [...inReview, at(ONE).review('accepted')] as const;
const ACCEPTED = '2026-11-20T13:00:00.000Z';
const onWord = [promised, at(NOON).complete(), at(NOON).prove()] as const;
const outcome = (story: TaskStory): string => outcomeOf(story.state.fields);

describe('a verdict of a judge', () => {
  test('makes undo, reopening, skipping and moving impossible', () => {
    const story = storyOf(...accepted);
    for (const command of [at(TWO).undo(), at(TWO).reopen(), at(TWO).start(), at(TWO).skip(), at(TWO).edit({ due_date: '2026-11-25' })])
      story.refuses(command, 'already_verified');
    storyOf(...accepted, at('2026-11-22T00:00:00Z').advance()).refuses(
      at('2026-11-22T00:00:00Z').edit({ due_date: null }),
      'already_verified',
    );
  });

  test('remains when a later change by the owner is undone', () => {
    const archived = storyOf(...inReview, at(NOON).archive(), at(ONE).review('accepted'));
    const story = archived.when(at(TWO).undo()).gives(undoOf(lastOf(archived, 'TaskArchived')));
    expect(story.state.fields).toMatchObject({ archived: false, verification_state: 'verified', decided_by: 'partner' });
  });

  test('keeps its counts when the task is deleted', () => {
    const story = storyOf(...accepted, at(TWO).remove());
    expect(outcome(story)).toBe('kept');
    expect(dayCountersOf(story)).toMatchObject({ '2026-11-20 kept': 1, '2026-11-20 verified': 1 });
    expect(story.when(at(TWO).undo()).state.fields.verification_state).toBe('verified');
  });

  test('a proof on the owner’s word can be taken back, and an undo restores it', () => {
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

  test('the kind of proof can no longer change once a proof was given', () => {
    const story = storyOf(...inReview, at(ONE).withdraw(), at(ONE).reopen());
    story.refuses(at(TWO).edit({}, { proof_requirement: 'A picture' }), 'conflict');
    story.refuses(at(TWO).edit({ verification_type: 'none' }), 'conflict');
    story
      .when(at(TWO).edit({ verification_type: 'general', priority: 'high' }))
      .gives(changeOf('TaskEdited', { priority: ['none', 'high'] }));
    const named = storyOf(promised, at(ONE).edit({}, { proof_requirement: 'A picture' })).gives(
      changeOf(
        'TaskEdited',
        {},
        { own_texts: ['proof_requirement'], private: { proof_requirement: 'A picture' }, was_texts: { proof_requirement: null } },
      ),
    );
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
      .gives(
        { type: 'AlertAcknowledged', data: { alert_id: alertOf(story) } },
        resolved('proof_accepted', ACCEPTED, 'acknowledged', '2026-11-20T14:00:00.000Z'),
      )
      .when(at(TWO).advance())
      .gives();
  });

  test('is resolved after seven days', () => {
    const story = storyOf(...accepted);
    story.when(at('2026-11-27T12:59:59.999Z').advance()).gives();
    const over = '2026-11-27T13:00:00.000Z';
    expect(openAlerts(story.when(at(over).advance()).gives(resolved('proof_accepted', ACCEPTED, 'over', over)))).toEqual([]);
  });

  test('is resolved before the task is archived at the same instant', () => {
    const due = { due_date: '2026-12-20', verification_type: 'general' } as const;
    const accepting = '2026-12-13T12:00:00.000Z';
    const both = '2026-12-20T12:00:00.000Z';
    storyOf(
      at(START).promise(due),
      at(NOON).complete(),
      at(accepting).prove({ judges: BY_PARTNER }),
      at(accepting).review('accepted'),
      at('2026-12-21T12:00:00Z').advance(),
    ).gives(
      resolved('proof_accepted', accepting, 'over', both),
      changeOf('TaskArchived', { archived: [false, true] }, { at: both, by: SYSTEM }),
    );
  });
});

describe('an appeal', () => {
  const plain = at(START).promise({ due_date: DATE });
  const MISSED = '2026-11-20T22:59:59.999Z';
  const NEXT = '2026-11-21T08:00:00Z';
  /** When an appeal is made and answered in these tests. */
  const ANSWER = '2026-11-21T08:00:00.000Z';
  const PARTNER_ACTS = { kind: 'partner', id: PARTNER } as const;
  const waiting = { partner_id: PARTNER, at: ANSWER, state: 'waiting', decided_at: null } as const;
  const answered = (outcome: 'accepted' | 'rejected') =>
    changeOf(
      'AppealAnswered',
      { appeal: [waiting, { ...waiting, state: outcome, decided_at: ANSWER }] },
      { at: ANSWER, by: PARTNER_ACTS, partner_id: PARTNER, outcome },
    );

  test('against a miss, accepted, corrects the record', () => {
    const missed = storyOf(plain, at(NEXT).appeal());
    expect(missed.fresh.at(-1)?.type).toBe('AppealMade');
    const corrected = missed
      .when(at(NEXT).answer('accepted'))
      .gives(
        answered('accepted'),
        changeOf(
          'RecordCorrected',
          { corrected: [false, true] },
          { at: ANSWER, by: PARTNER_ACTS, tally: counts(DATE, { missed: -1, kept: 1 }) },
        ),
        resolved('missed', MISSED, 'corrected', ANSWER),
      );
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

  test('against a late completion removes the lateness, too', () => {
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

  test('does not change the miss if it is rejected, or if nobody answers for seven days', () => {
    const made = storyOf(plain, at(NEXT).appeal());
    expect(outcome(made.when(at(NEXT).answer('rejected')).gives(answered('rejected')))).toBe('missed');
    made.when(at('2026-11-28T08:00:00Z').advance()).gives();
    const last = '2026-11-28T08:00:00.000Z';
    const unanswered = made
      .when(at('2026-11-28T08:00:00.001Z').advance())
      .gives(
        changeOf('AppealUnanswered', { appeal: [waiting, { ...waiting, state: 'rejected', decided_at: last }] }, { at: last, by: SYSTEM }),
      );
    expect(unanswered.state.fields.appeal).toMatchObject({ state: 'rejected', decided_at: '2026-11-28T08:00:00.000Z' });
    unanswered.refuses(at('2026-11-28T09:00:00Z').answer('accepted'), 'conflict');
  });

  test('is refused if there is no miss, no partner to answer, or no time left', () => {
    storyOf(plain).refuses(at(NOON).appeal(), 'conflict');
    storyOf(plain, at(NOON).complete()).refuses(at(NEXT).appeal(), 'conflict');
    storyOf(plain, at(NOON).skip()).refuses(at(NEXT).appeal(), 'conflict');
    storyOf(plain).refuses(at(NEXT).appeal(null), 'not_accepted');
    storyOf(plain, at('2026-11-27T22:59:59.999Z').appeal()).refuses(at('2026-11-27T23:00:00Z').appeal(), 'conflict');
    storyOf(plain).refuses(at('2026-11-27T23:00:00.000Z').appeal(), 'deadline_passed');
    storyOf(plain, at(NEXT).appeal()).refuses(at(NEXT).answer('accepted', 'p2'), 'not_found');
    storyOf(plain, at(NEXT).remove()).refuses(at(NEXT).appeal(PARTNER), 'not_found');
  });

  test('and its answer have their texts in the personal part only', () => {
    const made = storyOf(plain, at(NEXT).appeal());
    expect(made.fresh.at(-1)).toMatchObject({ type: 'AppealMade', private: expect.stringContaining('I did it') });
    const answer = { ...at(NEXT).answer('accepted'), comment: 'I saw it' } as TaskCommand;
    expect(made.when(answer).fresh[0]).toMatchObject({ type: 'AppealAnswered', private: expect.stringContaining('I saw it') });
    expect(made.when(at(NEXT).answer('accepted')).fresh[0]).toMatchObject({ private: null });
    const reviewed = storyOf(...inReview, at(ONE).review('accepted', { texts: { comment: 'Fine' } }));
    expect(reviewed.fresh[0]).toMatchObject({ type: 'ProofReviewed', private: expect.stringContaining('Fine') });
    expect(storyOf(...accepted).fresh[0]).toMatchObject({ type: 'ProofReviewed', private: null });
  });

  test('remains when the completion is taken back', () => {
    const story = storyOf(plain, at(NEXT).complete(), at(NEXT).appeal(), at(NEXT).answer('accepted'), at(NEXT).undo());
    expect(story.state.fields).toMatchObject({ status: 'missed', corrected: true });
    expect(outcome(story)).toBe('kept');
  });
});
