import { describe, expect, test } from 'vitest';
import { userCaller } from '../../src/app/caller.ts';
import { advanceRoutines, occurrenceId } from '../../src/app/routine/routine-steps.ts';
import { changeRoutine, type RoutineInput, startRoutine } from '../../src/app/routine/routines.ts';
import { takeVacation } from '../../src/app/vacation.ts';
import { addDays, datesBetween, dueInstant, localDate, startOfDay } from '../../src/domain/calendar/local.ts';
import { routineStream } from '../../src/domain/routine/events.ts';
import { taskStream } from '../../src/domain/task/events.ts';
import { occurrencesOf, routineStreaksOf } from '../../src/projections/routine/routines.ts';
import { onVacation } from '../../src/projections/vacation.ts';
import { ownPrograms, streakOf, type TestProgram } from '../support/program.ts';

const { start, startAgain } = ownPrograms();

async function routine(program: TestProgram, owner: string, input: Partial<RoutineInput> = {}): Promise<string> {
  const body = { title: 'Stand up', rrule: 'FREQ=DAILY', ...input };
  const { id, position } = await startRoutine(program.app, userCaller(owner, program.app.newId()), body);
  if (position !== null) await program.app.waitForReadModels(position);
  return id;
}
const occurrences = async ({ app }: TestProgram, id: string) => (await occurrencesOf(app.views, id, '0001-01-01')).map(({ doc }) => doc);
const dates = async (program: TestProgram, id: string) =>
  (await occurrences(program, id)).filter(({ deleted }) => !deleted).map(({ occurrence_date }) => occurrence_date);
const eventsOf = async ({ app }: TestProgram, stream: string) =>
  (await app.store.readStream(stream)).map(({ type, metadata }) => `${metadata.at} ${type}`);

describe('a daily routine over a day that the zone skipped, due at 02:30', () => {
  test.each([
    // what is due on it is due at the beginning of the next one
    ['Pacific/Apia', '2011-12-26T12:00:00Z', '2011-12-30', '2011-12-30T10:00:00.000Z'],
  ])('has an occurrence for the skipped day, due at the beginning of the next: in %s from %s', async (zone, at, night, dueAt) => {
    const program = await start(at);
    const owner = await program.signUp('night@example.com', zone);
    const id = await routine(program, owner, { due_time: '02:30' });
    const before = await occurrences(program, id);
    const first = before[0]?.occurrence_date as string;
    expect(before.find((doc) => doc.occurrence_date === night)?.due_at).toBe(dueAt);
    expect(before.map((doc) => doc.due_at)).toEqual(
      datesBetween(first, addDays(localDate(at, zone), 14)).map((date) => dueInstant(date, '02:30', zone)),
    );

    await program.to(startOfDay(addDays(night, 2), zone));
    const after = await occurrences(program, id);
    expect(after.map((doc) => doc.occurrence_date)).toEqual(datesBetween(first, addDays(night, 16)));
    const missed = await eventsOf(program, taskStream(occurrenceId(id, night)));
    expect(missed.filter((event) => event.endsWith('TaskMissed'))).toEqual([`${dueAt} TaskMissed`]);
    // made at the first instant of the day 14 days before
    const last = addDays(night, 16);
    expect((await eventsOf(program, taskStream(occurrenceId(id, last))))[0]).toBe(`${startOfDay(addDays(last, -14), zone)} TaskPromised`);
    expect(program.errors).toEqual([]);
  });
});

/** Without ids that differ in each program. */
const stable = (data: unknown, names: ReadonlyMap<string, string>): unknown =>
  JSON.parse(
    [...names].reduce((text, [id, name]) => text.replaceAll(id, name), JSON.stringify(data).replaceAll(/v1\.[^"]+/g, 'sealed')),
    (name, value) => (/(^|_)(id|of)$/.test(name) && value !== null ? '' : value),
  );

interface Way {
  readonly name: string;
  readonly pass: (program: TestProgram, owner: string, until: string) => Promise<void>;
}
const HOURLY = 12;
const WAYS: readonly Way[] = [
  { name: 'running', pass: (program, _owner, until) => program.to(until) },
  {
    name: 'down for 20 days',
    pass: async (program) => {
      program.sleep('PT480H');
      await program.timekeeper.tick();
    },
  },
  {
    name: 'every job twice and at once',
    pass: async (program, owner, until) => {
      for (let day = 1; day <= 20 * (24 / HOURLY); day += 1) {
        const at = Temporal.Instant.from('2026-11-16T07:00:00Z')
          .add({ hours: day * HOURLY })
          .toString();
        program.clock.hold(at);
        await Promise.all([
          advanceRoutines(program.app, owner, program.clock.now()),
          advanceRoutines(program.app, owner, program.clock.now()),
          program.timekeeper.tick(),
        ]);
      }
      await program.to(until);
    },
  },
];

test('20 days of downtime, and jobs that run twice, give the same events as a program that ran on time', async () => {
  const until = '2026-12-06T07:00:00.000Z';
  const stories = await Promise.all(
    WAYS.map(async ({ pass }) => {
      const program = await start('2026-11-16T07:00:00Z');
      const owner = await program.signUp('ways@example.com', 'Europe/Berlin');
      const daily = await routine(program, owner, { due_time: '15:00', verification_type: 'general' });
      const weekly = await routine(program, owner, { rrule: 'FREQ=WEEKLY;BYDAY=TU,SU' });
      const chained = await routine(program, owner, { rrule: 'FREQ=DAILY;INTERVAL=4', mode: 'completion' });
      await takeVacation(program.app, userCaller(owner, program.app.newId()), { from: '2026-12-01', to: '2026-12-03' });
      await program.app.waitForReadModels(await program.app.store.head());
      await pass(program, owner, until);
      expect(program.errors).toEqual([]);
      const ids = [daily, weekly, chained];
      const all = await Promise.all(ids.map((id) => occurrences(program, id)));
      const streams = [...ids.map(routineStream), ...all.flat().map((doc) => taskStream(doc.id))];
      const names = new Map([...ids, ...all.flat().map((doc) => doc.id), owner].map((id, index) => [id, `#${index}`]));
      const of = async (stream: string) =>
        (await program.app.store.readStream(stream)).map(({ type, data, metadata }) => [
          metadata.at,
          type,
          metadata.actor.kind,
          stable(data, names),
        ]);
      return {
        dates: all.map((docs) => docs.map((doc) => [doc.occurrence_date, doc.status])),
        events: await Promise.all(streams.map(of)),
        streaks: [...(await routineStreaksOf(program.app.views, owner)).values()],
      };
    }),
  );
  const [ran, slept, doubled] = stories;
  expect(ran?.dates[0]).toHaveLength(35);
  expect(ran?.dates[0]?.filter(([, status]) => status === 'skipped').map(([date]) => date)).toEqual([
    '2026-12-01',
    '2026-12-02',
    '2026-12-03',
  ]);
  expect(ran?.dates[2]?.map(([date]) => date)).toEqual([
    '2026-11-16',
    '2026-11-20',
    '2026-11-24',
    '2026-11-28',
    '2026-12-02',
    '2026-12-06',
  ]);
  expect(slept).toEqual(ran);
  expect(doubled).toEqual(ran);
});

test('a restart in the middle of a month repeats nothing, and a rebuild gives the same read models', async () => {
  const program = await start('2026-11-16T07:00:00Z');
  const owner = await program.signUp('again@example.com', 'Europe/Berlin');
  const id = await routine(program, owner);
  await program.to('2026-11-25T12:00:00Z');
  const again = await startAgain(program);
  await again.to('2026-12-05T12:00:00Z');
  expect(await dates(again, id)).toEqual(datesBetween('2026-11-16', '2026-12-19'));
  const promised = (await again.app.store.readAll('0'.repeat(20), 10_000)).filter(({ type }) => type === 'TaskPromised');
  expect(promised).toHaveLength(34);
});

test('after a change of zone near occurrences keep their instant, and later ones are at the hour of the routine', async () => {
  const program = await start('2026-11-16T07:00:00Z');
  const owner = await program.signUp('mover@example.com', 'Europe/Berlin');
  const id = await routine(program, owner, { due_time: '09:00' });
  await program.to('2026-11-18T12:00:00Z');
  await program.moveZone(owner, 'Asia/Tokyo');
  await program.timekeeper.tick();
  const due = async (date: string) => (await program.task(occurrenceId(id, date))).due_at;
  // In 20 and in 44 hours; then in 69, which is 60 in the new zone.
  expect(await due('2026-11-19')).toBe('2026-11-19T08:00:00.000Z');
  expect(await due('2026-11-20')).toBe('2026-11-20T08:00:00.000Z');
  expect(await due('2026-11-21')).toBe('2026-11-21T00:00:00.000Z');
  expect(await due('2026-12-02')).toBe('2026-12-02T00:00:00.000Z');
  await program.to('2026-11-18T15:00:00Z');
  expect(await due('2026-12-03')).toBe('2026-12-03T00:00:00.000Z');
  expect(await dates(program, id)).toEqual(datesBetween('2026-11-16', '2026-12-03'));
});

test('a move to the east creates at once the occurrences that are 14 days ahead there', async () => {
  const program = await start('2026-11-16T20:00:00Z');
  const owner = await program.signUp('east@example.com', 'America/Los_Angeles');
  const id = await routine(program, owner);
  expect((await dates(program, id)).at(-1)).toBe('2026-11-30');
  await program.moveZone(owner, 'Pacific/Kiritimati');
  await program.timekeeper.tick();
  expect((await dates(program, id)).at(-1)).toBe('2026-12-01');
  expect((await program.task(occurrenceId(id, '2026-12-01'))).created_at).toBe('2026-11-16T20:00:00.000Z');
});

test('a vacation neither breaks nor extends the streaks of the routine and the owner', async () => {
  const program = await start('2026-11-16T07:00:00Z');
  const owner = await program.signUp('away@example.com', 'Europe/Berlin');
  const id = await routine(program, owner);
  const day = async (date: string) => {
    await program.to(`${date}T12:00:00Z`);
    await program.complete(owner, occurrenceId(id, date));
  };
  for (const date of datesBetween('2026-11-16', '2026-11-18')) await day(date);
  await takeVacation(program.app, userCaller(owner, program.app.newId()), { from: '2026-11-19', to: '2026-11-25' });
  expect([await onVacation(program.app.views, owner, '2026-11-25'), await onVacation(program.app.views, owner, '2026-11-26')]).toEqual([
    true,
    false,
  ]);
  await day('2026-11-26');
  expect((await routineStreaksOf(program.app.views, owner)).get(id)).toEqual({ current: 4, longest: 4 });
  expect(await streakOf(program, owner, '2026-11-26')).toMatchObject({ current: 4, longest: 4 });
});

test('a routine that was changed keeps its past, whatever happens later', async () => {
  const program = await start('2026-11-16T07:00:00Z');
  const owner = await program.signUp('past@example.com', 'Europe/Berlin');
  const id = await routine(program, owner);
  await program.to('2026-11-19T07:00:00Z');
  await changeRoutine(program.app, userCaller(owner, program.app.newId()), id, { rrule: 'FREQ=WEEKLY;BYDAY=MO' });
  await program.to('2026-11-24T07:00:00Z');
  const dates = (await occurrences(program, id)).filter(({ deleted }) => !deleted).map((doc) => `${doc.occurrence_date} ${doc.status}`);
  expect(dates).toEqual([
    '2026-11-16 missed',
    '2026-11-17 missed',
    '2026-11-18 missed',
    '2026-11-23 missed',
    '2026-11-30 pending',
    '2026-12-07 pending',
  ]);
});
