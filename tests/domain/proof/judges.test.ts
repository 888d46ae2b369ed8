import { describe, expect, test } from 'vitest';
import { SYSTEM } from '../../../src/domain/kernel/event.ts';
import { isExhausted, type ReviewEvent, reviewDecider, reviewStream } from '../../../src/domain/proof/review-events.ts';
import { given, record } from '../../support/given.ts';
import { BY_THE_AI, onOwnWord, passedOn, review, reviewed } from '../../support/proof-events.ts';
import { changeOf, raised } from '../../support/task-events.ts';
import { at, BY_PARTNER, PARTNER, storyOf } from '../../support/task-story.ts';
import { acceptedBy, completed, GIVEN, inReview, ON_WORD } from './proof-story.ts';

describe('who decides', () => {
  const asked = '2026-11-20T13:00:00.000Z';

  test('a silent partner is reminded after 24 hours, and after 72 the owner’s word decides', () => {
    const reminded = storyOf(...inReview, at('2026-11-21T13:00:00Z').advance());
    const [before, after] = [review(GIVEN), review(GIVEN, { reminded: true })];
    reminded.gives(
      changeOf(
        'ReviewReminderDue',
        { review: [before, after] },
        { at: '2026-11-21T13:00:00.000Z', by: SYSTEM, submission_id: 's1', partner_id: PARTNER },
      ),
    );
    const last = '2026-11-23T13:00:00.000Z';
    reminded.when(at(last).review('accepted')).gives(acceptedBy(last, after), raised('proof_accepted', last, last));
    const passed = reminded
      .when(at('2026-11-23T13:00:00.001Z').advance())
      .gives(
        passedOn(last, after, null, 'partner_silent'),
        onOwnWord(last, 'partner_silent', ON_WORD),
        raised('proof_accepted', last, last),
      );
    expect(passed.state.fields).toMatchObject({
      verification_state: 'verified',
      decided_by: 'self',
      decided_at: '2026-11-23T13:00:00.000Z',
    });
    passed.refuses(at('2026-11-23T14:00:00Z').review('rejected'), 'conflict');
  });

  test('the AI follows the partner, and the owner’s word follows the AI', () => {
    const story = storyOf(...completed, at(asked).prove({ judges: { ...BY_PARTNER, ai: true } }), at('2026-11-24T10:00:00Z').advance());
    expect(story.state.fields.review).toMatchObject({ judge: { kind: 'ai' }, why: 'partner_silent' });
    story.refuses(at('2026-11-24T11:00:00Z').review('accepted'), 'conflict');
    const decided = story.when(at('2026-11-24T11:00:00Z').review('accepted', { judge: 'rubric', judge_id: null, score: 70 }));
    expect(decided.fresh[0]?.data).toMatchObject({ outcome: 'accepted', judge: 'rubric', why: 'partner_silent' });
    const silent = story.when(at('2026-11-24T14:00:00Z').advance());
    expect(silent.state.fields).toMatchObject({ verification_state: 'verified', decided_by: 'self' });
    expect(silent.fresh[0]?.data).toMatchObject({ from: 'ai', to: 'self', why: 'ai_silent' });
  });

  test('a proof that the rubric cannot read moves to the next judge', () => {
    const byAi = { check: false, partner_id: null, ai: true };
    const story = storyOf(...completed, at(asked).prove({ judges: byAi }), at(asked).review('comment', { judge: 'rubric' }));
    story.gives(
      reviewed(asked, {}, { judge: 'rubric', judge_id: null, review_id: 'r comment', outcome: 'commented', by: SYSTEM }),
      passedOn(asked, review(asked, { judge: BY_THE_AI }), null, 'ai_open'),
      onOwnWord(asked, 'ai_open', ON_WORD),
      raised('proof_accepted', asked, asked),
    );
    expect(story.state.fields.decided_by).toBe('self');
  });

  test('a check that cannot confirm it leaves it to the partner', () => {
    const story = storyOf(
      ...completed,
      at(asked).prove({ judges: { ...BY_PARTNER, check: true } }),
      at(asked).review('comment', { judge: 'check', judge_id: 'github' }),
    ).gives(
      reviewed(asked, {}, { judge: 'check', judge_id: 'github', review_id: 'r comment', outcome: 'commented', by: SYSTEM }),
      passedOn(
        asked,
        review(asked, { judge: { kind: 'check', partner_id: null }, after: [{ kind: 'partner', partner_id: PARTNER }] }),
        review(asked, { why: 'check_open' }),
        'check_open',
      ),
    );
    expect(story.state.fields.review).toMatchObject({ judge: { kind: 'partner' }, why: 'check_open', since: asked });
  });

  test('if the partner has left or was replaced, the next judge decides at once', () => {
    const when = '2026-11-20T20:00:00.000Z';
    const gone = storyOf(...inReview, at(when).passOn(null)).gives(
      passedOn(when, review(GIVEN), null, 'partner_gone'),
      onOwnWord(when, 'partner_gone', ON_WORD),
      raised('proof_accepted', when, when),
    );
    expect(gone.state.fields.decided_by).toBe('self');
    const changed = storyOf(...inReview, at(when).passOn('p2', true)).gives(
      passedOn(when, review(GIVEN), review(when, { judge: BY_THE_AI, why: 'partner_gone' }), 'partner_gone'),
    );
    expect(changed.state.fields.review?.judge).toEqual({ kind: 'ai', partner_id: null });
    storyOf(...inReview, at(when).passOn(PARTNER)).gives();
    const named = at('2026-11-20T08:00:00Z').promise({ due_date: '2026-11-20', verification_type: 'general', partner_id: PARTNER });
    const ofNamed = storyOf(named, at('2026-11-20T13:00:00Z').prove({ judges: BY_PARTNER }), at(when).passOn('p2', true));
    expect(ofNamed.state.fields.review).toMatchObject({ judge: { kind: 'partner', partner_id: 'p2' }, after: [{ kind: 'ai' }] });
  });
});

describe('the request for a review', () => {
  const NOON = '2026-11-20T12:00:00.000Z';
  const what = { task_id: 't1', submission_id: 's1' };
  const asked = given(reviewDecider, { stream: reviewStream('r1'), owner: 'u1' }).when({ type: 'Request', what, at: NOON });
  const begin = (now: string) => ({ type: 'Begin', now, claimMs: 60_000 }) as const;

  test('is requested once', () => {
    asked.gives({ type: 'ReviewRequested', data: what, at: NOON }).when({ type: 'Request', what, at: NOON }).gives();
  });

  test('is claimed by one worker, and again only when the claim is over', () => {
    const begun = asked.when(begin(NOON)).gives({ type: 'ReviewBegun', data: { attempt: 1, until: '2026-11-20T12:01:00.000Z' } });
    begun.when(begin('2026-11-20T12:00:59.999Z')).gives();
    begun.when(begin('2026-11-20T12:01:00.000Z')).gives({ type: 'ReviewBegun', data: { attempt: 2, until: '2026-11-20T12:03:00.000Z' } });
  });

  test('is not claimed before its time', () => {
    asked.when(begin('2026-11-20T11:59:59.999Z')).gives();
  });

  test('gives each attempt twice as long as the one before, and stops after the eighth', () => {
    let story = asked;
    const untils: string[] = [];
    for (let now = NOON; ; ) {
      const next = story.when(begin(now));
      const [begun] = next.fresh;
      if (begun?.type !== 'ReviewBegun') break;
      now = begun.data.until;
      untils.push(now.slice(11, 16));
      story = next;
    }
    expect(untils).toEqual(['12:01', '12:03', '12:07', '12:15', '12:31', '13:03', '14:07', '16:15']);
    expect(story.state.status === 'waiting' && isExhausted(story.state)).toBe(true);
  });

  test('changes nothing after it has ended', () => {
    const ended = asked
      .when(begin(NOON))
      .when({ type: 'End', outcome: 'answered' })
      .gives({ type: 'ReviewEnded', data: { outcome: 'answered' } });
    ended.when({ type: 'End', outcome: 'overtaken' }).gives();
    ended.when(begin('2026-11-21T12:00:00.000Z')).gives();
  });

  test('has a state only after it was requested, and only if it has an owner', () => {
    const info = { stream: reviewStream('r1'), owner: 'u1' };
    const requested = record<ReviewEvent>({ type: 'ReviewRequested', data: what, at: NOON }, 0, info);
    const begun = record<ReviewEvent>({ type: 'ReviewBegun', data: { attempt: 1, until: NOON } }, 1, info);
    const { evolve, initial } = reviewDecider;
    expect(evolve(initial, begun)).toEqual({ status: 'none' });
    expect(evolve(initial, { ...requested, metadata: { ...requested.metadata, owner: null } })).toEqual({ status: 'none' });
    const waiting = { status: 'waiting', owner: 'u1', ...what, attempts: 0, next_attempt_at: NOON };
    expect(evolve(initial, requested)).toEqual(waiting);
    given(reviewDecider, info).when({ type: 'End', outcome: 'answered' }).gives();
    expect(asked.when(begin(NOON)).when({ type: 'End', outcome: 'answered' }).state).toEqual({ status: 'ended' });
  });

  test('is exhausted after eight attempts', () => {
    const waiting = { status: 'waiting', owner: 'u1', ...what, next_attempt_at: NOON } as const;
    expect([7, 8].map((attempts) => isExhausted({ ...waiting, attempts }))).toEqual([false, true]);
  });
});
