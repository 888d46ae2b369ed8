import { describe, expect, it } from 'vitest';
import { SAMPLE_DAY } from '../../../web/content/landing.ts';
import { type DemoRow, nextOf, sumOf, withMark } from '../../../web/landing/demo-state.ts';

const press = (rows: readonly DemoRow[], id: string): DemoRow[] => {
  const row = rows.find((one) => one.id === id);
  const next = row && nextOf(row);
  return next ? withMark(rows, id, next.to) : [...rows];
};

describe('the sample day', () => {
  it('takes a task without proof to completed and back', () => {
    const done = press(SAMPLE_DAY, 'book');
    expect(done.find((row) => row.id === 'book')?.mark).toBe('completed');
    expect(press(done, 'book')).toEqual(SAMPLE_DAY);
  });

  it('takes a task with proof through review, where only the partner goes on', () => {
    const review = press(press(SAMPLE_DAY, 'post'), 'post');
    expect(review.find((row) => row.id === 'post')?.mark).toBe('in_review');
    expect(press(review, 'post')).toEqual(review);
  });

  it('counts a miss that is done late as a miss', () => {
    expect(sumOf(press(SAMPLE_DAY, 'cert')).missed).toBe(sumOf(SAMPLE_DAY).missed);
  });

  it('is closed only when nothing is open, waits or is looked at', () => {
    expect(sumOf(SAMPLE_DAY).closed).toBe(false);
    const proven = withMark(SAMPLE_DAY, 'post', 'verified');
    expect(sumOf(proven).closed).toBe(false);
    expect(sumOf(press(proven, 'book'))).toEqual({ kept: 4, missed: 1, open: 0, closed: true });
    expect(sumOf(press(withMark(SAMPLE_DAY, 'post', 'in_review'), 'book')).closed).toBe(false);
  });
});
