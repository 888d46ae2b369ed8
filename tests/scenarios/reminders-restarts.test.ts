import { afterEach, expect, test } from 'vitest';
import { datesBetween } from '../../src/domain/calendar/local.ts';
import { REMINDER_KINDS } from '../../src/projections/reminders.ts';
import { numbers } from '../projections/support/random-world.ts';
import { startTestProgram, type TestProgram } from '../support/program.ts';
import { storyOf } from '../support/reminders.ts';

const FROM = '2026-10-20T08:00:00.000Z';
const UNTIL = '2026-10-30T08:00:00.000Z';
const ZONES = ['Europe/Berlin', 'America/Los_Angeles', 'Australia/Lord_Howe', 'Asia/Kathmandu'];

let open: TestProgram | null = null;
afterEach(async () => {
  await open?.dispose();
  open = null;
});

interface Lived {
  readonly program: TestProgram;
  readonly owners: readonly string[];
  /** The mails of programs that have ended. */
  readonly before: number;
}

/** One owner for each zone, each with a task on every third day. */
async function begin(): Promise<Lived> {
  open = await startTestProgram({ at: FROM });
  const owners: string[] = [];
  for (const zone of ZONES) {
    const owner = await open.signUp(`${owners.length}@example.org`, zone);
    owners.push(owner);
    for (const date of datesBetween('2026-10-22', '2026-10-29').filter((_, index) => index % 3 === 0))
      await open.promise(owner, { title: `Due on ${date}`, due_date: date });
  }
  return { program: open, owners, before: 0 };
}

async function stories({ program, owners }: Lived) {
  const dates = datesBetween('2026-10-19', '2026-10-31');
  return Promise.all(
    owners.flatMap((owner) => REMINDER_KINDS.map(async (kind) => Promise.all(dates.map((date) => storyOf(program, kind, owner, date))))),
  );
}

test('ten days in which the program is restarted at any instant give the same events, and every mail is sent once', async () => {
  const steady = await begin();
  await steady.program.to(UNTIL);
  const expected = await stories(steady);
  const mails = steady.program.sent.length;
  expect(expected.flat(2).length).toBeGreaterThan(50);
  await steady.program.dispose();

  let lived = await begin();
  const pick = numbers(20_261_020);
  const instants = Array.from({ length: 8 }, () => new Date(Date.parse(FROM) + pick(10 * 24 * 60) * 60_000).toISOString()).sort();
  for (const at of instants) {
    await lived.program.to(at);
    const { folder, sent } = lived.program;
    await lived.program.close();
    // the clock continues from where it was stored
    open = await startTestProgram({ at: FROM, folder });
    lived = { ...lived, program: open, before: lived.before + sent.length };
  }
  await lived.program.to(UNTIL);
  expect(await stories(lived)).toEqual(expected);
  expect(lived.before + lived.program.sent.length).toBe(mails);
  expect(lived.program.errors).toEqual([]);
}, 60_000);
