import { expect, test } from 'vitest';
import { countedWord, taskState } from '../../src/contracts/words/task-state.ts';

const TASK = {
  status: 'completed',
  late: false,
  outcome: 'kept',
  verificationState: 'not_required',
  onWord: false,
  corrected: false,
} as const;

test.each([
  [{}, 'completed', 'kept', 'Completed', 'Kept'],
  [{ outcome: 'none' }, 'completed', 'kept', 'Completed', 'Completed'],
  [{ verificationState: 'verified' }, 'verified', 'kept', 'Verified', 'Verified'],
  [{ verificationState: 'verified', onWord: true }, 'on_word', 'kept', 'On your word', 'On your word'],
  [{ verificationState: 'in_review', outcome: 'open' }, 'in_review', 'review', 'In review', 'In review'],
  [{ verificationState: 'rejected', outcome: 'open' }, 'rejected', 'missed', 'Rejected', 'Proof rejected'],
  [{ verificationState: 'rejected', outcome: 'missed' }, 'rejected', 'missed', 'Rejected', 'Missed, proof rejected'],
  [{ verificationState: 'expired', outcome: 'missed' }, 'expired', 'missed', 'Expired', 'Missed, proof expired'],
  [{ status: 'pending', outcome: 'open' }, 'pending', 'quiet', 'Pending', 'Open'],
  [{ status: 'missed', outcome: 'missed' }, 'missed', 'missed', 'Missed', 'Missed'],
  [{ status: 'missed', outcome: 'kept', corrected: true }, 'late', 'kept', 'Corrected', 'Corrected'],
  [{ late: true, outcome: 'missed' }, 'late', 'missed', 'Completed late', 'Missed, done late'],
  [{ status: 'skipped', outcome: 'skipped' }, 'skipped', 'quiet', 'Skipped', 'Skipped'],
  [{ late: true, outcome: 'skipped' }, 'skipped', 'quiet', 'Skipped', 'Skipped, done later'],
] as const)('a task with %o is shown as %s', (part, mark, tone, word, counted) => {
  expect(taskState({ ...TASK, ...part })).toEqual({ mark, tone, word, counted });
});

test('the mark of a task alone is put into words', () => {
  expect([countedWord('missed'), countedWord('late'), countedWord('skipped')]).toEqual(['Missed', 'Missed, done late', 'Skipped']);
});
