import { expect, test } from 'vitest';
import type { TaskCommand } from '../../../src/domain/task/commands.ts';
import { at, nobody, storyOf } from '../../support/task-story.ts';

const NOW = '2026-11-20T08:00:00Z';
const SOON = '2026-11-20T09:00:00Z';
const room = (command: TaskCommand, left: number): TaskCommand => ({ ...command, room: left }) as TaskCommand;
const promised = at(NOW).promise({ due_date: '2026-11-24' });

test('a new task needs room for one, and one that exists already is not asked for it', () => {
  nobody().refuses(room(promised, 0), 'limit_reached');
  const made = nobody().when(room(promised, 1)).gives('TaskPromised');
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

test('a parent comes back with its children, or not at all', () => {
  const gone = storyOf(promised).when(at(NOW).remove(['c1', 'c2']));
  gone.refuses(room(at(SOON).undo(), 2), 'limit_reached');
  gone.when(room(at(SOON).undo(), 3)).gives('TaskUndone');
});

test('what brings nothing back needs no room', () => {
  storyOf(promised, at(NOW).complete())
    .when(room(at(SOON).undo(), 0))
    .gives('TaskUndone');
  const archived = storyOf(promised, at(NOW).complete(), at(NOW).archive());
  archived
    .when(at(NOW).unarchive())
    .when(room(at(SOON).undo(), 0))
    .gives('TaskUndone');
});
