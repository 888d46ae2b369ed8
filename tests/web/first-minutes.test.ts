import { describe, expect, test } from 'vitest';
import { firstPromise } from '../../web/dashboard/first-promise.tsx';
import { firstStepOf } from '../../web/dashboard/first-steps.ts';

const CLOCK = { zone: 'Europe/Berlin', now: Date.parse('2026-11-16T22:55:00Z'), today: '2026-11-16', time: '23:55', minutes: 1_435 };

describe('the first steps', () => {
  const NOTHING = { tasks: false, archived: false };

  test('begin with a promise, for a person who has no task', () => {
    expect(firstStepOf(null, NOTHING)).toBe('promise');
    expect(firstStepOf(null, { tasks: true, archived: false })).toBeNull();
    expect(firstStepOf(null, { tasks: false, archived: true })).toBeNull();
  });

  test('go on after the first promise, and end', () => {
    expect(firstStepOf('settings', { tasks: true, archived: false })).toBe('settings');
    expect(firstStepOf('partner', NOTHING)).toBe('partner');
    expect(firstStepOf('done', NOTHING)).toBeNull();
  });
});

describe('the first promise', () => {
  const dueOf = (text: string, due: Parameters<typeof firstPromise>[1]) => {
    const { title, dueDate, dueTime } = firstPromise(text, due, CLOCK).draft;
    return [title, dueDate, dueTime];
  };

  test('is due when the press says', () => {
    expect(dueOf('Call the bank', 'today')).toEqual(['Call the bank', '2026-11-16', null]);
    expect(dueOf('Call the bank', 'tomorrow')).toEqual(['Call the bank', '2026-11-17', null]);
  });

  test('in ten minutes can be due tomorrow', () =>
    expect(dueOf('Call the bank', 'soon')).toEqual(['Call the bank', '2026-11-17', '00:05']));

  test('is due when its words say, whatever was pressed', () => {
    expect(dueOf('Call the bank fri 5pm', 'soon')).toEqual(['Call the bank', '2026-11-20', '17:00']);
    expect(dueOf('Call the bank fri', 'today')).toEqual(['Call the bank', '2026-11-20', null]);
  });
});
