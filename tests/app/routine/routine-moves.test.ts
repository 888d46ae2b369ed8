import { describe, expect, test } from 'vitest';
import type { Caller } from '../../../src/app/caller.ts';
import { changeRoutine, type RoutineInput, startRoutine } from '../../../src/app/routine/routines.ts';
import { appForFile } from '../../support/app.ts';
import { seenOccurrences } from '../../support/occurrences.ts';

let me: Caller;
const app = await appForFile((user) => {
  me = user;
});

/** Started in Berlin, then moved east: at 20:00Z it is 05:00 on the 21st in Tokyo, and 21:00 on the 20th in Berlin. */
async function begunAndMoved(routine: RoutineInput & { readonly rrule: string }): Promise<string> {
  const { id } = await startRoutine(app, me, { title: 'Stretch', ...routine });
  await app.upToDate();
  await app.move(me, 'Asia/Tokyo');
  app.clock.set('2026-11-20T20:00:00.000Z');
  return id;
}
async function change(id: string, input: RoutineInput): Promise<void> {
  await changeRoutine(app, me, id, input);
  await app.upToDate();
}

describe('an occurrence that is still due as it was made, although its time or its day is over in the new zone', () => {
  const night = { rrule: 'FREQ=DAILY', due_time: '02:30' };
  const day = { rrule: 'FREQ=DAILY' };
  const chain = { rrule: 'FREQ=DAILY;INTERVAL=3', mode: 'completion' } as const;

  test.each([
    { name: 'its hour', routine: night, until: '20261121', left: ['2026-11-21'] },
    { name: 'its day', routine: day, until: '20261120', left: ['2026-11-20'] },
    { name: 'its day, from completion', routine: chain, until: '20261120', left: ['2026-11-20'] },
  ])('stays when the routine ends with it: $name', async ({ routine, until, left }) => {
    const id = await begunAndMoved(routine);
    await change(id, { rrule: `${routine.rrule};UNTIL=${until}` });
    expect(await seenOccurrences(app, id)).toEqual(left);
  });

  test.each([
    { name: 'its hour', routine: night, first: '2026-11-21' },
    { name: 'its day', routine: day, first: '2026-11-20' },
    { name: 'its day, from completion', routine: chain, first: '2026-11-20' },
  ])('stays when another field changes, and comes back after a pause: $name', async ({ routine, first }) => {
    const id = await begunAndMoved(routine);
    const before = await seenOccurrences(app, id);
    expect(before[0]).toBe(first);
    await change(id, { title: 'Stretch more' });
    expect((await seenOccurrences(app, id))[0]).toBe(first);
    await change(id, { paused: true });
    expect(await seenOccurrences(app, id)).toEqual([]);
    await change(id, { paused: false });
    expect((await seenOccurrences(app, id))[0]).toBe(first);
  });

  test('is withdrawn when it no longer matches the rule', async () => {
    const id = await begunAndMoved(night);
    await change(id, { rrule: 'FREQ=WEEKLY;BYDAY=SU' });
    expect(await seenOccurrences(app, id)).toEqual(['2026-11-22', '2026-11-29']);
  });
});
