import { describe, expect, test } from 'vitest';
import { SYSTEM } from '../../../src/domain/kernel/event.ts';
import { isOwnWord, outcomeOf, tagKey } from '../../../src/domain/task/rules.ts';
import { changeOf, counts, lastOf, missed, raised, resolved, undoOf } from '../../support/task-events.ts';
import { at, BY_PARTNER, dayCountersOf, openAlerts, raisedAlerts, storyOf, type TaskStory } from '../../support/task-story.ts';

describe('the outcome of a task', () => {
  const START = '2026-11-20T09:00:00Z';
  /** Due at the end of 20 November in Berlin. */
  const BEFORE = '2026-11-20T12:00:00Z';
  const AFTER = '2026-11-21T08:00:00Z';
  /** After the proof deadline too. */
  const LATER = '2026-11-25T08:00:00Z';

  const due = at(START).promise({ due_date: '2026-11-20' });
  const proven = at(START).promise({ due_date: '2026-11-20', verification_type: 'general' });
  const outcome = (story: TaskStory): string => outcomeOf(story.state.fields);

  test('is open until the due instant passes, and missed then', () => {
    expect(outcome(storyOf(due))).toBe('open');
    expect(outcome(storyOf(due, at(BEFORE).start()))).toBe('open');
    expect(outcome(storyOf(due, at(AFTER).advance()))).toBe('missed');
  });

  test('is kept if the task is completed by its due instant, and missed otherwise', () => {
    expect(outcome(storyOf(due, at(BEFORE).complete()))).toBe('kept');
    expect(outcome(storyOf(due, at(AFTER).complete()))).toBe('missed');
    expect(outcome(storyOf(due, at(BEFORE).complete(), at(AFTER).reopen()))).toBe('missed');
  });

  test('is open while a proof is awaited, and missed when no proof comes in time', () => {
    expect(outcome(storyOf(proven, at(BEFORE).complete()))).toBe('open');
    expect(outcome(storyOf(proven, at(BEFORE).complete(), at(LATER).advance()))).toBe('missed');
    // when the task was completed late, no proof changes the miss
    expect(outcome(storyOf(proven, at(AFTER).complete()))).toBe('missed');
  });

  test('is decided by the partner’s verdict when the task was completed in time', () => {
    const { fields } = storyOf(proven, at(BEFORE).complete()).state;
    const judged = (['in_review', 'rejected', 'verified'] as const).map((verification_state) =>
      outcomeOf({ ...fields, verification_state }),
    );
    expect(judged).toEqual(['open', 'open', 'kept']);
  });

  test('stays skipped when a skipped task is completed after the due instant, and is kept when it is completed before', () => {
    expect(outcome(storyOf(due, at(BEFORE).skip()))).toBe('skipped');
    expect(outcome(storyOf(due, at(BEFORE).skip(), at(BEFORE).complete()))).toBe('kept');
    expect(outcome(storyOf(due, at(BEFORE).skip(), at(AFTER).complete()))).toBe('skipped');
    expect(outcome(storyOf(proven, at(BEFORE).skip(), at(AFTER).complete(), at(LATER).advance()))).toBe('skipped');
  });

  test('is none without a due date, whatever happens to the task', () => {
    const undated = at(START).promise({ verification_type: 'general' });
    expect(outcome(storyOf(undated))).toBe('none');
    expect(outcome(storyOf(undated, at(BEFORE).complete(), at(LATER).advance()))).toBe('none');
    expect(outcome(storyOf(due, at(BEFORE).edit({ due_date: null })))).toBe('none');
  });

  test('is none for a task that was deleted while open; a decided outcome stays', () => {
    expect(outcome(storyOf(due, at(BEFORE).remove()))).toBe('none');
    expect(outcome(storyOf(proven, at(BEFORE).complete(), at(BEFORE).remove()))).toBe('none');
    expect(outcome(storyOf(due, at(BEFORE).complete(), at(BEFORE).remove()))).toBe('kept');
    expect(outcome(storyOf(due, at(AFTER).remove()))).toBe('missed');
    expect(outcome(storyOf(due, at(BEFORE).remove(), at(BEFORE).undo()))).toBe('open');
  });

  test('is none for an occurrence that its routine withdrew, also if it was skipped for a vacation', () => {
    const { fields } = storyOf(due).state;
    expect(outcomeOf({ ...fields, deleted: true, withdrawn: true })).toBe('none');
    expect(outcomeOf({ ...fields, deleted: true, withdrawn: true, status: 'skipped' })).toBe('none');
  });
});

describe('the alerts of a task', () => {
  const NOW = '2026-11-20T08:00:00Z';
  const due = { due_date: '2026-11-24', due_time: '18:00' };
  const DUE = '2026-11-24T17:00:00.000Z';
  const DAY_BEFORE = '2026-11-23T17:00:00.000Z';
  /** Two hours before the due instant. */
  const SOON = '2026-11-24T15:00:00.000Z';
  const promised = at(NOW).promise(due);
  const last = (story: TaskStory, type: string) => story.fresh.find((event) => event.type === type);

  test('alerts are raised 24 hours and 2 hours before the due instant and at the miss, and each resolves the one before', () => {
    const day = storyOf(promised, at(DAY_BEFORE).advance()).gives(raised('due_24h', DUE, DAY_BEFORE));
    const hours = day.when(at(SOON).advance()).gives(resolved('due_24h', DUE, 'superseded', SOON), raised('due_2h', DUE, SOON));
    hours.when(at(DUE).advance()).gives();
    const late = hours
      .when(at('2026-11-24T17:00:00.001Z').advance())
      .gives(missed('2026-11-24', DUE), resolved('due_2h', DUE, 'missed', DUE), raised('missed', DUE, DUE));
    expect(openAlerts(late)).toEqual(['missed']);
  });

  test('an alert keeps the title that the task had when it was raised', () => {
    const story = storyOf(promised, at(NOW).edit({}, { title: 'Second' }), at('2026-11-23T17:00:00Z').advance());
    expect(last(story, 'AlertRaised')?.data).toMatchObject({ title: expect.stringContaining('Second') });
  });

  test('no alert is raised for a window that had begun when the task was made or moved', () => {
    storyOf(at('2026-11-23T17:00:00Z').promise(due), at('2026-11-24T14:59:59Z').advance()).gives();
    storyOf(at('2026-11-24T15:00:00Z').promise(due), at('2026-11-24T17:00:00Z').advance()).gives();
    storyOf(at('2026-11-23T16:59:59Z').promise(due), at(DAY_BEFORE).advance()).gives(raised('due_24h', DUE, DAY_BEFORE));
  });

  test.each([
    ['completed', at('2026-11-24T09:00:00Z').complete()],
    ['skipped', at('2026-11-24T09:00:00Z').skip()],
    ['deleted', at('2026-11-24T09:00:00Z').remove()],
    ['moved', at('2026-11-24T09:00:00Z').edit({ due_date: '2026-11-30' })],
    ['moved', at('2026-11-24T09:00:00Z').edit({ due_date: null })],
  ])('being %s resolves the alert that is no longer true', (reason, command) => {
    const story = storyOf(promised, command);
    expect(last(story, 'AlertResolved')?.data).toMatchObject({ reason });
    expect(openAlerts(story)).toEqual([]);
  });

  test('an edit of another field leaves the alert open', () => {
    expect(openAlerts(storyOf(promised, at('2026-11-24T09:00:00Z').edit({ priority: 'high' })))).toEqual(['due_24h']);
  });

  test('an undo raises the alerts that are true again, with new ids', () => {
    const now = '2026-11-24T10:00:00.000Z';
    const done = storyOf(promised, at('2026-11-24T09:00:00Z').complete());
    const story = done
      .when(at(now).undo())
      .gives(undoOf(lastOf(done, 'TaskCompleted'), { at: now }), raised('due_24h', DUE, now, { times: 1 }));
    expect(openAlerts(story)).toEqual(['due_24h']);
    expect(new Set(raisedAlerts(story)).size).toBe(2);
  });

  test('deleting a missed task resolves the alert about the miss', () => {
    expect(openAlerts(storyOf(promised, at('2026-11-25T09:00:00Z').remove()))).toEqual([]);
  });

  test('the same events give the same alert ids', () => {
    const once = storyOf(promised, at('2026-11-25T09:00:00Z').advance());
    const stepwise = storyOf(
      promised,
      at('2026-11-23T17:00:00Z').advance(),
      at('2026-11-24T15:00:00Z').advance(),
      at('2026-11-25T09:00:00Z').advance(),
    );
    expect(raisedAlerts(stepwise)).toEqual(raisedAlerts(once));
  });

  test('an alert is acknowledged once, resolved or not; an unknown one is not found', () => {
    const story = storyOf(promised, at('2026-11-25T09:00:00Z').advance());
    for (const id of raisedAlerts(story))
      story
        .when(at('2026-11-25T09:00:00Z').acknowledge(id))
        .gives({ type: 'AlertAcknowledged', data: { alert_id: id } })
        .when(at('2026-11-25T09:00:00Z').acknowledge(id))
        .gives();
    story.refuses(at('2026-11-25T09:00:00Z').acknowledge('other'), 'not_found');
  });

  const proof = at(NOW).promise({ ...due, verification_type: 'general' });

  test('completing a task that needs proof starts the proof deadline after the due instant, and it counts as open until then', () => {
    const story = storyOf(proof, at('2026-11-21T08:00:00Z').complete());
    expect(story.state.fields).toMatchObject({ verification_state: 'awaiting_proof', proof_due_at: '2026-11-25T17:00:00.000Z' });
    expect(dayCountersOf(story)).toMatchObject({ '2026-11-24 open': 1 });
    expect(dayCountersOf(story)).not.toHaveProperty(['2026-11-24 kept']);
  });

  test('for a late or undated task the proof deadline counts from the completion', () => {
    expect(storyOf(proof, at('2026-11-26T08:00:00Z').complete()).state.fields.proof_due_at).toBe('2026-11-27T08:00:00.000Z');
    expect(storyOf(at(NOW).promise({ verification_type: 'email' }), at(NOW).complete()).state.fields.proof_due_at).toBe(
      '2026-11-21T08:00:00.000Z',
    );
  });

  test('a critical alert comes half an hour before the proof deadline; the expiry is a miss on the due date, with one alert', () => {
    const [half, proofDue] = ['2026-11-25T16:30:00.000Z', '2026-11-25T17:00:00.000Z'];
    const soon = storyOf(proof, at('2026-11-21T08:00:00Z').complete(), at(half).advance()).gives(raised('proof_30m', proofDue, half));
    soon.when(at(proofDue).advance()).gives();
    const expired = soon
      .when(at('2026-11-25T17:00:00.001Z').advance())
      .gives(
        changeOf(
          'ProofExpired',
          { verification_state: ['awaiting_proof', 'expired'], decided_at: [null, proofDue] },
          { at: proofDue, by: SYSTEM, tally: counts('2026-11-24', { open: -1, missed: 1 }) },
        ),
        resolved('proof_30m', proofDue, 'expired', proofDue),
        raised('proof_expired', proofDue, proofDue),
      );
    expect(expired.state.fields).toMatchObject({ status: 'completed', verification_state: 'expired' });
    expect(dayCountersOf(expired)).toMatchObject({ '2026-11-24 missed': 1 });
    expect(openAlerts(expired)).toEqual(['proof_expired']);
  });

  test('reopening ends the proof deadline and resolves its alert', () => {
    const story = storyOf(proof, at('2026-11-21T08:00:00Z').complete(), at('2026-11-24T08:00:00Z').reopen());
    expect(story.state.fields).toMatchObject({ verification_state: 'awaiting_proof', proof_due_at: null, status: 'pending' });
    const late = storyOf(proof, at('2026-11-21T08:00:00Z').complete(), at('2026-11-25T16:40:00Z').reopen());
    expect(openAlerts(late)).toEqual(['missed']);
  });
});

describe('the alerts about a proof', () => {
  const proven = at('2026-11-20T08:00:00Z').promise({ due_date: '2026-11-24', due_time: '18:00', verification_type: 'general' });
  const completed = [proven, at('2026-11-24T09:00:00Z').complete()] as const;
  /** In the last half hour before the proof deadline, which is a day after the due instant. */
  const LAST = '2026-11-25T16:40:00.000Z';
  const given = (submission_id: string) => at(LAST).prove({ submission_id, judges: BY_PARTNER });
  const edit = at(LAST).edit({ priority: 'high' });
  const unrelated = (story: TaskStory) => openAlerts(story.when(edit));

  test('that is due soon stays until a proof is given', () => {
    const soon = storyOf(...completed, at(LAST).advance());
    expect([openAlerts(soon), unrelated(soon)]).toEqual([['proof_30m'], ['proof_30m']]);
    expect(openAlerts(soon.when(given('s1')))).toEqual([]);
    expect(openAlerts(soon.when(at(LAST).reopen()))).toEqual(['missed']);
  });

  test('that was rejected stays until another one is given, beside the alert that it is due soon', () => {
    const rejected = storyOf(...completed, given('s1'), at(LAST).review('rejected'));
    expect(unrelated(rejected)).toEqual(openAlerts(rejected));
    expect(openAlerts(rejected)).toContain('proof_rejected');
    const again = rejected.when(given('s2'));
    expect(openAlerts(again)).toEqual([]);
  });

  test('that was rejected gives way to the miss when the deadline passes', () => {
    const over = storyOf(...completed, given('s1'), at(LAST).review('rejected'), at('2026-11-26T08:00:00Z').advance());
    expect(openAlerts(over)).toEqual(['proof_final']);
    expect(openAlerts(over.when(at('2026-11-26T08:00:00Z').edit({ priority: 'high' })))).toEqual(['proof_final']);
  });

  test('that was accepted stays while other fields change', () => {
    const accepted = storyOf(...completed, given('s1'), at(LAST).review('accepted'));
    expect([openAlerts(accepted), unrelated(accepted)]).toEqual([['proof_accepted'], ['proof_accepted']]);
  });
});

test('only a review that accepts on the owner’s own word is one on that word', () => {
  expect(isOwnWord({ judge: 'self', outcome: 'accepted' })).toBe(true);
  expect([{ judge: 'self', outcome: 'rejected' }, { judge: 'partner', outcome: 'accepted' }, {}].filter(isOwnWord)).toEqual([]);
});

test('tags that differ only in case, or in how their letters are composed, have the same key', () => {
  expect(tagKey('U\u0308bung')).toBe('\u00fcbung');
  expect(tagKey('\u00dcBUNG')).toBe('\u00fcbung');
  expect(tagKey('Plan')).not.toBe(tagKey('Plans'));
});
