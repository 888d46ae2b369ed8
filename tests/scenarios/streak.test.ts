import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { userCaller } from '../../src/app/caller.ts';
import { closeDay } from '../../src/app/day.ts';
import { setStatus, undoTask as undo } from '../../src/app/task/tasks.ts';
import { addDays, datesBetween, endOfDay } from '../../src/domain/calendar/local.ts';
import { dayStream } from '../../src/domain/day/events.ts';
import { activeAlerts } from '../../src/projections/alert.ts';
import { alertKinds, ownPrograms, startTestProgram, streakOf, type TestProgram, typesIn } from '../support/program.ts';

const ZONE = 'Europe/Berlin';
/** A Monday. */
const FIRST = '2026-11-02';

describe('the streak', () => {
  let program: TestProgram;
  let owner: string;
  beforeEach(async () => {
    program = await startTestProgram({ at: '2026-11-02T06:00:00Z' });
    owner = await program.signUp('streak@example.com', ZONE);
  });
  afterEach(() => program.dispose());

  const promised = (date: string): Promise<string> => program.promise(owner, { title: `On ${date}`, due_date: date });
  const night = (date: string): Promise<void> =>
    program.to(Temporal.Instant.from(endOfDay(date, ZONE)).add({ milliseconds: 1 }).toString());
  const keep = async (date: string): Promise<void> => {
    await program.complete(owner, await promised(date));
    await night(date);
  };
  const keepAll = async (from: string, to: string): Promise<void> => {
    for (const date of datesBetween(from, to)) await keep(date);
  };
  const streak = (today: string) => streakOf(program, owner, today);

  test('counts today as soon as everything is kept, and is not broken by what is still open today', async () => {
    await keepAll(FIRST, '2026-11-04');
    const id = await promised('2026-11-05');
    expect(await streak('2026-11-05')).toMatchObject({ current: 3, today: 'open' });
    await program.complete(owner, id);
    expect(await streak('2026-11-05')).toMatchObject({ current: 4, today: 'kept' });
  });

  test('of 2 days breaks without an alert', async () => {
    await keepAll(FIRST, '2026-11-03');
    await promised('2026-11-04');
    await night('2026-11-04');
    expect(await streak('2026-11-05')).toMatchObject({ current: 0, longest: 2 });
    expect(await alertKinds(program, owner)).not.toContain('streak_broken');
  });

  test('that was ended by a reopening continues when that is undone, and its alert is resolved', async () => {
    await program.reactors.start();
    await keepAll(FIRST, '2026-11-04');
    const id = await promised('2026-11-05');
    await program.complete(owner, id);
    await night('2026-11-05');
    const caller = () => userCaller(owner, program.app.newId());
    await setStatus(program.app, caller(), id, { completed: false });
    await keep('2026-11-06');
    const open = async () => (await activeAlerts(program.app.views, owner)).map(({ doc }) => doc.kind);
    expect(await open()).toEqual(['streak_broken', 'missed']);
    await undo(program.app, caller(), id);
    await program.timekeeper.tick();
    expect([await open(), await streak('2026-11-07')]).toMatchObject([[], { current: 5 }]);
  });

  test('has two freezes at most', async () => {
    await keepAll(FIRST, addDays(FIRST, 20));
    expect(await streak(addDays(FIRST, 21))).toMatchObject({ current: 21, freezes: 2 });
  });
});

const { start } = ownPrograms();

test('three closings of the same day at once, and the one that is due work, close the day once', async () => {
  const program = await start('2026-11-20T08:00:00Z');
  const owner = await program.signUp('twice@example.com', 'Europe/Berlin');
  await program.complete(owner, await program.promise(owner, { title: 'Once', due_date: '2026-11-20' }));
  program.sleep('PT24H');
  const closings = [1, 2, 3].map(() => closeDay(program.app, owner, '2026-11-20'));
  await Promise.all([...closings, program.timekeeper.tick()]);
  expect(await typesIn(program, dayStream(owner, '2026-11-20'))).toEqual(['DayClosed']);
  expect(program.errors).toEqual([]);
});
