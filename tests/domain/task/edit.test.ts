import { describe, expect, test } from 'vitest';
import { SYSTEM } from '../../../src/domain/kernel/event.ts';
import type { TaskCommand } from '../../../src/domain/task/commands.ts';
import { changeOf, lastOf, promisedAt, undoOf } from '../../support/task-events.ts';
import { at, BY_PARTNER, changes, dayCountersOf, nobody, storyOf } from '../../support/task-story.ts';

const NOW = '2026-11-20T08:00:00Z';

describe('an edit', () => {
  const due = { due_date: '2026-11-24', due_time: '18:00' };
  const promised = at(NOW).promise(due);

  test('an edit records the new and the former values', () => {
    storyOf(promised, at(NOW).edit({ priority: 'high', estimate_minutes: 30, ...due })).gives(
      changeOf('TaskEdited', { priority: ['none', 'high'], estimate_minutes: [null, 30] }),
    );
  });

  test('names another partner, but not while a partner has the proof', () => {
    const named = storyOf(at(NOW).promise({ ...due, partner_id: 'kim', verification_type: 'general' }));
    expect(named.state.fields.partner_id).toBe('kim');
    expect(named.when(at(NOW).edit({ partner_id: null })).state.fields.partner_id).toBeNull();
    const inReview = named.when(at(NOW).prove({ judges: BY_PARTNER }));
    inReview.refuses(at(NOW).edit({ partner_id: null }), 'conflict');
    const urgent = changeOf('TaskEdited', { priority: ['none', 'high'] });
    inReview.when(at(NOW).edit({ partner_id: 'kim', priority: 'high' })).gives(urgent);
    expect(inReview.when(at(NOW).withdraw()).when(at(NOW).edit({ partner_id: null })).state.fields.partner_id).toBeNull();
  });

  test('an edit that changes nothing records nothing', () => {
    storyOf(promised, at(NOW).edit({ ...due, priority: 'none', verification_type: 'none', parent_id: null }, { description: '' })).gives();
  });

  test('texts can be written and taken away, and their former values are kept in was_texts', () => {
    const story = storyOf(promised, at(NOW).edit({}, { title: 'Other', description: 'Long' }));
    expect(story.state.texts.description).toContain('Long');
    expect(changes(story)[1]?.data).toMatchObject({
      own_texts: ['title', 'description'],
      was_texts: { description: null, title: expect.stringContaining('Write it down') },
    });
    const cleared = story.when(at(NOW).edit({}, { description: '' }));
    expect(cleared.state.texts.description).toBeNull();
    expect(changes(cleared)[2]?.data).toMatchObject({
      own_texts: [],
      texts: { description: null },
      was_texts: { description: expect.stringContaining('Long') },
    });
  });

  test('the due instant stays when the zone changes and the date does not', () => {
    const story = storyOf(promised).when(at(NOW, 'America/Los_Angeles').edit({ ...due, priority: 'low' }));
    expect(story.state.fields).toMatchObject({ due_at: '2026-11-24T17:00:00.000Z', due_zone: 'Europe/Berlin' });
    const moved = story.when(at(NOW, 'America/Los_Angeles').edit({ due_time: '18:30' }));
    expect(moved.state.fields).toMatchObject({ due_at: '2026-11-25T02:30:00.000Z', due_zone: 'America/Los_Angeles' });
  });

  test('moves to later are counted and moves to earlier are not; the task counts on its new date', () => {
    const later = storyOf(promised, at(NOW).edit({ due_date: '2026-11-25' }), at(NOW).edit({ due_time: null }));
    expect(later.state.fields).toMatchObject({ postponed: 2, due_at: '2026-11-25T22:59:59.999Z' });
    expect(dayCountersOf(later)).toEqual({ '2026-11-25 open': 1, '2026-11-25 postponed': 1 });
    const earlier = later.when(at(NOW).edit({ due_date: '2026-11-23' }));
    expect(earlier.state.fields.postponed).toBe(2);
    expect(dayCountersOf(earlier)).toEqual({ '2026-11-23 open': 1, '2026-11-23 postponed': 1 });
  });

  test('another time that is the same instant is no move to later', () => {
    // The clock goes from 02:00 to 03:00 in this night, so that 02:30 is the same instant as 03:00.
    const night = { due_date: '2026-03-29', due_time: '02:30' };
    const before = '2026-03-28T12:00:00.000Z';
    storyOf(at(before).promise(night), at(before).edit({ due_time: '03:00' })).gives(
      changeOf('TaskEdited', { due_time: ['02:30', '03:00'] }, { at: before }),
    );
  });

  test('removing the date also removes the time and counts as taken back; a new date does not change that', () => {
    const away = storyOf(promised, at(NOW).edit({ due_date: null }));
    expect(away.state.fields).toMatchObject({ due_date: null, due_time: null, due_at: null, due_zone: null, taken_back: ['2026-11-24'] });
    expect(dayCountersOf(away)).toEqual({ '2026-11-24 taken_back': 1 });
    expect(dayCountersOf(away.when(at(NOW).edit({ due_date: '2026-11-24' })))).toEqual({
      '2026-11-24 open': 1,
      '2026-11-24 taken_back': 1,
    });
  });

  test('a time without a date is refused on due_time', () => {
    expect(storyOf(at(NOW).promise()).refuses(at(NOW).edit({ due_time: '10:00' }), 'validation_failed').fields).toHaveProperty('due_time');
    expect(storyOf(promised).refuses(at(NOW).edit({ due_date: null, due_time: '10:00' }), 'validation_failed').fields).toHaveProperty(
      'due_time',
    );
  });

  test('a due date that has passed can be neither moved nor removed; the other fields can still be edited', () => {
    const missed = storyOf(promised, at('2026-11-25T08:00:00Z').advance());
    missed.refuses(at('2026-11-25T08:00:00Z').edit({ due_date: '2026-11-30' }), 'deadline_passed');
    missed.refuses(at('2026-11-25T08:00:00Z').edit({ due_date: null }), 'deadline_passed');
    storyOf(promised).refuses(at('2026-11-24T17:00:00.001Z').edit({ due_date: '2026-11-30' }), 'deadline_passed');
    const urgent = changeOf('TaskEdited', { priority: ['none', 'high'] });
    missed.when(at('2026-11-25T08:00:00Z').edit({ priority: 'high', due_date: '2026-11-24' })).gives(urgent);
  });

  test('a past date is refused by field before any other rule', () => {
    storyOf(promised).refuses(at('2026-11-25T08:00:00Z').edit({ due_date: '2026-11-23' }), 'validation_failed');
    storyOf(promised).refuses({ ...at(NOW).edit({ due_date: '2026-11-19' }), if_match: 9 }, 'validation_failed');
  });

  test('the due date of a completed or skipped task cannot change until it is reopened', () => {
    storyOf(promised, at(NOW).complete()).refuses(at(NOW).edit({ due_date: '2026-11-30' }), 'conflict');
    storyOf(promised, at(NOW).skip()).refuses(at(NOW).edit({ due_date: '2026-11-30' }), 'conflict');
  });

  test('the kind of proof can change while the task is open, and not after it was completed', () => {
    const story = storyOf(promised, at(NOW).edit({ verification_type: 'coding' }));
    expect(story.state.fields).toMatchObject({ verification_state: 'awaiting_proof', proof_due_at: null });
    expect(story.when(at(NOW).edit({ verification_type: 'none' })).state.fields.verification_state).toBe('not_required');
    story.when(at(NOW).complete()).refuses(at(NOW).edit({ verification_type: 'none' }), 'conflict');
  });

  test('deleting a task that is open and due counts as taken back; a decided outcome stays', () => {
    expect(dayCountersOf(storyOf(promised, at(NOW).remove()))).toEqual({ '2026-11-24 taken_back': 1 });
    expect(dayCountersOf(storyOf(promised, at(NOW).complete(), at(NOW).remove()))).toMatchObject({ '2026-11-24 kept': 1 });
    expect(dayCountersOf(storyOf(promised, at(NOW).skip(), at(NOW).remove()))).toEqual({ '2026-11-24 skipped': 1 });
    expect(dayCountersOf(storyOf(promised, at('2026-11-25T08:00:00Z').remove()))).toEqual({ '2026-11-24 missed': 1 });
    expect(dayCountersOf(storyOf(at(NOW).promise(), at(NOW).remove()))).toEqual({});
  });
});

describe('archiving', () => {
  const MORNING = '2026-11-20T08:00:00Z';
  const EIGHT = '2026-11-20T08:00:00.000Z';
  const promised = at(MORNING).promise({ due_date: '2026-11-20', due_time: '18:00' });

  test('an archived task can be neither edited nor given a status', () => {
    const archived = storyOf(promised, at(MORNING).complete(), at(MORNING).archive());
    archived.refuses(at(MORNING).reopen(), 'archived');
    archived.refuses(at(MORNING).edit({ priority: 'high' }), 'archived');
    archived.when(at(MORNING).archive()).gives();
    const later = '2026-11-20T09:00:00.000Z';
    archived
      .when(at(later).unarchive())
      .gives(changeOf('TaskUnarchived', { archived: [true, false], closed_at: [EIGHT, later] }, { at: later }))
      .when(at(later).unarchive())
      .gives();
  });

  test('an open task can be archived only if it has no due date', () => {
    storyOf(promised).refuses(at(MORNING).archive(), 'still_open');
    storyOf(promised, at(MORNING).start()).refuses(at(MORNING).archive(), 'still_open');
    expect(storyOf(at(MORNING).promise(), at(MORNING).archive()).state.fields.archived).toBe(true);
  });

  test('a task is archived by the system 30 days after it was closed or unarchived', () => {
    const done = storyOf(promised, at(MORNING).complete());
    done.when(at('2026-12-20T07:59:59.999Z').advance()).gives();
    const bySystem = (when: string) => changeOf('TaskArchived', { archived: [false, true] }, { at: when, by: SYSTEM });
    const archived = done.when(at('2027-02-01T00:00:00Z').advance()).gives(bySystem('2026-12-20T08:00:00.000Z'));
    const back = archived.when(at('2027-02-01T00:00:00Z').unarchive());
    back.when(at('2027-03-02T23:59:59Z').advance()).gives();
    back.when(at('2027-03-03T00:00:00Z').advance()).gives(bySystem('2027-03-03T00:00:00.000Z'));
  });
});

describe('the room for tasks', () => {
  const SOON = '2026-11-20T09:00:00Z';
  const room = (command: TaskCommand, left: number): TaskCommand => ({ ...command, room: left }) as TaskCommand;
  const promised = at(NOW).promise({ due_date: '2026-11-24' });

  test('a new task needs room, and a change of an existing one does not', () => {
    nobody().refuses(room(promised, 0), 'limit_reached');
    const made = nobody()
      .when(room(promised, 1))
      .gives(promisedAt('2026-11-20T08:00:00.000Z', { due_date: '2026-11-24', due_time: null, due_at: '2026-11-24T22:59:59.999Z' }));
    made.when(room(promised, 0)).gives();
  });

  test('a fault of the body comes before the limit', () => {
    nobody().refuses(room(at(NOW).promise({ due_date: '2026-11-01' }), 0), 'validation_failed');
  });

  test.each([
    ['unarchived', at(NOW).archive(), at(SOON).unarchive()],
    ['archived by mistake', at(NOW).archive(), at(SOON).undo()],
    ['deleted by mistake', at(NOW).remove(), at(SOON).undo()],
  ])('what was %s comes back where there is room', (_what, away, back) => {
    const gone = storyOf(promised, at(NOW).complete()).when(away);
    gone.refuses(room(back, 0), 'limit_reached');
    expect(gone.when(room(back, 1)).state.fields).toMatchObject({ archived: false, deleted: false });
  });

  test('a parent is restored only if there is room for all its children', () => {
    const gone = storyOf(promised).when(at(NOW).remove(['c1', 'c2']));
    gone.refuses(room(at(SOON).undo(), 2), 'limit_reached');
    gone.when(room(at(SOON).undo(), 3)).gives(undoOf(lastOf(gone, 'TaskDeleted')));
    expect(lastOf(gone, 'TaskDeleted').data).toMatchObject({ children: ['c1', 'c2'] });
  });

  test('commands that add no task need no room', () => {
    const done = storyOf(promised, at(NOW).complete());
    done.when(room(at(SOON).undo(), 0)).gives(undoOf(lastOf(done, 'TaskCompleted')));
    const back = done.when(at(NOW).archive()).when(at(NOW).unarchive());
    back.when(room(at(SOON).undo(), 0)).gives(undoOf(lastOf(back, 'TaskUnarchived')));
  });
});
