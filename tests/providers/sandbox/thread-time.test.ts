import { expect, test } from 'vitest';
import { cpuTimer } from '../../../src/providers/sandbox/thread-time.ts';

function stage(everyNth = 1) {
  let ms = 700;
  const timer = cpuTimer(2_000, everyNth, () => ({ user: ms * 600, system: ms * 400 }));
  return { timer, pass: (more: number) => (ms += more) };
}

test('a job is late once it has taken its processor time, and again after each further 50 ms', () => {
  const { timer, pass } = stage();
  timer.begin();
  pass(1_999);
  expect(timer.isLate()).toBe(false);
  pass(1);
  expect([timer.isLate(), timer.isLate()]).toEqual([true, false]);
  pass(50);
  expect([timer.isLate(), timer.isLate()]).toEqual([true, false]);
  expect(timer.wasLate).toBe(true);
  expect(timer.end()).toBe(2_050);
});

test('nothing is late before a job, between jobs, or because of the job before', () => {
  const { timer, pass } = stage();
  pass(10_000);
  expect(timer.isLate()).toBe(false);
  timer.begin();
  pass(3_000);
  timer.isLate();
  timer.end();
  pass(10_000);
  expect(timer.isLate()).toBe(false);
  timer.begin();
  expect([timer.isLate(), timer.wasLate, timer.end()]).toEqual([false, false, 0]);
});

test('reads the clock only at every nth call of isLate', () => {
  const { timer, pass } = stage(3);
  timer.begin();
  pass(5_000);
  expect([timer.isLate(), timer.isLate(), timer.isLate()]).toEqual([false, false, true]);
});
