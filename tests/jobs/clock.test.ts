import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type ClockFile, ClockRefused, clockFile, type SavedClock, startClock } from '../../src/jobs/clock.ts';

const T0 = Date.parse('2026-11-20T12:00:00.000Z');

function inMemory(): ClockFile {
  let kept: SavedClock | null = null;
  return {
    read: () => kept,
    write: (clock) => {
      kept = clock;
    },
  };
}

describe('the clock', () => {
  let real = T0;
  let file = inMemory();
  const start = ({ at = null, newest = null, moves = true }: { at?: string | null; newest?: string | null; moves?: boolean } = {}) =>
    startClock({ file, real: () => real, at, newest, moves });
  beforeEach(() => {
    real = T0;
    file = inMemory();
  });

  test('is real time at first, with three digits of a second', () => {
    expect(start().now()).toBe('2026-11-20T12:00:00.000Z');
  });

  test('stands still while it is held, and runs on from there', () => {
    const clock = start();
    clock.hold('2026-12-01T00:00:00Z');
    real += 5000;
    expect(clock.now()).toBe('2026-12-01T00:00:00.000Z');
    clock.release();
    real += 1000;
    expect(clock.now()).toBe('2026-12-01T00:00:01.000Z');
  });

  test('keeps its offset over a restart', () => {
    const clock = start();
    clock.hold('2026-12-01T00:00:00Z');
    clock.release();
    real += 60_000;
    expect(start().now()).toBe('2026-12-01T00:01:00.000Z');
  });

  test('cannot be held at an earlier instant than it has shown', () => {
    const clock = start();
    clock.hold('2026-01-01T00:00:00Z');
    expect(clock.now()).toBe('2026-11-20T12:00:00.000Z');
  });

  test('waits when real time is set back a little', () => {
    const clock = start();
    clock.now();
    real -= 30_000;
    expect(clock.now()).toBe('2026-11-20T12:00:00.000Z');
    expect(start().now()).toBe('2026-11-20T12:00:00.000Z');
  });

  test.each([
    ['hours', 5 * 3_600_000],
    ['days', 3 * 86_400_000],
  ])('continues at half its pace when real time is set back by %s, until that has caught up', (_what, back) => {
    const clock = start({ moves: false });
    clock.now();
    real -= back;
    expect(clock.now()).toBe('2026-11-20T12:00:00.000Z');
    for (let second = 0; second < 60; second += 1) {
      real += 1_001;
      clock.now();
    }
    expect(clock.now()).toBe('2026-11-20T12:00:30.030Z');
    real += 2 * back;
    expect(clock.now()).toBe(new Date(real).toISOString());
    real += 1_000;
    expect(clock.now()).toBe(new Date(real).toISOString());
  });

  test('returns to real time after real time was wrong by days, restarts in production included', () => {
    const wrong = 3 * 86_400_000;
    real += wrong;
    start({ moves: false }).save();
    real -= wrong;
    const clock = start({ moves: false });
    expect(clock.now()).toBe('2026-11-23T12:00:00.000Z');
    real += 3_600_000;
    expect(clock.now()).toBe('2026-11-23T12:30:00.000Z');
    for (let hour = 0; hour < 2 * 72; hour += 1) {
      real += 3_600_000;
      clock.now();
    }
    expect(clock.now()).toBe(new Date(real).toISOString());
    clock.save();
    expect(start({ moves: false }).now()).toBe(new Date(real).toISOString());
  });

  test('continues from the newest event after an interrupted move', () => {
    const clock = start({ newest: '2027-03-01T00:00:00.000Z' });
    real += 1000;
    expect(clock.now()).toBe('2027-03-01T00:00:01.000Z');
  });

  test('is set by VOUCH_CLOCK, and keeps that setting at later starts', () => {
    expect(start({ at: '2027-01-01T00:00:00Z' }).now()).toBe('2027-01-01T00:00:00.000Z');
    real += 3_600_000;
    expect(start().now()).toBe('2027-01-01T01:00:00.000Z');
  });

  test('refuses a VOUCH_CLOCK earlier than the time that it has shown', () => {
    start({ at: '2027-01-01T00:00:00Z' });
    expect(() => start({ at: '2026-12-31T23:59:59Z' })).toThrow(ClockRefused);
  });

  test('never runs backwards, after any commands', () => {
    const step = fc.oneof(
      fc.record({ do: fc.constant('real' as const), by: fc.integer({ min: -100_000_000, max: 100_000_000 }) }),
      fc.record({ do: fc.constant('hold' as const), by: fc.integer({ min: -100_000_000, max: 100_000_000 }) }),
      fc.record({ do: fc.constantFrom('release' as const, 'restart' as const, 'keep' as const), by: fc.constant(0) }),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        real = T0;
        file = inMemory();
        let clock = start();
        let shown = clock.now();
        for (const { do: what, by } of steps) {
          if (what === 'real') real += by;
          else if (what === 'hold') clock.hold(new Date(Date.parse(clock.now()) + by).toISOString());
          else if (what === 'release') clock.release();
          else if (what === 'keep') clock.save();
          else {
            clock.save();
            clock = start();
          }
          expect(clock.now() >= shown).toBe(true);
          shown = clock.now();
        }
      }),
    );
  });
});

describe('the file of the clock', () => {
  let folder = '';
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'vouch-clock-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  test('returns what was written, and null before that', () => {
    const file = clockFile(join(folder, 'clock.json'));
    expect(file.read()).toBeNull();
    file.write({ offset_ms: 5, latest: '2026-11-20T12:00:00.000Z' });
    expect(file.read()).toEqual({ offset_ms: 5, latest: '2026-11-20T12:00:00.000Z' });
    expect(readFileSync(join(folder, 'clock.json'), 'utf8')).toContain('"offset_ms":5');
  });

  test('is named in the error if it has other content', () => {
    writeFileSync(join(folder, 'clock.json'), '{"offset_ms":"soon"}');
    expect(() => clockFile(join(folder, 'clock.json')).read()).toThrow(join(folder, 'clock.json'));
  });
});
