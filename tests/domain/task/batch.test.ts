import { describe, expect, test } from 'vitest';
import type { TaskCommand } from '../../../src/domain/task/commands.ts';
import { taskDecider } from '../../../src/domain/task/decide.ts';
import { given } from '../../support/given.ts';
import { at, BY_PARTNER, OWNER, storyOf, TASK, type TaskStory } from '../../support/task-story.ts';

const START = '2026-11-20T08:00:00.000Z';
const NOW = '2026-11-20T09:00:00.000Z';
const BATCH = 'b1';

/** Sends the command with this cause; the others have none. */
const caused = (story: TaskStory, command: TaskCommand, cause = BATCH): TaskStory => {
  const { past } = given(taskDecider, { stream: `task-${TASK}`, owner: OWNER, cause }, story.past).when(command);
  return given(taskDecider, { stream: `task-${TASK}`, owner: OWNER }, past);
};

const promised = storyOf(at(START).promise({ due_date: '2026-11-24' }));
const changed = caused(promised, at(NOW).edit({ priority: 'high' }));
const undo = at(NOW).undo(BATCH);

describe('the undo of a change of several tasks', () => {
  test('takes it back from a task that has not changed since, once', () => {
    const undone = caused(changed, undo);
    expect(undone.state.fields.priority).toBe('none');
    undone.when(undo).gives();
  });

  test('is refused for a task that was changed by something else', () => {
    promised.refuses(undo, 'conflict');
    changed.refuses(at(NOW).undo('b2'), 'conflict');
    promised.when(at(NOW).edit({ priority: 'high' })).refuses(undo, 'conflict');
  });

  test('is refused for a task that the owner has changed since, or taken back alone', () => {
    changed.when(at(NOW).edit({ estimate_minutes: 5 })).refuses(undo, 'conflict');
    changed.when(at(NOW).undo()).refuses(undo, 'conflict');
    changed.when(at(NOW).remove()).refuses(undo, 'conflict');
    caused(changed, at(NOW).undo(), 'b2').refuses(undo, 'conflict');
  });

  test('is refused after the owner has given proof', () => {
    const completed = caused(storyOf(at(START).promise({ verification_type: 'general' })), at(NOW).complete());
    completed.when(at(NOW).prove({ judges: BY_PARTNER })).refuses(undo, 'conflict');
    expect(caused(completed, undo).state.fields.status).toBe('pending');
  });

  test('brings back a task that it has deleted', () => {
    const deleted = caused(promised, at(NOW).remove());
    expect(caused(deleted, undo).state.fields.deleted).toBe(false);
  });

  test('does not mind what the system did since', () => {
    const missed = changed.when(at('2026-11-26T09:00:00.000Z').advance());
    expect(missed.state.fields.status).toBe('missed');
    expect(caused(missed, at('2026-11-26T10:00:00.000Z').undo(BATCH)).state.fields).toMatchObject({ priority: 'none', status: 'missed' });
  });
});

describe('deleting a task that nobody has touched', () => {
  const remove = { ...at(NOW).remove(), untouched: true } as TaskCommand;

  test('deletes a new task, also after a miss', () => {
    expect(promised.when(remove).state.fields.deleted).toBe(true);
    const late = { ...at('2026-11-26T09:00:00.000Z').remove(), untouched: true } as TaskCommand;
    expect(promised.when(late).state.fields.deleted).toBe(true);
  });

  test('is refused after the owner has done anything with it', () => {
    const due = { due_date: '2026-11-30' };
    const missed = promised.when(at('2026-11-26T09:00:00.000Z').advance());
    for (const touched of [
      promised.when(at(NOW).edit({ priority: 'high' })),
      promised.when(at(NOW).complete()).when(at(NOW).undo()),
      storyOf(at(START).promise({ verification_type: 'general' }), at(NOW).prove({ judges: BY_PARTNER })),
      missed.when(at('2026-11-26T09:00:00.000Z').renew('t2', due)),
    ])
      touched.refuses(remove, 'conflict');
  });
});
