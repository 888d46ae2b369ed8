import { describe, expect, it } from 'vitest';
import { badgeCount } from '../../../web/app/badge-count.ts';
import { sessionEvent } from '../../../web/app/session-event.ts';
import { readSideOpen, sideCookie } from '../../../web/app/side-bar-cookie.ts';
import { pageWindow } from '../../../web/ui/page-window.ts';

describe('the bell', () => {
  it("counts to 9, and then says '9+'", () => {
    expect([0, 1, 9, 10, 250].map(badgeCount)).toEqual(['', '1', '9', '9+', '9+']);
  });
});

describe('a session poll', () => {
  it('tells of a change, and of nothing at the first answer or when none came', () => {
    expect(sessionEvent(undefined, null)).toBeNull();
    expect(sessionEvent(undefined, 'u1')).toBeNull();
    expect(sessionEvent('u1', undefined)).toBeNull();
    expect(sessionEvent('u1', 'u1')).toBeNull();
    expect(sessionEvent(null, 'u1')).toBe('SIGNED_IN');
    expect(sessionEvent('u1', null)).toBe('SIGNED_OUT');
    expect(sessionEvent('u1', 'u2')).toBe('SIGNED_IN');
  });
});

describe('the side bar', () => {
  it('is open unless its cookie says shut, whatever stands beside it', () => {
    expect(readSideOpen('')).toBe(true);
    expect(readSideOpen('a=b; vouch_sidebar=shut; c=d')).toBe(false);
    expect(readSideOpen('vouch_sidebar=open')).toBe(true);
    expect(readSideOpen('not_vouch_sidebar=shut')).toBe(true);
    expect(readSideOpen('vouch_sidebar=shutter')).toBe(true);
  });

  it('reads what it writes, and is kept for 7 days', () => {
    for (const open of [true, false]) expect(readSideOpen(sideCookie(open).split(';')[0] ?? '')).toBe(open);
    expect(sideCookie(false)).toContain('max-age=604800');
  });
});

describe('the steps of a pagination', () => {
  it('show all of a few, and first, last and neighbours of many', () => {
    expect(pageWindow(1, 1)).toEqual([1]);
    expect(pageWindow(2, 4)).toEqual([1, 2, 3, 4]);
    expect(pageWindow(1, 12)).toEqual([1, 2, 'gap-after', 12]);
    expect(pageWindow(6, 12)).toEqual([1, 'gap-before', 5, 6, 7, 'gap-after', 12]);
    expect(pageWindow(12, 12)).toEqual([1, 'gap-before', 11, 12]);
  });

  it('hold the page, rise without a double, and never leave out a single page', () => {
    for (let pages = 1; pages <= 15; pages += 1) {
      for (let page = 1; page <= pages; page += 1) {
        const steps = pageWindow(page, pages);
        const numbers = steps.filter((step) => typeof step === 'number');
        expect(numbers).toContain(page);
        expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => a - b));
        expect([numbers[0], numbers.at(-1)]).toEqual([1, pages]);
        steps.forEach((step, index) => {
          if (typeof step !== 'number') expect((steps[index + 1] as number) - (steps[index - 1] as number)).toBeGreaterThan(2);
        });
      }
    }
  });
});
