import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { addDays, datesBetween, endOfDay } from '../../src/domain/calendar/local.ts';
import { alertKinds, startTestProgram, streakOf, type TestProgram } from '../support/program.ts';

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
  const miss = async (date: string): Promise<void> => {
    await promised(date);
    await night(date);
  };
  const keepAll = async (from: string, to: string): Promise<void> => {
    for (const date of datesBetween(from, to)) await keep(date);
  };
  const streak = (today: string) => streakOf(program, owner, today);

  test('goes on over a weekend with nothing due', async () => {
    await keepAll(FIRST, '2026-11-06');
    await night('2026-11-08');
    expect(await streak('2026-11-09')).toMatchObject({ current: 5, longest: 5, today: 'none' });
    await keep('2026-11-09');
    expect(await streak('2026-11-10')).toMatchObject({ current: 6 });
  });

  test('is neither broken nor lengthened by a day of skips alone', async () => {
    await keepAll(FIRST, '2026-11-04');
    await program.skip(owner, await promised('2026-11-05'), 'Ill in bed.');
    await night('2026-11-05');
    expect(await streak('2026-11-06')).toMatchObject({ current: 3 });
    await keep('2026-11-06');
    expect(await streak('2026-11-07')).toMatchObject({ current: 4 });
  });

  test('counts today as soon as all of it is kept, and is not broken by what is still open today', async () => {
    await keepAll(FIRST, '2026-11-04');
    const id = await promised('2026-11-05');
    expect(await streak('2026-11-05')).toMatchObject({ current: 3, today: 'open' });
    await program.complete(owner, id);
    expect(await streak('2026-11-05')).toMatchObject({ current: 4, today: 'kept' });
  });

  test('is broken by a miss, with one alert when it was 3 or more', async () => {
    await keepAll(FIRST, '2026-11-04');
    await miss('2026-11-05');
    await miss('2026-11-06');
    expect(await streak('2026-11-07')).toMatchObject({ current: 0, longest: 3 });
    expect((await alertKinds(program, owner)).filter((kind) => kind === 'streak_broken')).toHaveLength(1);
  });

  test('of 2 is broken without an alert', async () => {
    await keepAll(FIRST, '2026-11-03');
    await miss('2026-11-04');
    expect(await streak('2026-11-05')).toMatchObject({ current: 0, longest: 2 });
    expect(await alertKinds(program, owner)).not.toContain('streak_broken');
  });

  test('earns a freeze in 7 days, which covers one miss, is shown, and is then used up', async () => {
    await keepAll(FIRST, addDays(FIRST, 6));
    expect(await streak(addDays(FIRST, 7))).toMatchObject({ current: 7, freezes: 1 });
    await miss(addDays(FIRST, 7));
    expect(await streak(addDays(FIRST, 8))).toMatchObject({ current: 7, freezes: 0 });
    expect((await streak(addDays(FIRST, 8))).days.at(-1)).toMatchObject({ date: addDays(FIRST, 7), frozen: true });
    expect(await alertKinds(program, owner)).not.toContain('streak_broken');
    await miss(addDays(FIRST, 8));
    expect(await streak(addDays(FIRST, 9))).toMatchObject({ current: 0, longest: 7 });
  });

  test('holds two freezes at most', async () => {
    await keepAll(FIRST, addDays(FIRST, 20));
    expect(await streak(addDays(FIRST, 21))).toMatchObject({ current: 21, freezes: 2 });
  });
});
