import { expect, test } from 'vitest';
import { type BatchCommand, type BatchState, batchDecider } from '../../src/domain/bulk/decide.ts';
import type { BatchEvent } from '../../src/domain/bulk/events.ts';
import { given, type Scenario } from '../support/given.ts';

const NOW = '2026-11-20T08:00:00.000Z';
/** The last millisecond at which it can be taken back. */
const LAST = '2026-11-21T07:59:59.999Z';
const TOO_LATE = '2026-11-21T08:00:00.000Z';

const nothing: Scenario<BatchState, BatchCommand, BatchEvent> = given(batchDecider, { stream: 'batch-b1', owner: 'u1' });
const record: BatchCommand = { type: 'Record', change: 'priority', tasks: ['t1', 't2'], now: NOW };
const refused = [{ id: 't2', code: 'conflict', message: 'You have changed it.' }];
const undo = (now: string, owner = 'u1'): BatchCommand => ({ type: 'RecordUndo', owner, now, done: ['t1'], refused });
const recorded = nothing.when(record);

test('a change of several tasks is recorded once', () => {
  recorded.gives({ type: 'BatchChanged', data: { change: 'priority', tasks: ['t1', 't2'] }, at: NOW });
  recorded.when({ ...record, tasks: ['t1'] }).gives();
});

test('what became of taking it back is recorded once', () => {
  const undone = recorded.when(undo(LAST));
  undone.gives({ type: 'BatchUndone', data: { done: ['t1'], refused }, at: LAST });
  undone.when({ ...undo(LAST), done: [], refused: [] } as BatchCommand).gives();
  expect(undone.state?.undone).toEqual({ done: ['t1'], refused });
});

test('it is taken back by its owner only, for 24 hours', () => {
  nothing.refuses(undo(NOW), 'not_found');
  recorded.refuses(undo(NOW, 'u2'), 'not_found');
  recorded.refuses(undo(TOO_LATE), 'not_found');
});
