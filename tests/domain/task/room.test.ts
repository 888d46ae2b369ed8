import { expect, test } from 'vitest';
import type { TaskCommand } from '../../../src/domain/task/commands.ts';
import { lastOf, promisedAt, undoOf } from '../../support/task-events.ts';
import { at, nobody, storyOf } from '../../support/task-story.ts';

const NOW = '2026-11-20T08:00:00Z';
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
