import { describe, expect, test } from 'vitest';
import { dailyModel, historyModel, overallModel, weeklyModel } from '../../src/reports/model/build-report.ts';
import { taskRow } from '../../src/reports/model/build-tables.ts';
import type { MapChart, ReportModel } from '../../src/reports/model/report-model.ts';
import { counts, day, done, entry, history, task, week, whole } from './fixtures.ts';

const OWNER = 'Inés Kowalczyk';
const figure = (model: ReportModel, label: string) => model.figures.find((each) => each.label === label);
const chart = (model: ReportModel, kind: string) => model.charts.find((each) => each.kind === kind);

describe('a row of a report', () => {
  test('says Verified only for judged proofs', () => {
    const proven = { verification_type: 'general', verification_state: 'verified' } as const;
    const row = (own: Parameters<typeof done>[1]) => taskRow(done('2026-11-10T10:51:00.000Z', own), 'Europe/Berlin', '2026');
    expect([row({}), row(proven), row({ ...proven, on_word: true })].map(({ state, mark }) => [state, mark])).toEqual([
      ['Kept', 'kept'],
      ['Verified', 'verified'],
      ['On your word', 'kept'],
    ]);
  });

  test("of the history has the mark of kept, not of verified, if it counts on the owner's word", () => {
    const accepted = entry({ action: 'task.proof_accepted', label: 'Proof reviewed', detail: 'On your word.', on_word: true });
    const [row] = historyModel(history({ entries: [accepted] }), OWNER).rows?.rows ?? [];
    expect(row).toMatchObject({ mark: 'kept', what: expect.stringMatching(/On your word\.$/) });
  });
});

describe('a weekly report', () => {
  test('names its week, its dates, its zone and the instant in the owner’s zone', () => {
    const model = weeklyModel(week(), OWNER);
    expect([model.name, model.title, model.period]).toEqual(['Weekly report', 'Week 46', 'Monday 9 to Sunday 15 November 2026']);
    expect(model.generated).toBe('Monday 16 November 2026, 08:00 (UTC+01:00)');
  });

  test('names month and year of both ends if they differ', () => {
    expect(weeklyModel(week({ from: '2026-12-28', to: '2027-01-03' }), OWNER).period).toBe(
      'Monday 28 December 2026 to Sunday 3 January 2027',
    );
    expect(weeklyModel(week({ from: '2026-09-28', to: '2026-10-04' }), OWNER).period).toBe('Monday 28 September to Sunday 4 October 2026');
  });

  test('is closed once the week is over and nothing in it is open', () => {
    expect(weeklyModel(week(), OWNER).closed).toBe(true);
    expect(weeklyModel(week({ counts: counts({ kept: 24, missed: 2, open: 1 }) }), OWNER).closed).toBe(false);
    // 23:30 on Sunday in Berlin: the week runs for half an hour more.
    expect(weeklyModel(week({ generated_at: '2026-11-15T22:30:00.000Z' }), OWNER).closed).toBe(false);
    // The same instant is Monday in Auckland.
    expect(weeklyModel(week({ generated_at: '2026-11-15T22:30:00.000Z', timezone: 'Pacific/Auckland' }), OWNER).closed).toBe(true);
  });

  test('shows the counts of every day and their sum', () => {
    const [table] = weeklyModel(week(), OWNER).tables;
    expect(table?.rows[5]?.map(({ text }) => text)).toEqual(['Sat 14 Nov', '2', '1', '1', '0', '0', '1', '50 %']);
    expect(table?.foot?.map(({ text }) => text)).toEqual(['Week 46', '27', '24', '2', '1', '0', '1', '92 %']);
    expect(table?.caption).toBe('Besides, 2 postponed and 1 taken back.');
  });

  test('and any other shows what was planned and how long the owner was focused, if there was either', () => {
    const texts = (model: ReportModel) => model.tables.at(-1)?.rows.map((row) => row.map(({ text }) => text));
    const focus = { minutes: 3_005, sessions: 121, planned_minutes: 45 };
    expect(texts(weeklyModel(week({ focus }), OWNER))).toEqual([['Week 46', '45 min', '50 h 5 min', '121']]);
    expect(texts(dailyModel(day({ focus: { ...focus, minutes: 0 } }), OWNER))).toEqual([['Sat 14 Nov', '45 min', '0 min', '121']]);
    expect(texts(overallModel(whole({ focus: { ...focus, planned_minutes: 0 } }), OWNER))).toEqual([['Sum', '0 min', '50 h 5 min', '121']]);
    expect(weeklyModel(week(), OWNER).tables).toHaveLength(1);
  });

  test('names the days of the misses, and the hours with the most completions', () => {
    const model = weeklyModel(week(), OWNER);
    expect(chart(model, 'bars')?.caption).toBe('2 misses, on Saturday and Sunday.');
    expect(chart(model, 'hours')?.caption).toBe('13 of 25 between 08:00 and 11:00.');
  });

  test('says whether missed tasks were done late, or in time but not proven', () => {
    const missed = { ...done('2026-11-10T10:51:00.000Z'), outcome: 'missed', verification_type: 'general' } as const;
    const tasks = [
      task({ status: 'missed' }),
      { ...missed, late: true, verification_state: 'verified' },
      { ...missed, verification_state: 'rejected' },
      { ...missed, verification_state: 'rejected' },
      { ...missed, verification_state: 'expired' },
    ] as const;
    const note = (late: number, part: Partial<Parameters<typeof weeklyModel>[0]>) =>
      figure(weeklyModel({ ...week({ counts: counts({ missed: 5, late }) }), ...part }, OWNER), 'Missed')?.note;
    expect(note(1, { tasks: [...tasks] })).toBe('1 done late, 2 rejected for good, 1 without proof in time');
    expect(note(0, { tasks: [...tasks].slice(2, 3) })).toBe('1 rejected for good');
    expect(note(0, { tasks: [...tasks].slice(0, 1) })).toBe('none done late');
    expect(note(0, { tasks: [...tasks], more: 1 })).toBe('none done late');
    expect(figure(overallModel(whole({ counts: counts({ missed: 2, late: 1 }) }), OWNER), 'Missed')?.note).toBe('1 done late');
  });

  test('makes no statements about tasks if there are none', () => {
    const empty = week({
      counts: counts(),
      days: week().days.map(({ date }) => ({ date, counts: counts() })),
      hours: Array(24).fill(0),
      median_delay_minutes: null,
      tasks: [],
      note: 'This week lies ahead.',
    });
    const model = weeklyModel(empty, OWNER);
    expect(model.charts.map(({ caption }) => caption)).toEqual(['Nothing was planned.', 'Nothing was completed.']);
    expect(figure(model, 'Completion rate')).toMatchObject({ value: '–', note: 'nothing decided yet' });
    expect(figure(model, 'Median delay')?.value).toBe('–');
    expect(figure(model, 'Kept')?.settled).toBe(false);
    expect([model.note, model.rows?.rows]).toEqual(['This week lies ahead.', []]);
  });
});

describe('the state of a task', () => {
  const said = (part: Parameters<typeof task>[0]) => {
    const { mark, state, aside } = taskRow(task(part), 'Europe/Berlin', '2026');
    return [mark, state, aside];
  };
  test('is given in words, with its time if it is known', () => {
    expect(said(done('2026-11-10T10:51:00.000Z'))).toEqual(['kept', 'Kept', '11:51']);
    expect(said(done('2026-11-12T10:51:00.000Z', { late: true }))).toEqual(['late', 'Missed, done late', 'Thu 12 Nov, 11:51']);
    expect(said({ status: 'skipped', skip_reason: 'guests', postponed: 2 })).toEqual(['skipped', 'Skipped', 'guests, postponed twice']);
    expect(said({ status: 'missed', deleted: true })).toEqual(['missed', 'Missed', 'deleted since']);
    expect(said({})).toEqual(['open', 'Open', '']);
  });

  test('depends on its proof', () => {
    expect(said(done('2026-11-10T10:51:00.000Z', { verification_state: 'in_review' }))[1]).toBe('In review');
    expect(said(task({ status: 'missed', outcome: 'kept', corrected: true })).slice(0, 2)).toEqual(['late', 'Corrected']);
    expect(said(done('2026-11-10T10:51:00.000Z', { verification_state: 'expired' }))[1]).toBe('Missed, proof expired');
  });

  test('stays skipped if the task was done after its deadline', () => {
    expect(said(done('2026-11-12T10:51:00.000Z', { late: true, skip_reason: 'guests' }))[1]).toBe('Skipped, done later');
  });
});

describe('an overall report', () => {
  const map = (model: ReportModel) => (chart(model, 'map') as MapChart).data;

  test('has a map of exactly the days of its period', () => {
    const shown = map(overallModel(whole(), OWNER))
      .weeks.flat()
      .filter((each) => each !== null);
    expect([shown[0]?.date, shown.at(-1)?.date, shown.length]).toEqual(['2025-12-01', '2026-11-18', 353]);
  });

  test('can begin and end within a week', () => {
    const weeks = map(overallModel(whole({ start_date: '2026-11-11', end_date: '2026-11-17' }), OWNER)).weeks;
    expect(weeks.map((each) => each.map((one) => one?.date.slice(-2) ?? '').join())).toEqual([',,11,12,13,14,15', '16,17,,,,,']);
  });

  test('has a map of the last 53 weeks of a long period', () => {
    const { weeks } = map(overallModel(whole({ start_date: '2017-01-01' }), OWNER));
    expect(weeks).toHaveLength(53);
    expect(weeks[0]?.[0]?.date).toBe('2025-11-17');
  });

  test('still shows a miss that a freeze covers', () => {
    const frozen = map(overallModel(whole(), OWNER))
      .weeks.flat()
      .find((each) => each?.frozen);
    expect(frozen).toMatchObject({ missed: true, frozen: true });
  });
});

describe('the history', () => {
  test('says what happened, who acted and when, in the zone', () => {
    const [first] =
      historyModel(
        history({
          entries: [
            entry({ action: 'task.missed', label: 'Missed', title: 'Run', detail: 'Due 09:15', actor: { kind: 'system', name: null } }),
          ],
        }),
        OWNER,
      ).rows?.rows ?? [];
    expect(first).toMatchObject({ when: 'Thu 19 Nov, 13:20', what: 'Missed: Run. Due 09:15', aside: 'Vouch', mark: 'missed' });
  });

  test('spans the dates of its entries in the zone, not in UTC', () => {
    // 23:30 UTC on 31 December is the first of January in Berlin.
    expect(historyModel(history(), OWNER).period).toBe('All entries, 1 January to 19 November 2026, newest first');
    expect(historyModel(history({ entries: [], type: 'alerts' }), OWNER).period).toBe('Alerts');
  });

  test('says how many entries there are in all, if it shows only the newest', () => {
    const { entries } = history();
    const model = historyModel(history({ total: 7_123 }), OWNER);
    const part = `The newest ${entries.length} of 7,123 entries`;
    expect([model.period, model.rows?.title]).toEqual([`${part}, 1 January to 19 November 2026, newest first`, part]);
    expect(historyModel(history({ total: entries.length }), OWNER).period).toContain('All entries');
  });
});

test('a report with more tasks than it shows contains the newest, and says how many there are', () => {
  const many = Array.from({ length: 5_003 }, (_, index) => task({ title: `Promise ${index}` }));
  for (const model of [weeklyModel(week({ tasks: many }), OWNER), dailyModel(day({ tasks: many }), OWNER)]) {
    expect(model.rows?.title).toBe('What was promised: the newest 5,000 of 5,003');
    expect([model.rows?.rows[0]?.what, model.rows?.rows.at(-1)?.what]).toEqual(['Promise 3', 'Promise 5002']);
  }
  const left = weeklyModel({ ...week({ tasks: many.slice(-20) }), more: 4_983 }, OWNER);
  expect(left.rows?.title).toBe('What was promised: the newest 20 of 5,003');
});

test('a daily report names its day', () => {
  const model = dailyModel(day(), OWNER);
  expect([model.title, model.period, figure(model, 'Kept')?.note]).toEqual(['Saturday', '14 November 2026', '2 open']);
});
