import { describe, expect, it } from 'vitest';
import { keptAddress } from '../../web/lib/return-address.ts';

const HOUR = 3_600_000;
const NOW = 30 * HOUR;
const kept = (to: unknown, at: unknown = NOW - HOUR) => keptAddress(JSON.stringify({ to, at }), NOW);

describe('the address that was wanted before signing in', () => {
  it('is given back whole, with what follows the path', () => {
    expect(kept('/verify/task/t1?tab=given#proof')).toBe('/verify/task/t1?tab=given#proof');
  });

  it.each(['https://evil.example/', '//evil.example', '/\\evil.example', '/\t/evil.example', '\\/evil.example', 'todo', '', 7, null])(
    'is nothing if it could lead to another server: %j',
    (to) => {
      expect(kept(to)).toBeNull();
    },
  );

  it('is kept for 24 hours', () => {
    expect(kept('/todo', NOW - 24 * HOUR + 1)).toBe('/todo');
    expect(kept('/todo', NOW - 24 * HOUR)).toBeNull();
    expect(kept('/todo', NOW + 1)).toBeNull();
    expect(kept('/todo', 'now')).toBeNull();
  });

  it('is nothing if nothing readable is stored', () => {
    expect([null, '', 'null', '[]', '{'].map((stored) => keptAddress(stored, NOW))).toEqual([null, null, null, null, null]);
  });
});
