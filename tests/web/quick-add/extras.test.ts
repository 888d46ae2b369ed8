import { describe, expect, test } from 'vitest';
import { boxLength, type Extras, extraFaults, extraWords, hasExtras, isExtras, NO_EXTRAS, stepsOf } from '../../../web/quick-add/extras.ts';
import { parentsFor } from '../../../web/quick-add/parent-picker.tsx';
import { partsOf } from '../../../web/quick-add/parts.ts';
import { aTask } from '../examples.ts';

/** In Berlin it is 14:12. */
const NOW = Date.parse('2026-11-19T13:12:00Z');
const CLOCK = { zone: 'Europe/Berlin', today: '2026-11-19', now: NOW, time: '14:12', minutes: 14 * 60 + 12 };
const having = (own: Partial<Extras>): Extras => ({ ...NO_EXTRAS, ...own });
const faults = (own: Partial<Extras>, minutes = 45) => Object.fromEntries(extraFaults(having(own), minutes, CLOCK));
const PARENT = { id: 'p', title: 'Launch' };

describe('what a new task gets besides its fields', () => {
  test('is named while its fields are not shown', () => {
    expect([hasExtras(NO_EXTRAS), extraWords(NO_EXTRAS, 30, CLOCK)]).toEqual([false, '']);
    const all = having({ parent: PARENT, steps: ['Ask Lena', ' ', 'Copy it'], boxDate: '2026-11-20', boxTime: '10:00' });
    expect(extraWords(all, 45, CLOCK)).toBe('Also: under ‘Launch’; 2 steps; a time box on Fri 20 Nov, 10:00–10:45.');
  });

  test('has a time box as long as the estimate, and of the usual length without one', () => {
    expect(['45', '', '10 h', 'soon'].map((estimateMinutes) => boxLength({ estimateMinutes }))).toEqual([45, 30, 480, 30]);
  });

  test('is refused where the server would refuse it, before anything is sent', () => {
    expect(faults({ parent: PARENT, steps: ['', ' '], boxDate: '2026-11-19', boxTime: '14:00' })).toEqual({});
    expect(faults({ boxDate: '2026-11-19', boxTime: '13:00' })).toEqual({ boxTime: 'This time has passed. Choose a later one.' });
    expect(faults({ boxDate: '2026-11-19' })).toEqual({ boxTime: 'Choose when the time box begins.' });
    expect(Object.keys(faults({ parent: PARENT, steps: ['Ask Lena'] }))).toEqual(['parent']);
    expect(faults({ steps: ['Ask', 'x'.repeat(201)] }).steps).toMatch(/^Step 2: /);
  });

  test('comes back from the storage of the tab only as it was', () => {
    const all = having({ parent: PARENT, steps: ['Ask Lena'], boxDate: '2026-11-20', boxTime: '10:00' });
    expect(isExtras(JSON.parse(JSON.stringify(all)))).toBe(true);
    for (const wrong of [null, {}, { ...all, steps: [1] }, { ...all, parent: 'p' }, { ...all, boxTime: 5 }])
      expect(isExtras(wrong)).toBe(false);
  });

  test('keeps the key of a part that is tried again unchanged, and gets another for a changed one', () => {
    const extras = having({ steps: ['Ask Lena', 'Copy it'], boxDate: '2026-11-20', boxTime: '10:00' });
    const first = partsOf(PARENT, extras, 45);
    const again = partsOf(PARENT, { ...extras, steps: ['Ask Bo', 'Copy it'], boxTime: '11:00' }, 45, first);
    expect(stepsOf(extras)).toEqual(first.steps.map(({ title }) => title));
    expect(again.steps[1]).toEqual(first.steps[1]);
    expect(again.steps[0]?.key).not.toBe(first.steps[0]?.key);
    expect(again.box?.key).not.toBe(first.box?.key);
    expect(partsOf(PARENT, extras, 45, first)).toEqual(first);
  });
});

test('a parent is found by the beginnings of words in its title, and is no step and not closed', () => {
  const tasks = [
    aTask({ id: 'launch', title: 'Launch the Übersicht page' }),
    aTask({ id: 'step', title: 'Launch step', parentId: 'launch' }),
    aTask({ id: 'done', title: 'Launch party', status: 'completed', completed: true }),
    aTask({ id: 'missed', title: 'Lunch', status: 'missed' }),
  ];
  const ids = (typed: string) => parentsFor(tasks, typed).map(({ id }) => id);
  expect([ids(''), ids('uber LAU'), ids('unch'), ids('lu')]).toEqual([['launch', 'missed'], ['launch'], [], ['missed']]);
});
