import { describe, expect, it } from 'vitest';
import { MARK_NAMES, markOf, markWord } from '../../../web/ui/mark.tsx';

const task = { status: 'completed', late: false, outcome: 'kept', verificationState: 'not_required', onWord: false } as const;

describe('the mark of a task', () => {
  it('is its status while it is not completed', () => {
    for (const status of ['pending', 'in_progress', 'missed', 'skipped'] as const) expect(markOf({ ...task, status })).toBe(status);
  });

  it('is its proof once it is completed, and late before all when it was late', () => {
    expect(markOf(task)).toBe('completed');
    for (const state of ['awaiting_proof', 'in_review', 'verified', 'rejected', 'expired'] as const) {
      expect(markOf({ ...task, verificationState: state })).toBe(state);
    }
    expect(markOf({ ...task, late: true, outcome: 'missed' })).toBe('late');
  });

  it('is not that of a verified one where nobody judged the proof', () => {
    const onWord = { ...task, verificationState: 'verified', onWord: true } as const;
    expect([markOf(onWord), markWord(markOf(onWord))]).toEqual(['on_word', 'On your word']);
    expect(markOf({ ...onWord, late: true, outcome: 'missed' })).toBe('late');
  });

  it('stays skipped for what was skipped in time and done after its deadline, as in the report on paper', () => {
    expect(markOf({ ...task, late: true, outcome: 'skipped' })).toBe('skipped');
  });

  it('is taken back only for what was open when it was deleted', () => {
    expect(markOf({ ...task, status: 'pending', deleted: true })).toBe('taken_back');
    expect(markOf({ ...task, deleted: true })).toBe('completed');
    expect(markOf({ ...task, status: 'missed', deleted: true })).toBe('missed');
  });

  it('has a word of its own for each drawing', () => {
    expect(new Set(MARK_NAMES.map(markWord)).size).toBe(MARK_NAMES.length);
  });
});
