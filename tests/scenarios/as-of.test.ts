import { expect, test } from 'vitest';
import { userCaller } from '../../src/app/caller.ts';
import { startFocus } from '../../src/app/focus/start.ts';
import { startRoutine } from '../../src/app/routine/routines.ts';
import { editTask, undoTask } from '../../src/app/task/tasks.ts';
import { planTimeBox } from '../../src/app/time-box/time-boxes.ts';
import { FIGURES, knownThen, NAMES } from '../../src/reports/as-of/known-then.ts';
import { createReports, type Reports } from '../../src/reports/service.ts';
import { ownPrograms, type TestProgram } from '../support/program.ts';

const programs = ownPrograms();
const HERE = new AbortController().signal;
const ALL = { limit: 1_000 };

/** What the reports answer on their own day, on the week before and over all. */
const figuresOf = async (reports: Reports, owner: string) => ({
  daily: await reports.daily(owner),
  weekly: await reports.weekly(owner, 0),
  weekBefore: await reports.weekly(owner, -1),
  overall: await reports.overall(owner),
  procrastination: await reports.procrastination(owner),
});
type Figures = Awaited<ReturnType<typeof figuresOf>>;

interface Answered {
  readonly at: string;
  readonly figures: Figures;
  readonly history: unknown;
}

async function answered({ app }: TestProgram, owner: string): Promise<Answered> {
  const reports = createReports(app);
  return { at: app.clock.now(), figures: await figuresOf(reports, owner), history: await reports.history(owner, {}, ALL) };
}

async function knownAt({ app }: TestProgram, owner: string, at: string): Promise<Answered> {
  const asked = { owner, asOf: at, signal: HERE };
  const figures = await knownThen(app, { ...asked, part: FIGURES }, (then) => figuresOf(createReports(then), owner));
  const history = await knownThen(app, { ...asked, part: NAMES }, (then) => createReports(then).history(owner, {}, ALL));
  return { at, figures, history };
}

/** Titles of the tasks that the week marks as changed since. */
const changedIn = ({ figures }: Answered): readonly string[] =>
  figures.weekly.tasks.filter((task) => task.changed_since).map(({ title }) => title);

/** The answers without what only an answer of then has. */
const bare = ({ at, figures, history }: Answered): string =>
  JSON.stringify({ at, figures, history }, (name, value) => (name === 'as_of' || name === 'changed_since' ? undefined : value));

async function seen({ app }: TestProgram, work: Promise<{ readonly position: string | null }>): Promise<void> {
  const { position } = await work;
  if (position !== null) await app.waitForReadModels(position);
}

/** A life with corrections, a move to another zone and another name. It answers as it was at several instants. */
async function lived(program: TestProgram): Promise<{ readonly owner: string; readonly before: readonly Answered[] }> {
  const { app, accounts } = program;
  const owner = await program.signUp('robin@example.org', 'Europe/Berlin');
  const me = () => userCaller(owner, app.newId());
  const before: Answered[] = [];
  const on = async (instant: string): Promise<void> => {
    before.push(await answered(program, owner));
    await program.to(instant);
  };
  const kept = await program.promise(owner, { title: 'Kept', due_date: '2026-11-20', tags: ['home'] });
  const missed = await program.promise(owner, { title: 'Missed', due_date: '2026-11-20', due_time: '18:00' });
  await program.promise(owner, { title: 'Later', due_date: '2026-11-24' });
  await seen(program, startRoutine(app, me(), { title: 'Every day', rrule: 'FREQ=DAILY', start_date: '2026-11-20' }));
  await on('2026-11-20T14:00:00.000Z');
  await seen(program, planTimeBox(app, me(), { task_id: kept, date: '2026-11-20', time: '16:30', minutes: 60 }));
  await seen(program, startFocus(app, me(), { task_id: kept, minutes: 25 }));
  await on('2026-11-20T15:00:00.000Z');
  await program.complete(owner, kept);
  await on('2026-11-21T09:00:00.000Z');
  await program.complete(owner, missed);
  await seen(program, editTask(app, me(), kept, { title: 'Kept, by another name' }));
  await on('2026-11-22T09:00:00.000Z');
  await seen(program, undoTask(app, me(), kept));
  await program.moveZone(owner, 'America/New_York');
  await seen(program, accounts.send(owner, { type: 'ChangeProfile', full_name: 'Robin Roe', if_match: null }, app.newId()));
  await on('2026-11-26T09:00:00.000Z');
  before.push(await answered(program, owner));
  return { owner, before };
}

test('a report as it was known at an instant is what the report answered at that instant, byte for byte', async () => {
  const program = await programs.start('2026-11-20T09:00:00.000Z');
  const { owner, before } = await lived(program);
  const now = before.at(-1) as Answered;
  for (const then of before) {
    const known = await knownAt(program, owner, then.at);
    expect(bare(known), then.at).toBe(bare(then));
    expect(known.figures.daily.as_of).toBe(then.at);
  }
  expect(new Set(before.map(({ figures }) => JSON.stringify(figures.overall.counts))).size).toBeGreaterThan(3);
  const early = await knownAt(program, owner, before[1]?.at as string);
  expect(changedIn(early)).toEqual(expect.arrayContaining(['Kept', 'Missed']));
  expect(changedIn(await knownAt(program, owner, now.at))).toEqual([]);
}, 60_000);
