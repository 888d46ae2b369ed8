import { expect, test } from 'vitest';
import { addDays } from '../../src/domain/calendar/local.ts';
import { dayStream } from '../../src/domain/day/events.ts';
import { startTestProgram, streakOf, typesIn } from '../support/program.ts';

const ACCOUNTS = 24;
const DAYS = 182;
const FIRST = '2026-01-05';
const ZONES = ['Europe/Berlin', 'America/Los_Angeles', 'Pacific/Auckland', 'Asia/Kolkata'];

test('half a year with some dozens of accounts is simulated within two minutes', { timeout: 240_000 }, async () => {
  const program = await startTestProgram({ at: '2026-01-02T12:00:00Z' });
  const owners = await Promise.all(
    Array.from({ length: ACCOUNTS }, async (_, index) => program.signUp(`user${index}@example.com`, ZONES[index % ZONES.length] as string)),
  );
  for (let day = 0; day < DAYS; day += 3) {
    const time = `${String(8 + (day % 12)).padStart(2, '0')}:${String(day % 60).padStart(2, '0')}`;
    await Promise.all(
      owners.map((owner) =>
        program.promise(owner, { title: `Day ${day}`, due_date: addDays(FIRST, day), due_time: day % 2 ? time : null }),
      ),
    );
  }
  const before = process.cpuUsage();
  await program.to('2026-07-15T00:00:00Z');
  // Processor time, which is as long as it takes on an idle machine.
  const { user, system } = process.cpuUsage(before);
  const took = (user + system) / 1_000;
  expect(took).toBeLessThan(120_000);
  for (const owner of owners) {
    expect(await typesIn(program, dayStream(owner, FIRST))).toContain('DayClosed');
    expect(await typesIn(program, dayStream(owner, addDays(FIRST, 180)))).toContain('DayClosed');
    expect(await streakOf(program, owner, '2026-07-15')).toMatchObject({ current: 0, longest: 0 });
  }
  expect(program.errors).toEqual([]);
  console.info(`half a year of ${ACCOUNTS} accounts took ${Math.round(took)} ms of the processor`);
  await program.dispose();
});
