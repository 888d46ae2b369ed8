import { expect, test } from 'vitest';
import { at, nobody, storyOf } from '../../support/task-story.ts';

const START = '2026-11-20T08:00:00.000Z';
const LATER = '2026-11-20T09:00:00.000Z';
const promise = at(START).promise();
const story = storyOf(promise);

test('a new place changes nothing else of the task, and no undo takes it back', () => {
  const placed = story.when(at(LATER).place('k1'));
  placed.gives({ type: 'TaskPlaced', data: { place: 'k1' }, at: LATER });
  expect([placed.state.fields, placed.state.version]).toEqual([story.state.fields, story.state.version]);
  placed.refuses(at(LATER).undo(), 'nothing_to_undo');
  const edited = story.when(at(LATER).edit({ priority: 'high' })).when(at(LATER).place('k1'));
  const undone = edited.when(at(LATER).undo());
  expect([undone.state.fields.priority, undone.state.place]).toEqual(['none', 'k1']);
});

test('the present place, or none, changes nothing', () => {
  const placed = story.when(at(LATER).place('k1'));
  placed.when(at(LATER).place('k1')).gives();
  placed.when(at(LATER).place(null)).gives();
});

test('an archived task has a place, too; a deleted or unknown one has none', () => {
  const archived = story.when(at(LATER).archive());
  archived.when(at(LATER).place('k1')).gives({ type: 'TaskPlaced', data: { place: 'k1' }, at: LATER });
  story.when(at(LATER).remove()).refuses(at(LATER).place('k1'), 'not_found');
  nobody().refuses(at(LATER).place('k1'), 'not_found');
});

test('a place for another version of the task is refused', () => {
  story.refuses({ ...at(LATER).place('k1'), if_match: 9 }, 'precondition_failed');
});
