import { expect, test } from 'vitest';
import { closeDay } from '../../src/app/day/days.ts';
import { dayStream } from '../../src/domain/day/events.ts';
import { ownPrograms, typesIn } from '../support/program.ts';

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
