import { describe, expect, test } from 'vitest';
import { closeDay } from '../../src/app/days.ts';
import { dayStream } from '../../src/domain/day/events.ts';
import { taskStream } from '../../src/domain/task/events.ts';
import { alertKinds, ownPrograms, streakOf, typesIn } from '../support/program.ts';

const { start } = ownPrograms();

describe('a move from Berlin to Los Angeles at 20:00, with a task due at 23:59', () => {
  test('keeps its due instant, and the day closes once, at the end of the longer day', async () => {
    const program = await start('2026-11-20T08:00:00Z');
    const owner = await program.signUp('mover@example.com', 'Europe/Berlin');
    const id = await program.promise(owner, { title: 'Call home', due_date: '2026-11-20', due_time: '23:59' });
    await program.to('2026-11-20T19:00:00Z');
    await program.moveZone(owner, 'America/Los_Angeles');
    expect((await program.task(id)).due_at).toBe('2026-11-20T22:59:00.000Z');

    await program.to('2026-11-20T22:59:00.001Z');
    expect((await program.task(id)).status).toBe('missed');
    await program.to('2026-11-20T23:00:00Z');
    expect(await typesIn(program, dayStream(owner, '2026-11-20'))).toEqual([]);
    await program.to('2026-11-21T07:59:59.999Z');
    expect(await typesIn(program, dayStream(owner, '2026-11-20'))).toEqual([]);
    await program.to('2026-11-21T08:00:00Z');
    expect(await typesIn(program, dayStream(owner, '2026-11-20'))).toEqual(['DayClosed']);
    await program.to('2026-11-25T08:00:00Z');
    expect(await typesIn(program, dayStream(owner, '2026-11-20'))).toEqual(['DayClosed']);
  });
});

describe('three days of downtime', () => {
  test('give the same events, each at its own instant, as if the program had run', async () => {
    const stories = await Promise.all(
      [false, true].map(async (down) => {
        const program = await start('2026-11-16T07:00:00Z');
        const owner = await program.signUp('down@example.com', 'Europe/Berlin');
        const ids: string[] = [];
        for (const date of ['2026-11-17', '2026-11-18', '2026-11-19', '2026-11-20']) {
          ids.push(await program.promise(owner, { title: `On ${date}`, due_date: date, due_time: '15:00' }));
        }
        if (down) {
          program.sleep('PT72H');
          await program.timekeeper.tick();
        } else {
          await program.to('2026-11-19T07:00:00Z');
        }
        const of = async (stream: string) =>
          (await program.app.store.readStream(stream)).map(({ type, data, metadata }) => [type, metadata.at, stable(data)]);
        const dates = ['2026-11-17', '2026-11-18', '2026-11-19'];
        return {
          tasks: await Promise.all(ids.map((id) => of(taskStream(id)))),
          days: await Promise.all(dates.map((date) => of(dayStream(owner, date)))),
          // Two at the same instant have no order.
          alerts: (await alertKinds(program, owner)).toSorted(),
          streak: await streakOf(program, owner, '2026-11-19'),
        };
      }),
    );
    const [ran, slept] = stories;
    expect(ran?.days.map((events) => events.length)).toEqual([1, 1, 0]);
    expect(ran?.alerts.filter((kind) => kind === 'missed')).toHaveLength(2);
    expect(slept).toEqual(ran);
  });
});

/** Without ids, which are made anew in each program. */
function stable(data: unknown): unknown {
  return JSON.parse(JSON.stringify(data, (name, value) => (/(^|_)id$|title|texts/.test(name) ? undefined : value)));
}

describe('two closings of the same day at once', () => {
  test('close it once', async () => {
    const program = await start('2026-11-20T08:00:00Z');
    const owner = await program.signUp('twice@example.com', 'Europe/Berlin');
    await program.complete(owner, await program.promise(owner, { title: 'Once', due_date: '2026-11-20' }));
    program.sleep('PT24H');
    const closings = [1, 2, 3].map(() => closeDay(program.app, owner, '2026-11-20'));
    await Promise.all([...closings, program.timekeeper.tick()]);
    expect(await typesIn(program, dayStream(owner, '2026-11-20'))).toEqual(['DayClosed']);
    expect(program.errors).toEqual([]);
  });
});
