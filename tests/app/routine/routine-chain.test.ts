import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Caller } from '../../../src/app/caller.ts';
import { advanceRoutines, occurrenceId } from '../../../src/app/routine/routine-steps.ts';
import { startRoutine } from '../../../src/app/routine/routines.ts';
import { advanceTask, deleteTask, setStatus, undoTask } from '../../../src/app/task/tasks.ts';
import { addDays, datesBetween, localDate } from '../../../src/domain/calendar/local.ts';
import { occurrencesOf } from '../../../src/projections/routine/routines.ts';
import { appForFile } from '../../support/app.ts';

const app = await appForFile();

const START = '2026-11-20';
type Act = { readonly do: 'complete' | 'skip' | 'delete' | 'undo' } | { readonly do: 'wait'; readonly days: number };
const act: fc.Arbitrary<Act> = fc.oneof(
  fc.record({ do: fc.constantFrom('complete' as const, 'skip' as const, 'delete' as const, 'undo' as const) }),
  fc.record({ do: fc.constant('wait' as const), days: fc.integer({ min: 1, max: 5 }) }),
);

/** The occurrences so far, computed independently: the date on which each was closed; null: it is the open one. */
type Paper = { readonly date: string; readonly closed: string | null }[];

const after = (paper: Paper, anchor: string, every: number): string => {
  let date = addDays(anchor, every);
  while (paper.some((one) => one.date === date)) date = addDays(date, every);
  return date;
};

/** It is made 14 days ahead. */
const isSeen = (paper: Paper, today: string): boolean => (paper.at(-1)?.date as string) <= addDays(today, 14);

function close(paper: Paper, on: string, every: number): Paper {
  const closed = paper.map((one) => (one.closed === null ? { ...one, closed: on } : one));
  return [...closed, { date: after(closed, on, every), closed: null }];
}

/** Days pass. An occurrence that is open when its day is over is missed on that day, and the next one counts from there. */
function wait(paper: Paper, today: string, every: number): Paper {
  let next = paper;
  for (const day of datesBetween(START, addDays(today, -1)))
    if (next.at(-1)?.date === day && next.at(-1)?.closed === null) next = close(next, day, every);
  return next;
}

async function live(me: Caller, every: number, acts: readonly Act[]): Promise<void> {
  app.clock.set(`${START}T10:00:00.000Z`);
  const { id } = await startRoutine(app, me, { title: 'Chain', rrule: `FREQ=DAILY;INTERVAL=${every}`, mode: 'completion' });
  let paper: Paper = [{ date: START, closed: null }];
  let undoable = false;
  for (const one of acts) {
    const today = localDate(app.clock.now(), 'Europe/Berlin');
    const open = occurrenceId(id, paper.at(-1)?.date as string);
    const before = paper.at(-2);
    if (one.do === 'wait') {
      app.clock.set(`${addDays(today, one.days)}T10:00:00.000Z`);
      await pass(me, id);
      paper = wait(paper, addDays(today, one.days), every);
      undoable = false;
    } else if (one.do === 'undo') {
      if (!undoable || !before) continue;
      await undoTask(app, me, occurrenceId(id, before.date));
      paper = [...paper.slice(0, -2), { date: before.date, closed: null }];
      undoable = false;
    } else if (isSeen(paper, today)) {
      const status = one.do === 'complete' ? ({ status: 'completed' } as const) : ({ status: 'skipped', reason: 'ill' } as const);
      await (one.do === 'delete' ? deleteTask(app, me, open) : setStatus(app, me, open, status));
      paper = close(paper, today, every);
      undoable = true;
    }
    await app.upToDate();
    const found = (await occurrencesOf(app.views, id, START)).filter(({ doc }) => !doc.deleted && doc.status === 'pending');
    const now = localDate(app.clock.now(), 'Europe/Berlin');
    expect(found.map(({ doc }) => doc.occurrence_date)).toEqual(isSeen(paper, now) ? [paper.at(-1)?.date] : []);
  }
}

/** Does the work of the scheduler: misses and what follows from them, until nothing is due. */
async function pass(me: Caller, id: string): Promise<void> {
  for (;;) {
    await advanceRoutines(app, me.owner, app.clock.now());
    await app.upToDate();
    const due = (await occurrencesOf(app.views, id, START)).filter(({ doc }) => doc.next_key !== null && doc.next_key <= app.clock.now());
    if (due.length === 0) return;
    for (const { id: taskId } of due) await advanceTask(app, { owner: me.owner, id: taskId });
    await app.upToDate();
  }
}

test(
  'a routine that counts from completion has one open occurrence at any time, dated from the last closed one',
  () =>
    fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 6 }), fc.array(act, { maxLength: 12 }), async (every, acts) =>
        live(await app.user(), every, acts),
      ),
      // A daily routine whose first occurrences are archived when the plan no longer keeps their links.
      { numRuns: 40, examples: [[1, Array.from({ length: 8 }, () => ({ do: 'wait' as const, days: 5 }))]] },
    ),
  60_000,
);

/** Every other Monday; the first is 23 November 2026. Then the action on it and its date, and the dates that are open after that. */
test.each([
  ['completed early', 'complete', '2026-11-21', '2026-12-07'],
  ['skipped early', 'skip', '2026-11-21', '2026-12-07'],
  ['deleted early', 'delete', '2026-11-21', '2026-12-07'],
  ['completed on its day', 'complete', '2026-11-23', '2026-12-07'],
  ['missed', 'miss', '2026-11-24', '2026-12-07'],
] as const)(
  "with a rule for every other week, the occurrence after one that was %s is due two weeks after that one's due date",
  async (_what, what, on, next) => {
    const me = await app.user();
    app.clock.set(`${START}T10:00:00.000Z`);
    const rrule = 'FREQ=WEEKLY;INTERVAL=2;BYDAY=MO';
    const { id } = await startRoutine(app, me, { title: 'Chain', rrule, mode: 'completion', start_date: '2026-11-23' });
    await app.upToDate();
    const first = occurrenceId(id, '2026-11-23');
    const open = async () =>
      (await occurrencesOf(app.views, id, START)).flatMap(({ doc }) =>
        !doc.deleted && doc.status === 'pending' ? [doc.occurrence_date] : [],
      );
    app.clock.set(`${on}T10:00:00.000Z`);
    if (what === 'complete') await setStatus(app, me, first, { status: 'completed' });
    if (what === 'skip') await setStatus(app, me, first, { status: 'skipped', reason: 'ill' });
    if (what === 'delete') await deleteTask(app, me, first);
    await pass(me, id);
    app.clock.set('2026-11-24T10:00:00.000Z');
    await app.upToDate();
    await pass(me, id);
    expect(await open()).toEqual([next]);
    if (what === 'miss' || what === 'delete') return;
    app.clock.set(`${on}T10:00:00.000Z`);
    await undoTask(app, me, first);
    await app.upToDate();
    expect(await open()).toEqual(['2026-11-23']);
  },
);
