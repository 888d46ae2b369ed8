import { describe, expect, test } from 'vitest';
import { quietUntil } from '../../src/domain/account/rules.ts';

const BERLIN = 'Europe/Berlin';
const NIGHT = { quiet_from: '22:00', quiet_to: '07:00' };
const NOON = { quiet_from: '12:00', quiet_to: '13:30' };

describe('quiet hours', () => {
  test.each([
    [NIGHT, '2026-11-23T20:59:59.999Z', null],
    [NIGHT, '2026-11-23T21:00:00.000Z', '2026-11-24T06:00:00.000Z'],
    [NIGHT, '2026-11-24T05:59:59.999Z', '2026-11-24T06:00:00.000Z'],
    [NIGHT, '2026-11-24T06:00:00.000Z', null],
    [NOON, '2026-11-24T10:59:00.000Z', null],
    [NOON, '2026-11-24T11:00:00.000Z', '2026-11-24T12:30:00.000Z'],
    [NOON, '2026-11-24T12:30:00.000Z', null],
    [{ quiet_from: null, quiet_to: null }, '2026-11-24T02:00:00.000Z', null],
  ])('%j at %s end at %s', (quiet, now, until) => {
    expect(quietUntil(quiet, now, BERLIN)).toBe(until);
  });

  test('end at the first valid instant if the clocks skip their end', () => {
    // In the night to 29 March 2026 the clocks of Berlin go from 02:00 to 03:00.
    expect(quietUntil({ quiet_from: '22:00', quiet_to: '02:30' }, '2026-03-29T00:30:00.000Z', BERLIN)).toBe('2026-03-29T01:00:00.000Z');
  });

  test('end once if the clocks show their end twice', () => {
    // In the night to 25 October 2026 the clocks of Berlin show 02:00 to 03:00 twice.
    const quiet = { quiet_from: '22:00', quiet_to: '02:30' };
    expect(quietUntil(quiet, '2026-10-25T00:10:00.000Z', BERLIN)).toBe('2026-10-25T00:30:00.000Z');
    expect(quietUntil(quiet, '2026-10-25T01:10:00.000Z', BERLIN)).toBeNull();
  });
});
