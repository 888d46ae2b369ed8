import { expect, test } from 'vitest';
import { SYSTEM } from '../../../src/domain/kernel/event.ts';
import { changeOf } from '../../support/task-events.ts';
import { at, storyOf } from '../../support/task-story.ts';

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
