import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Caller } from '../../src/app/caller.ts';
import type { Partner } from '../../src/app/partner/partner-messages.ts';
import { partnerSummary } from '../../src/app/partner/partner-summary.ts';
import { giveProof } from '../../src/app/proof/proof.ts';
import { deleteTask, editTask, promiseTask, setStatus, undoTask } from '../../src/app/task/tasks.ts';
import { addDays, localDate, weekOf } from '../../src/domain/calendar/local.ts';
import { RuleViolation } from '../../src/domain/kernel/decider.ts';
import { required } from '../../src/domain/kernel/records.ts';
import { summaryDocument } from '../../src/messages/partner/summary-document.ts';
import { summaryView } from '../../src/messages/partner/summary-view.ts';
import { NUMBERS } from '../../src/projections/partner/partner-summary.ts';
import { appForFile } from '../support/app.ts';

const DATES = ['2026-11-23', '2026-11-24', '2026-11-25', '2026-11-30'] as const;
const WEEK = ['2026-11-23', '2026-11-29'] as const;
const app = await appForFile();

const partnerOf = ({ owner }: Caller, detail: 'titles' | 'counts' = 'titles') =>
  ({ id: 'p', state: { user_id: owner, detail } }) as Partner;
const act = fc.record({
  kind: fc.constantFrom('complete', 'skip', 'reopen', 'move', 'undate', 'delete', 'undo'),
  task: fc.nat(3),
  date: fc.constantFrom(...DATES),
});
type Act = typeof act extends fc.Arbitrary<infer T> ? T : never;

async function perform(caller: Caller, id: string, { kind, date }: Act): Promise<void> {
  try {
    if (kind === 'complete') await setStatus(app, caller, id, { status: 'completed' });
    else if (kind === 'skip') await setStatus(app, caller, id, { status: 'skipped', reason: 'ill' });
    else if (kind === 'reopen') await setStatus(app, caller, id, { status: 'pending' });
    else if (kind === 'move') await editTask(app, caller, id, { due_date: date });
    else if (kind === 'undate') await editTask(app, caller, id, { due_date: null });
    else if (kind === 'delete') await deleteTask(app, caller, id);
    else await undoTask(app, caller, id);
  } catch (error) {
    if (!(error instanceof RuleViolation)) throw error;
  }
}

describe('a progress summary', () => {
  test('lists the events behind each number, after any commands', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(act, { maxLength: 14 }), async (acts) => {
        const caller = await app.user();
        const ids: string[] = [];
        for (const [index, date] of DATES.entries())
          ids.push((await promiseTask(app, caller, { title: `Task ${index}`, due_date: date })).id);
        for (const one of acts) await perform(caller, ids[one.task] as string, one);
        await app.upToDate();
        const summary = await partnerSummary(app, partnerOf(caller), WEEK);
        if (summary === null) throw new Error('There is no summary.');
        const sums = NUMBERS.map((name) => summary.evidence[name].reduce((sum, entry) => sum + entry.by_how_much, 0));
        const { planned, ...counts } = summary.counts;
        const numbers = { ...counts, promised: planned };
        expect(sums).toEqual(NUMBERS.map((name) => numbers[name]));
      }),
      { numRuns: 25 },
    );
  });

  test('does not say of a proof that counts on the owner’s own word that it was verified', async () => {
    const caller = await app.user();
    const fields = { title: 'Ship it', due_date: '2026-11-23', verification_type: 'general' } as const;
    const { id } = await promiseTask(app, caller, fields);
    await app.done(giveProof(app, caller, id, { text: 'It is merged.' }));
    await app.upToDate();
    const summary = await partnerSummary(app, partnerOf(caller), WEEK);
    const kept = summary && summaryView(summary).groups.find(({ label }) => label === 'Kept');
    expect(kept?.entries.map(({ what, mark }) => [what, mark])).toEqual([[expect.stringMatching(/^Counts on .+’s word$/), 'kept']]);
  });

  test('names each judged file by its whole SHA-256 in the PDF, with what a machine was given, and its name only beside titles', async () => {
    const caller = await app.user();
    const { id } = await promiseTask(app, caller, { title: 'Ship it', due_date: '2026-11-23', verification_type: 'general' });
    await app.done(giveProof(app, caller, id, { text: 'It is merged.' }));
    await app.upToDate();
    const sha256 = 'ab'.repeat(32);
    const judged = {
      at: '2026-11-23T12:00:00.000Z',
      seen: [{ file: 'f', as: 'name' }],
      files: [{ id: 'f', name: 'after.png', sha256 }],
    } as const;
    const shown = async (detail: 'titles' | 'counts') => {
      const summary = required(await partnerSummary(app, partnerOf(caller, detail), WEEK), 'summary');
      expect(summary.proofs.size).toBe(1);
      const proofs = new Map([...summary.proofs.keys()].map((position) => [position, judged]));
      const table = summaryDocument({ ...summary, proofs }).report.model.tables.at(-1);
      expect(table?.rows.map((cells) => cells.at(-1)?.text)).toEqual([sha256]);
      return table?.caption;
    };
    expect(await shown('titles')).toMatch(/^What a machine was given\. .*, Ship it: after\.png: by name only\.$/);
    expect(await shown('counts')).toMatch(/word: A file: by name only\.$/);
  });

  test('opens no title when the owner shares counts only', async () => {
    const caller = await app.user();
    const { id } = await promiseTask(app, caller, { title: 'Secret visit', due_date: '2026-11-23' });
    await setStatus(app, caller, id, { status: 'skipped', reason: 'Private reason' });
    await app.upToDate();
    const [open, counts] = [
      await partnerSummary(app, partnerOf(caller), WEEK),
      await partnerSummary(app, partnerOf(caller, 'counts'), WEEK),
    ];
    expect(JSON.stringify(open && summaryView(open))).toContain('Secret visit (Private reason)');
    const document = open && summaryDocument(open).report.model;
    expect(document?.rows?.rows.map(({ what, state }) => [what, state])).toEqual([['Secret visit (Private reason)', 'Skipped']]);
    expect(document?.tables.map(({ title }) => title)).toEqual(['Promised', 'Skipped']);
    expect(JSON.stringify(counts && summaryDocument(counts))).not.toMatch(/Secret|Private/);
    expect(counts?.words.size).toBe(0);
    expect(JSON.stringify(counts && summaryView(counts))).not.toMatch(/Secret|Private/);
  });

  test('names both zones after a move, for the dates before it and until a summary was sent', async () => {
    const caller = await app.user('Asia/Tokyo');
    const lead = async (dates: readonly string[]) => {
      const summary = await partnerSummary(app, partnerOf(caller), dates);
      return summary && summaryView(summary).lead;
    };
    expect(await lead(WEEK)).toBe('Monday 23 to Sunday 29 November 2026, times in Asia/Tokyo. Nothing was due.');
    app.clock.set('2026-11-25T01:00:00.000Z');
    await app.move(caller, 'America/Los_Angeles');
    const both = 'Ada changed the time zone from Asia/Tokyo to America/Los_Angeles on Tuesday 24 November 2026.';
    for (const week of [WEEK, ['2026-11-16', '2026-11-22'], ['2026-11-30', '2026-12-06']]) expect(await lead(week)).toContain(both);
    expect(await lead(WEEK)).toContain('times in America/Los_Angeles.');
    app.clock.set('2026-11-26T01:00:00.000Z');
    await app.move(caller, 'Europe/Berlin');
    expect(await lead(WEEK)).toContain(
      'from Asia/Tokyo to America/Los_Angeles to Europe/Berlin, the last time on Thursday 26 November 2026.',
    );
  });

  test('compares the completion rate with that of the four weeks before, once the account is that old', async () => {
    const caller = await app.user();
    const trendAt = async (dates: readonly string[], told = {}) => {
      const summary = await partnerSummary(app, partnerOf(caller), dates);
      return (
        summary &&
        summaryView({ ...summary, ...told })
          .lead.split('. ')
          .at(-1)
      );
    };
    const late: string[] = [];
    const due = async (due_date: string, isKept: boolean) => {
      const { id } = await promiseTask(app, caller, { title: 'Run', due_date });
      if (isKept) await setStatus(app, caller, id, { status: 'completed' });
      else late.push(id);
    };
    const first = localDate(app.clock.now(), 'Europe/Berlin');
    const monday = (week: number) => addDays(weekOf(first).from, 7 * week);
    await due(first, true);
    for (const [week, isKept] of [true, false, true].entries()) await due(monday(week + 1), isKept);
    for (const isKept of [true, true, true, false, false]) await due(monday(4), isKept);
    await due(monday(5), true);
    app.clock.set(`${monday(6)}T12:00:00.000Z`);
    for (const id of late) await setStatus(app, caller, id, { status: 'completed' });
    await app.upToDate();
    const week = (number: number) => [monday(number), addDays(monday(number), 6)];
    expect(await trendAt(week(3))).not.toContain('four weeks');
    expect(await trendAt(week(4))).toBe('The completion rate is 15 points below the four weeks before.');
    expect(await trendAt(week(5))).toBe('The completion rate is 38 points above the four weeks before.');
    expect(await trendAt(week(5), { trend: 0 })).toBe('The completion rate is the same as the four weeks before.');
  });

  test('is null when the owner’s account is deleted', async () => {
    expect(await partnerSummary(app, partnerOf({ owner: 'nobody' } as Caller), WEEK)).toBeNull();
  });
});
