import { expect, test } from 'vitest';
import { SYSTEM } from '../../../src/domain/kernel/event.ts';
import { changeOf, missed, raised, resolved } from '../../support/task-events.ts';
import { at, storyOf } from '../../support/task-story.ts';

const START = '2026-11-20T08:00:00.000Z';
const LATER = '2026-11-20T09:00:00.000Z';
const task = () => storyOf(at(START).promise());
const focused = (was: number, now: number, session_end: string, when = LATER) =>
  changeOf('TaskFocused', { focused_seconds: [was, now] }, { at: when, by: SYSTEM, part_of: session_end });

test('the seconds of each session are added once', () => {
  task()
    .when(at(LATER).addFocus('e1', 90))
    .gives(focused(0, 90, 'e1'))
    .when(at(LATER).addFocus('e1', 90))
    .gives()
    .when(at(LATER).addFocus('e2', 45))
    .gives(focused(90, 135, 'e2'));
});

test('a session without a whole second adds nothing', () => {
  task().when(at(LATER).addFocus('e1', 0)).gives();
});

test('the time is added to a deleted task, too, and no undo takes it back', () => {
  const deleted = task()
    .when(at(LATER).remove())
    .when(at(LATER).addFocus('e1', 90))
    .gives(focused(0, 90, 'e1'));
  const back = deleted.when(at(LATER).undo());
  expect([back.state.fields.deleted, back.state.fields.focused_seconds]).toEqual([false, 90]);
  const reopened = task().when(at(START).complete()).when(at(LATER).addFocus('e1', 90)).when(at(LATER).undo());
  expect([reopened.state.fields.status, reopened.state.fields.focused_seconds]).toEqual(['pending', 90]);
});

test('the undo still takes back the owner’s last change', () => {
  const edited = task()
    .when(at(START).edit({ priority: 'high' }))
    .when(at(LATER).addFocus('e1', 90))
    .when(at(LATER).undo());
  expect(edited.state.fields).toMatchObject({ priority: 'none', focused_seconds: 90 });
});

test('a session that ended before something that was recorded is added after it', () => {
  task()
    .when(at(LATER).edit({ priority: 'high' }))
    .when(at(START).addFocus('e1', 90))
    .gives(focused(0, 90, 'e1'));
});

test('a miss that nobody has recorded yet comes first', () => {
  storyOf(at('2026-11-18T08:00:00.000Z').promise({ due_date: '2026-11-20', due_time: '09:30' }), at('2026-11-20T08:29:00.000Z').advance())
    .when(at(LATER).addFocus('e1', 90))
    .gives(
      missed('2026-11-20', '2026-11-20T08:30:00.000Z'),
      resolved('due_2h', '2026-11-20T08:30:00.000Z', 'missed', '2026-11-20T08:30:00.000Z'),
      raised('missed', '2026-11-20T08:30:00.000Z', '2026-11-20T08:30:00.000Z'),
      focused(0, 90, 'e1'),
    );
});

test('the task of somebody else gains nothing', () => {
  task().refuses({ ...at(LATER).addFocus('e1', 90), owner: 'u2' } as never, 'not_found');
});
