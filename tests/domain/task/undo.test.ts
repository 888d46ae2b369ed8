import { expect, test } from 'vitest';
import type { RecordedOf } from '../../../src/domain/kernel/event.ts';
import { SYSTEM } from '../../../src/domain/kernel/event.ts';
import type { TaskEvent } from '../../../src/domain/task/events.ts';
import { changeOf, completedAt, counts, lastOf, missed, raised, undoOf } from '../../support/task-events.ts';
import { at, dayCountersOf, openAlerts, storyOf } from '../../support/task-story.ts';

const NOW = '2026-11-20T08:00:00Z';
const SOON = '2026-11-20T09:00:00Z';
const NEXT_DAY = '2026-11-25T08:00:00Z';
const due = { due_date: '2026-11-24', due_time: '18:00' };
const DUE = '2026-11-24T17:00:00.000Z';
const promised = at(NOW).promise(due);

test.each([
  ['a completion', at(SOON).complete()],
  ['a start', at(SOON).start()],
  ['a skip', at(SOON).skip()],
  ['an edit', at(SOON).edit({ priority: 'high', due_date: '2026-11-30' }, { description: 'x', title: 'y' })],
  ['a taking away', at(SOON).edit({ due_date: null })],
  ['a deletion', at(SOON).remove()],
])('%s can be undone, and a second undo changes nothing', (_what, command) => {
  const before = storyOf(promised);
  const changed = before.when(command);
  const undone = changed.when(at(SOON).undo()).gives(undoOf(changed.fresh[0] as RecordedOf<TaskEvent>));
  expect(undone.state.fields).toEqual(before.state.fields);
  expect(undone.state.texts).toEqual(before.state.texts);
  expect(dayCountersOf(undone)).toEqual(dayCountersOf(before));
  undone.when(at(NEXT_DAY.replace('25', '21')).undo()).gives();
});

test('archiving and unarchiving can be undone', () => {
  const done = storyOf(promised, at(NOW).complete());
  expect(done.when(at(SOON).archive()).when(at(SOON).undo()).state.fields).toEqual(done.state.fields);
  const archived = done.when(at(NOW).archive());
  expect(archived.when(at(SOON).unarchive()).when(at(SOON).undo()).state.fields).toEqual(archived.state.fields);
});

test('only the last change can be undone, and an undo cannot', () => {
  const story = storyOf(promised, at(NOW).edit({ priority: 'high' }), at(NOW).complete(), at(NOW).undo(), at(NOW).undo());
  expect(story.state.fields).toMatchObject({ status: 'pending', priority: 'high' });
});

test('a new task has nothing to undo', () => {
  storyOf(promised).refuses(at(NOW).undo(), 'nothing_to_undo');
  storyOf(promised, at(NEXT_DAY).advance()).refuses(at(NEXT_DAY).undo(), 'nothing_to_undo');
});

test('the event of an undo names what it undoes', () => {
  const story = storyOf(promised, at(NOW).complete(), at(SOON).undo());
  expect(story.fresh[0]?.data).toMatchObject({
    undoes: 'task-t1@1',
    undone_type: 'TaskCompleted',
    set: { status: 'pending' },
    was: { status: 'completed' },
  });
});

test('a change or removal of the date cannot be undone after the former due instant has passed', () => {
  storyOf(promised, at(NOW).edit({ due_date: '2026-12-24' })).refuses(at(NEXT_DAY).undo(), 'deadline_passed');
  storyOf(promised, at(NOW).edit({ due_date: null })).refuses(at(NEXT_DAY).undo(), 'deadline_passed');
});

test('a move to an earlier date can be undone after that date has passed, together with the effects of elapsed time', () => {
  const story = storyOf(promised, at(NOW).edit({ due_date: '2026-11-22' }), at('2026-11-23T08:00:00Z').advance());
  expect(story.state.fields.status).toBe('missed');
  const undone = story.when(at('2026-11-23T08:00:00Z').undo());
  expect(undone.state.fields).toMatchObject({ status: 'pending', due_date: '2026-11-24', missed_at: null, closed_at: null });
  expect(openAlerts(undone)).toEqual([]);
  expect(dayCountersOf(undone)).toEqual({ '2026-11-24 open': 1 });
});

test('undoing a move takes its count back; undoing the removal of a date takes back that it counted as taken back', () => {
  const moved = storyOf(promised, at(NOW).edit({ due_date: '2026-11-26' }), at(NOW).undo());
  expect(moved.state.fields.postponed).toBe(0);
  expect(dayCountersOf(storyOf(promised, at(NOW).edit({ due_date: null }), at(NOW).undo()))).toEqual({ '2026-11-24 open': 1 });
});

test('a task that is open and overdue after the undo is missed in the same append', () => {
  for (const command of [at(NOW).complete(), at(NOW).skip(), at(NOW).remove()]) {
    const changed = storyOf(promised, command);
    const now = '2026-11-25T08:00:00.000Z';
    const story = changed
      .when(at(now).undo())
      .gives(undoOf(changed.fresh[0] as RecordedOf<TaskEvent>, { at: now }), missed('2026-11-24', DUE, now), raised('missed', DUE, now));
    expect(story.state.fields).toMatchObject({ status: 'missed', missed_at: '2026-11-24T17:00:00.000Z' });
    expect(dayCountersOf(story)).toEqual({ '2026-11-24 missed': 1 });
  }
});

test('a completion can be undone after the system has archived the task', () => {
  const story = storyOf(promised, at(NOW).complete(), at('2027-01-10T08:00:00Z').advance());
  expect(story.state.fields.archived).toBe(true);
  const undone = story.when(at('2027-01-10T08:00:00Z').undo());
  expect(undone.state.fields).toMatchObject({ archived: false, status: 'missed' });
  undone.when(at('2027-01-11T08:00:00Z').advance()).gives();
});

test('a task that is reopened by an undo long after it was closed stays in the list for 30 days', () => {
  const story = storyOf(promised, at(NOW).complete(), at(SOON).archive(), at('2027-02-01T08:00:00Z').undo());
  expect(story.state.fields.archived).toBe(false);
  story
    .when(at('2027-03-03T08:00:00Z').advance())
    .gives(changeOf('TaskArchived', { archived: [false, true] }, { at: '2027-03-03T08:00:00.000Z', by: SYSTEM }));
});

test('undoing a late completion makes the task missed again, with a new alert', () => {
  const done = storyOf(promised, at(NEXT_DAY).complete());
  const story = done
    .when(at(NEXT_DAY).undo())
    .gives(undoOf(lastOf(done, 'TaskCompleted')), raised('missed', DUE, '2026-11-25T08:00:00.000Z', { times: 1 }));
  expect(story.state.fields).toMatchObject({ status: 'missed', late: false });
  expect(openAlerts(story)).toEqual(['missed']);
  expect(dayCountersOf(story)).toEqual({ '2026-11-24 missed': 1 });
});

test('undoing an edit of the title does not undo the effects of elapsed time', () => {
  const edited = storyOf(promised, at(NOW).edit({}, { title: 'Other' }), at(NEXT_DAY).advance());
  const story = edited.when(at(NEXT_DAY).undo()).gives(undoOf(lastOf(edited, 'TaskEdited')));
  expect(story.state.texts.title).toContain('Write it down');
  expect(story.state.fields.status).toBe('missed');
});

test('an undo by the child keeps what came from its parent; the parent’s undo then leaves the child alone', () => {
  const story = storyOf(promised, at(NOW).edit({ priority: 'high' }), at(NOW).completePart('p1')).gives(
    completedAt(
      '2026-11-20T08:00:00.000Z',
      { date: '2026-11-20', hour: 9 },
      {},
      {
        part_of: 'p1',
        tally: [
          ...counts('2026-11-24', { open: -1, kept: 1 }),
          ...counts('2026-11-20', { 'hour 9': 1 }),
          ...counts('2026-11-24', { 'delay -6300': 1 }),
        ],
      },
    ),
  );
  const undone = story.when(at(SOON).undo());
  expect(undone.state.fields).toMatchObject({ priority: 'none', status: 'completed' });
  undone.when(at(SOON).undoPart('p2', 'p1')).gives();
});

test('an undo by the child does not bring back a status that its parent has replaced', () => {
  const story = storyOf(promised, at(NOW).start(), at(NOW).completePart('p1'), at(SOON).undo());
  expect(story.state.fields.status).toBe('completed');
});

test('the parent takes back its change of the child once; repeated, late, or after a change by hand it does nothing', () => {
  const story = storyOf(promised, at(NOW).start(), at(NOW).completePart('p1'));
  story.when(at(SOON).completePart('p1')).gives();
  const undone = story.when(at(SOON).undoPart('p2', 'p1')).gives(undoOf(lastOf(story, 'TaskCompleted'), { part_of: 'p2' }));
  expect(undone.state.fields.status).toBe('in_progress');
  undone.when(at(SOON).undoPart('p2', 'p1')).gives();
  story
    .when(at(SOON).edit({ priority: 'low' }))
    .when(at(SOON).undoPart('p2', 'p1'))
    .gives();
  storyOf(promised).when(at(SOON).undoPart('p2', 'p1')).gives();
});

test('a deletion by the parent can be undone only by the parent', () => {
  const story = storyOf(promised, at(NOW).edit({ priority: 'high' }), at(NOW).deletePart('p1')).gives(
    changeOf(
      'TaskDeleted',
      { deleted: [false, true], taken_back: [[], ['2026-11-24']] },
      { part_of: 'p1', tally: counts('2026-11-24', { open: -1, taken_back: 1 }) },
    ),
  );
  story.refuses(at(SOON).undo(), 'not_found');
  expect(story.when(at(SOON).undoPart('p2', 'p1')).state.fields).toMatchObject({ deleted: false, priority: 'high' });
});

test('a change by the parent leaves out children that are closed or need proof', () => {
  storyOf(promised, at(NOW).skip(), at(NOW).completePart('p1')).gives();
  storyOf(at(NOW).promise({ verification_type: 'email' }), at(NOW).completePart('p1')).gives();
  storyOf(promised, at(NOW).remove(), at(NOW).deletePart('p1')).gives();
});

test('a repeated change by the parent completes a child that was missed meanwhile, as of the former instant', () => {
  const story = storyOf(promised, at(NEXT_DAY).advance(), at(SOON).completePart('p1'));
  expect(story.state.fields).toMatchObject({ status: 'completed', late: false, missed_at: null });
  expect(openAlerts(story)).toEqual([]);
});

test('a repeated change by the parent leaves a child alone that was changed by hand since', () => {
  storyOf(promised, at(SOON).start(), at(NOW).completePart('p1')).gives();
  storyOf(promised, at(NOW).remove(), at(SOON).undo(), at(NOW).deletePart('p1')).gives();
});
