import fc from 'fast-check';
import { expect, test } from 'vitest';
import { later } from '../../src/domain/calendar/dates.ts';
import { addDays, datesBetween, weekday } from '../../src/domain/calendar/local.ts';
import { taskStream } from '../../src/domain/task/events.ts';
import type { Stored } from '../../src/ports/documents.ts';
import { account } from '../../src/projections/account/accounts.ts';
import { activeAlerts } from '../../src/projections/alert.ts';
import { stretchOf } from '../../src/projections/day/days.ts';
import { evidenceOf } from '../../src/projections/partner/partner-summary.ts';
import { dailyReport, overallReport, ownerStreak, readerOf, weeklyReport } from '../../src/projections/report.ts';
import { everyTask, missedTasks } from '../../src/projections/task/task-lists.ts';
import type { TaskDoc } from '../../src/projections/task/tasks.ts';
import { dailyModel, overallModel, weeklyModel } from '../../src/reports/model/build-report.ts';
import type { Table } from '../../src/reports/model/report-model.ts';
import type { Alert } from '../../web/api/alerts.ts';
import { camel } from '../../web/api/names.ts';
import { keptWords } from '../../web/dashboard/progress.tsx';
import { putAwayAmong, wholeDay } from '../../web/dashboard/put-away.ts';
import { dayWords, needWords, tasksInNeed } from '../../web/dashboard/today.tsx';
import { earlier } from '../../web/lib/calendar.ts';
import { figuresOf } from '../../web/report/parts.tsx';
import { groupByDay } from '../../web/tasks/due.ts';
import { build } from '../projections/support/build.ts';
import { randomWorld } from '../projections/support/random-world.ts';
import { countedByHand, type Sums, streakByHand, sumOf } from '../support/counted-by-hand.ts';
import { aTask } from './examples.ts';

const OWNER = 'u1';

const planned = ({ kept, missed, skipped, open }: Sums): number => kept + missed + skipped + open;
const withRate = (sums: Sums) => ({
  ...sums,
  planned: planned(sums),
  completion_rate: sums.kept + sums.missed === 0 ? null : sums.kept / (sums.kept + sums.missed),
});

/** A random history, its read models, and what a person who reads its audit would count. */
async function history(seed: number) {
  const world = randomWorld(seed, 120, [OWNER]);
  const { events, now } = world;
  // The program records what time has done before anybody reads.
  for (const id of new Set(events.flatMap(({ stream }) => taskStream.idOf(stream) ?? []))) world.task(OWNER, id, { type: 'Advance' });
  const { views } = await build(events);
  const found = await account(views, OWNER);
  if (!found) throw new Error('There is no account.');
  const reader = readerOf(found.doc, now);
  const tasks: Stored<TaskDoc>[] = [];
  for await (const page of everyTask(views, OWNER)) tasks.push(...page);
  return { events, now, views, reader, tasks, counted: countedByHand(events, OWNER) };
}
type History = Awaited<ReturnType<typeof history>>;

const holds = (property: (found: History) => Promise<void>) =>
  fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 1_000_000 }), async (seed) => property(await history(seed))),
    { numRuns: 8 },
  );

type Writable<T> = T extends object ? { -readonly [K in keyof T]: Writable<T[K]> } : T;
const made = ({ reader, now }: History) => ({ timezone: reader.zone, generated_at: now });
/** The lists of tasks are compared apart from the numbers. */
const written = <T extends object>(found: History, figures: T): Writable<T> & ReturnType<typeof made> & { tasks: [] } =>
  // The figures are read-only, and those of an answer are not.
  structuredClone({ ...figures, ...made(found), tasks: [] }) as Writable<T> & ReturnType<typeof made> & { tasks: [] };

const NAMES = ['planned', 'kept', 'missed', 'skipped', 'open', 'late'] as const;
/** The row of a table, or its sum, as numbers. */
const numbersIn = (row: Table['rows'][number] | null | undefined) =>
  (row ?? []).slice(1, 7).map(({ text }) => Number(text.replace(',', '')));
const byHand = (sums: Sums) => NAMES.map((name) => withRate(sums)[name]);

test('every report has the counts of its dates, in its figures, its tables and its parts', { timeout: 120_000 }, () =>
  holds(async (found) => {
    const { views, reader, counted } = found;
    const { today, since } = reader;
    const sums = (from: string, to: string) => sumOf(counted.days, from, to);

    for (const date of datesBetween(addDays(today, -4), addDays(today, 3))) {
      const daily = await dailyReport(views, reader, date);
      expect(daily.counts).toEqual(withRate(sums(date, date)));
      expect(daily.streak).toEqual(streakByHand(counted, today, date));
      expect(numbersIn(dailyModel(written(found, { ...daily, more: 0 }), '').tables[0]?.foot)).toEqual(byHand(sums(date, date)));
    }

    for (const offset of [-1, 0, 1]) {
      const weekly = await weeklyReport(views, reader, offset);
      const whole = sums(weekly.from, weekly.to);
      expect(weekly.counts).toEqual(withRate(whole));
      expect(weekly.days.map(({ counts }) => counts)).toEqual(weekly.days.map(({ date }) => withRate(sums(date, date))));
      expect((await stretchOf(views, OWNER, weekly)).counts).toEqual(withRate(whole));
      const model = weeklyModel(written(found, weekly), '');
      expect(numbersIn(model.tables[0]?.foot)).toEqual(byHand(whole));
      expect(model.tables[0]?.rows.map(numbersIn)).toEqual(weekly.days.map(({ date }) => byHand(sums(date, date))));
      const first = [`${whole.kept}`, `of ${planned(whole)}`];
      expect([model.figures[0]?.value, model.figures[0]?.unit]).toEqual(planned(whole) === 0 ? ['–', ''] : first);
      const [kept] = figuresOf(camel(written(found, weekly)), false);
      if (planned(whole) > 0) expect([kept?.value, kept?.unit]).toEqual([first[0], `${first[1]} planned`]);
      const words = keptWords(camel(weekly.counts));
      if (whole.skipped < planned(whole)) expect(words).toMatch(new RegExp(`^${whole.kept} of ${planned(whole)} kept`));
      if (weekly.from <= today && today < weekly.to) {
        const soFar = planned(sums(weekly.from, today));
        expect(model.tables[0]?.caption).toContain(soFar === 0 ? 'Up to today nothing' : `Up to today ${soFar} planned:`);
      }
    }

    const overall = await overallReport(views, reader);
    expect(overall.counts).toEqual(withRate(sums(since, today)));
    const weeks = overall.weeks.map(({ from }) => sums(later(from, since), earlier(addDays(from, 6), today)));
    expect(overall.weeks.map(({ counts }) => counts)).toEqual(weeks.map(withRate));
    expect(overall.weekdays.map(({ planned: all }) => all)).toEqual(
      [1, 2, 3, 4, 5, 6, 7].map((day) =>
        datesBetween(since, today).reduce((all, date) => all + (weekday(date) === day ? planned(sums(date, date)) : 0), 0),
      ),
    );
    const table = overallModel(written(found, overall), '').tables.find(({ title }) => title === 'Week by week');
    expect([table?.rows.map(numbersIn), numbersIn(table?.foot)]).toEqual([weeks.map(byHand), byHand(sums(since, today))]);
  }),
);

test('streaks are the same in the dashboard and in reports, and those of the audit', { timeout: 120_000 }, () =>
  holds(async ({ views, reader, counted }) => {
    const { today } = reader;
    const now = streakByHand(counted, today, today);
    expect(await ownerStreak(views, reader)).toMatchObject(now);
    expect((await weeklyReport(views, reader, 0)).streak).toEqual(now);
    const last = await weeklyReport(views, reader, -1);
    expect(last.streak).toEqual(streakByHand(counted, today, last.to));
  }),
);

test('a partner’s summary has the numbers of the reports, and as many events behind each', { timeout: 120_000 }, () =>
  holds(async ({ events, reader, counted }) => {
    const [from, to] = [addDays(reader.today, -6), reader.today];
    const own = events.filter(({ stream, metadata }) => metadata.owner === OWNER && taskStream.idOf(stream) !== null);
    const evidence = evidenceOf(own, from, to);
    const { kept, missed, skipped, postponed, taken_back, ...rest } = sumOf(counted.days, from, to);
    const behind = Object.entries(evidence).map(([name, entries]) => [name, entries.reduce((sum, one) => sum + one.by_how_much, 0)]);
    expect(Object.fromEntries(behind)).toEqual({
      promised: kept + missed + skipped + rest.open,
      kept,
      missed,
      skipped,
      postponed,
      taken_back,
    });
  }),
);

test('the dashboard counts today, past days, misses and alerts as the audit has them', { timeout: 120_000 }, () =>
  holds(async ({ views, reader, tasks, counted, now }) => {
    const { today } = reader;
    const shown = tasks.map(({ id, doc }) =>
      aTask({
        id,
        status: doc.status,
        completed: doc.status === 'completed',
        outcome: doc.outcome,
        late: doc.late,
        dueDate: doc.due_date,
        dueTime: doc.due_time,
        dueAt: doc.due_at,
        archived: doc.archived,
        deleted: doc.deleted,
        verificationType: doc.verification_type,
        verificationState: doc.verification_state,
        proofDueAt: doc.proof_due_at,
      }),
    );
    const listed = shown.filter((task, index) => !task.archived && !task.deleted && !tasks[index]?.doc.withdrawn);
    const putAway = putAwayAmong(shown, listed);
    for (const group of groupByDay(listed, reader.zone, today)) {
      if (group.date === null) continue;
      const { sums } = wholeDay(group, putAway, today);
      const { kept, missed, skipped, open } = counted.days.get(group.date) ?? sumOf(counted.days, group.date, group.date);
      expect([group.date, sums]).toEqual([group.date, { planned: kept + missed + skipped + open, kept, missed, skipped, open }]);
    }
    const dueToday = [...listed, ...putAway].filter(({ dueDate }) => dueDate === today);
    const all = sumOf(counted.days, today, today);
    const { rest } = dayWords(dueToday, null, { zone: reader.zone, now: Date.parse(now) });
    expect(rest).toMatch(planned(all) === 0 ? /^$/ : new RegExp(`^${planned(all) - all.open} of ${planned(all)} decided`));
    if (all.open > 0) expect(rest).toContain(`, ${all.open} open`);

    const told = [...counted.tasks.values()].filter((task) => !task.archived && !task.deleted && !task.withdrawn);
    expect((await missedTasks(views, OWNER, { limit: 1_000 })).items).toHaveLength(
      told.filter(({ status, corrected }) => status === 'missed' && !corrected).length,
    );
    const active = await activeAlerts(views, OWNER);
    expect(active).toHaveLength(counted.activeAlerts.length);

    const alerts = active.map(({ id, doc }) => ({ id, taskId: doc.task_id, type: doc.type }) as Alert);
    const missed = new Set(counted.activeAlerts.flatMap(({ type, task_id }) => (type === 'task_missed' && task_id ? [task_id] : [])));
    const answerable = [...missed].filter((id) => {
      const task = counted.tasks.get(taskStream(id));
      const isListed = task && !task.archived && !task.deleted && !task.withdrawn;
      return isListed && (task.status === 'missed' || task.verification_state === 'expired');
    });
    const need = needWords(tasksInNeed(listed, alerts, Date.parse(now)), Date.parse(now));
    expect(Number(/(\d+) miss(es)? to answer/.exec(need)?.[1] ?? 0)).toBe(answerable.length);
  }),
);
