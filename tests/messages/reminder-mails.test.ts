import { describe, expect, test } from 'vitest';
import type { Block } from '../../src/messages/mail/mail.ts';
import { renderSheetMail } from '../../src/messages/mail/sheet-mail.ts';
import {
  assessmentSection,
  passedRemindersSection,
  reminderSection,
  reportSection,
  type WeekFacts,
} from '../../src/messages/reminders/sections.ts';
import { suggestionFor, type WeekNumbers } from '../../src/messages/reminders/suggestion.ts';

const NONE = { planned: 0, kept: 0, missed: 0, skipped: 0, open: 0, postponed: 0, taken_back: 0, late: 0, verified: 0, on_word: 0 };
const DATES = ['2026-11-16', '2026-11-17', '2026-11-18', '2026-11-19', '2026-11-20', '2026-11-21', '2026-11-22'];

/** Kept and missed by day, Monday first. */
function week(
  byDay: readonly (readonly [kept: number, missed: number])[],
  more: Partial<WeekNumbers> & { readonly late?: number; readonly postponed?: number } = {},
): WeekNumbers {
  const { late = 0, postponed = 0, ...rest } = more;
  const days = DATES.map((date, index) => {
    const [kept, missed] = byDay[index] ?? [0, 0];
    return { date, counts: { ...NONE, kept, missed, planned: kept + missed } };
  });
  const sum = (name: 'kept' | 'missed' | 'planned') => days.reduce((total, { counts }) => total + counts[name], 0);
  const counts = { ...NONE, kept: sum('kept'), missed: sum('missed'), planned: sum('planned'), late, postponed };
  return { counts, days, hours: new Array<number>(24).fill(0), decided: [], ...rest };
}

describe('the suggestion of an assessment', () => {
  const at = (hour: number, times: number) => Object.assign(new Array<number>(24).fill(0), { [hour]: times });
  const due = (kept: boolean, due_time: string | null, times: number) => Array.from({ length: times }, () => ({ kept, due_time }));

  test.each([
    ['nothing decided', week([]), 'Pick one promise for tomorrow', 'Nothing was kept or missed'],
    [
      'all kept',
      week(
        [
          [2, 0],
          [3, 0],
        ],
        { hours: at(9, 4) },
      ),
      'keep 09:00 to 10:00 free',
      '5 of 5 decided were kept. 4 of 4 were completed in that hour.',
    ],
    [
      'one hard day',
      week([
        [2, 0],
        [0, 3],
        [2, 1],
      ]),
      'Promise less for Tuesday',
      'On Tuesday 3 of 3 decided were missed, on the other days 1 of 5.',
    ],
    [
      'much moved',
      week(
        [
          [2, 1],
          [2, 1],
          [2, 1],
        ],
        { postponed: 4 },
      ),
      'half an hour',
      '4 of 9 planned were postponed.',
    ],
    [
      'evenings',
      week(
        [
          [2, 1],
          [2, 1],
          [2, 1],
        ],
        { decided: [...due(false, '21:00', 2), ...due(false, null, 1), ...due(true, '10:00', 6)] },
      ),
      'before 18:00',
      '3 of 3 decided were missed, of what was due before 0 of 6.',
    ],
    [
      'done late',
      week(
        [
          [2, 1],
          [2, 1],
          [2, 1],
        ],
        { late: 2 },
      ),
      'leaves room',
      '2 of 3 missed were done afterwards.',
    ],
    [
      'too much',
      week([
        [1, 2],
        [1, 2],
        [1, 2],
      ]),
      'Plan 1 promise a day',
      '9 were planned on 3 days, and 3 kept.',
    ],
    [
      'a few misses',
      week([
        [5, 1],
        [5, 1],
      ]),
      'make it smaller',
      '2 of 12 decided were missed.',
    ],
    ['one miss', week([[1, 1]]), 'Take what was missed, make it smaller', '1 of 2 decided was missed.'],
  ])('names the numbers behind it: %s', (_, numbers, advice, because) => {
    const made = suggestionFor(numbers);
    expect(made.advice).toContain(advice);
    expect(made.because).toContain(because);
    expect(made.advice + made.because).not.toContain('!');
  });
});

const PLACE = { origin: 'https://vouch.example', zone: 'Europe/Berlin' };
const TOLD: WeekFacts = {
  ...week([
    [2, 0],
    [0, 1],
  ]),
  from: '2026-11-16',
  to: '2026-11-22',
  slipped: [
    {
      title: '<img src=x>\r\nBcc: all@example.org',
      due_at: '2026-11-17T20:00:00.000Z',
      timed: true,
      status: 'skipped',
      reason: '"><script>',
    },
  ],
};
const mailOf = (blocks: readonly Block[], subject = 'A subject') =>
  renderSheetMail({
    subject,
    blocks,
    why: 'You get this because ada@example.org wants reminders.',
    links: [{ label: 'Turn these mails off', url: 'https://vouch.example/settings/notifications' }],
  });

describe('a mail with several sections', () => {
  const sections = [
    reminderSection({ date: '2026-11-24', escalates_at: '2026-11-24T07:30:00.000Z', partner: 'Søren', escalation: null }, PLACE),
    reportSection(TOLD, PLACE.origin),
    assessmentSection(TOLD, PLACE),
    passedRemindersSection([{ date: '2026-11-22', escalates_at: null, partner: null, escalation: 'escalated' }]),
  ];
  const mail = mailOf(sections.flatMap(({ blocks }) => blocks));

  test('says the same in text and in HTML, with the zone of its times and the link to turn it off', () => {
    for (const body of [mail.text, mail.html]) {
      for (const text of [
        'Nothing is planned for Tuesday 24 November 2026. Søren is told at 08:30 (Europe/Berlin), if it is still so by then.',
        'Week 47',
        'What slipped',
        'Your partner was told',
        'https://vouch.example/settings/notifications',
      ])
        expect(body).toContain(text);
      expect(body.replaceAll(/<!doctype html>|!important|<!--|<!\[/g, '')).not.toContain('!');
    }
  });

  test('escapes texts that people typed, and keeps them on one line', () => {
    expect(mail.html).not.toContain('<img');
    expect(mail.html).not.toContain('<script');
    expect(mail.text).toContain('/ <img src=x> Bcc: all@example.org, Tue 17 Nov, 21:00, Skipped: "><script>');
    expect(mailOf([{ heading: 'Hello' }], 'One\r\nBcc: two@example.org').subject).toBe('One Bcc: two@example.org');
  });

  test('has no links except to the web or to a mail address', () => {
    for (const url of ['javascript:alert(1)', '/todo', '']) expect(() => mailOf([{ button: { label: 'Open', url } }])).toThrow(RangeError);
  });
});

test('skipped tasks are counted beside kept ones, with the same numbers as in the report, and the button leads to the report of that week', () => {
  const { subject, blocks } = reportSection({ ...TOLD, counts: { ...NONE, planned: 10, kept: 6, skipped: 4 } }, PLACE.origin);
  expect(subject).toBe('Week 47: 6 of 10 kept, 4 skipped');
  const { text } = mailOf(blocks);
  expect(text).toContain('6 kept of 10 · 0 missed · 4 skipped');
  expect(text).toContain('https://vouch.example/report?week=2026-11-16');
  expect(reportSection({ ...TOLD, counts: { ...NONE, planned: 4, skipped: 4 } }, PLACE.origin).subject).toBe('Week 47: all 4 skipped');
});

test('a reminder links to the screen on which both answers can be given', () => {
  const told = { date: '2026-11-24', escalates_at: null, partner: null, escalation: null };
  expect(mailOf(reminderSection(told, PLACE).blocks).text).toContain('https://vouch.example/dashboard');
});

test('a reminder mentions an escalation only if there is a partner, and says if it has been escalated', () => {
  const text = (told: Parameters<typeof reminderSection>[0]) => mailOf(reminderSection(told, PLACE).blocks).text;
  expect(text({ date: '2026-11-24', escalates_at: '2026-11-24T07:30:00.000Z', partner: null, escalation: null })).not.toContain('told');
  expect(text({ date: '2026-11-24', escalates_at: null, partner: '', escalation: 'escalated' })).toContain('Your partner was told.');
});
