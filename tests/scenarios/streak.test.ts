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

  test('has two freezes at most', async () => {
    await keepAll(FIRST, addDays(FIRST, 20));
    expect(await streak(addDays(FIRST, 21))).toMatchObject({ current: 21, freezes: 2 });
  });
});
