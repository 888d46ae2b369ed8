import fc from 'fast-check';
import { expect, test } from 'vitest';
import { makeSections } from '../../../web/todo/changed-sections.ts';
import { openCounts, openOf, sectionsOf } from '../../../web/todo/sections.ts';
import { aTask, dueOn } from '../examples.ts';

const HERE = { zone: 'Europe/Berlin', today: '2026-11-19' };
const TABS = ['today', 'upcoming', 'inbox', 'completed'] as const;

const DONE = { status: 'completed', completed: true, completedAt: '2026-11-19T09:00:00Z', outcome: 'kept' } as const;
const KINDS = [
  {},
  DONE,
  { ...DONE, completedAt: '2026-11-18T09:00:00Z' },
  { status: 'missed', outcome: 'missed' },
  { title: 'Other' },
] as const;

const place = fc.record({
  day: fc.constantFrom(null, '2026-11-18', '2026-11-19', '2026-11-21'),
  parentId: fc.constantFrom(null, 't0', 'gone'),
  kind: fc.constantFrom(...KINDS),
});
const task = (at: number, { day, parentId, kind }: typeof place extends fc.Arbitrary<infer P> ? P : never) => {
  const more = { id: `t${at}`, parentId: at === 0 ? null : parentId, ...kind };
  return day === null ? aTask({ ...more, outcome: 'none' }) : dueOn(day, more);
};

test('after any change of one task the sections and the numbers are those of the whole list', () => {
  const lists = fc.array(place, { minLength: 1, maxLength: 8 });
  fc.assert(
    fc.property(lists, place, fc.nat(), fc.constantFrom(...TABS), (places, other, which, tab) => {
      const before = places.map((one, at) => task(at, one));
      const at = which % before.length;
      const after = before.with(at, task(at, other));
      const made = makeSections();
      made(tab, before, HERE);
      openCounts(before, HERE);
      expect(made(tab, after, HERE)).toEqual(sectionsOf(tab, after, HERE));
      const counts = (['today', 'upcoming', 'inbox'] as const).map((list) => openOf(list, after, HERE).length);
      expect(Object.values(openCounts(after, HERE))).toEqual(counts);
    }),
  );
});

test('a task that stays at its place leaves the other sections as they are', () => {
  const before = [dueOn('2026-11-19', { id: 'a' }), dueOn('2026-11-20', { id: 'b' }), aTask({ id: 'c' })];
  const made = makeSections();
  const was = made('upcoming', before, HERE);
  const is = made('upcoming', before.with(1, dueOn('2026-11-20', { id: 'b', ...DONE })), HERE);
  expect([is[0] === was[0], is[1] === was[1], is[2] === was[2]]).toEqual([true, false, true]);
});
