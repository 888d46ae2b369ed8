import { addDays, localDate } from '../../domain/calendar/local.ts';
import { RuleViolation } from '../../domain/kernel/decider.ts';
import type { PostMaterial } from '../../ports/ai-help.ts';
import type { PostPicture } from '../../ports/post-pictures.ts';
import { account } from '../../projections/account/accounts.ts';
import { daysOf } from '../../projections/day/days.ts';
import type { Streak } from '../../projections/day/streak.ts';
import { countsOf } from '../../projections/day/sums.ts';
import { ownerStreak } from '../../projections/report/reports.ts';
import { task as findTask } from '../../projections/task/task-lists.ts';
import type { App } from '../app.ts';

export type PostSubject = PostMaterial['about'];

/** The numbers of the record at the instant at which the post is drafted. */
export interface PostFacts {
  readonly kept: number;
  readonly streak: number;
  readonly from: string;
  readonly to: string;
}

export interface PostBasis {
  readonly facts: PostFacts;
  /** The title of the task; null: the post is about no task. */
  readonly title: string | null;
}

const WEEK = 7;
const nothing = (sentence: string): RuleViolation => new RuleViolation('conflict', sentence);

/**
 * The facts for a post, from the record.
 * @throws RuleViolation validation_failed on `task_id`, conflict if nothing was kept, not_found without an account
 */
export async function postBasis(app: App, owner: string, about: PostSubject, taskId: string | null): Promise<PostBasis> {
  const found = await account(app.views, owner);
  if (found === null) throw new RuleViolation('not_found', 'There is no such account.');
  const today = localDate(app.clock.now(), found.doc.timezone);
  const streak = await ownerStreak(app.views, { owner, today });
  if (about === 'task') return aboutTask(app, owner, taskId ?? '', streak.current);
  const from = about === 'week' ? addDays(today, 1 - WEEK) : beginningOf(streak);
  if (from === null) throw nothing('There is no streak at the moment. Keep a promise today, and there is one.');
  const { kept } = countsOf(await daysOf(app.views, owner, from, today));
  if (kept === 0) throw nothing('Nothing was kept in these seven days, so there is nothing to write about.');
  return { facts: { kept, streak: streak.current, from, to: today }, title: null };
}

async function aboutTask(app: App, owner: string, id: string, streak: number): Promise<PostBasis> {
  const found = await findTask(app.views, id);
  const sentence = 'There is no such task.';
  if (found === null || found.doc.owner !== owner || found.doc.deleted)
    throw new RuleViolation('validation_failed', sentence, { task_id: [sentence] });
  const { outcome, due_date: date, title } = found.doc;
  if (outcome !== 'kept' || date === null)
    throw nothing('Only a promise that was kept can be shared: this task was not kept, or had no due date.');
  const opened = await app.opener.open(owner, title);
  return { facts: { kept: 1, streak, from: date, to: date }, title: String(opened?.title ?? '') };
}

function beginningOf({ current, days }: Streak): string | null {
  if (current === 0) return null;
  const broken = days.findLastIndex((day) => day.current === 0);
  return days[broken + 1]?.date ?? null;
}

const counted = (count: number, one: string, many: string): string => `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`;

const MONTHS = 'January February March April May June July August September October November December'.split(' ');
const partsOf = (date: string) => ({
  year: date.slice(0, 4),
  month: MONTHS[Number(date.slice(5, 7)) - 1] ?? '',
  day: String(Number(date.slice(8))),
});

/** For example `16 to 22 November 2026`, `30 November to 6 December 2026` or `22 November 2026`. */
export function periodInWords(from: string, to: string): string {
  const [a, b] = [partsOf(from), partsOf(to)];
  const end = `${b.day} ${b.month} ${b.year}`;
  if (from === to) return end;
  if (a.year !== b.year) return `${a.day} ${a.month} ${a.year} to ${end}`;
  return a.month === b.month ? `${a.day} to ${end}` : `${a.day} ${a.month} to ${end}`;
}

/** The words for the placeholders in a text. A streak of 0 days is not mentioned. */
export function wordsOf({ facts: { kept, streak, from, to }, title }: PostBasis): PostMaterial['words'] {
  return {
    ...(title === null ? { kept: counted(kept, 'promise', 'promises') } : { task: title }),
    ...(streak > 0 && { streak: counted(streak, 'day', 'days') }),
    period: periodInWords(from, to),
  };
}

/** The facts for the picture. It never contains the title of a task. */
export function pictureOf(about: PostSubject, { kept, streak, from, to }: PostFacts): PostPicture {
  const period = periodInWords(from, to);
  const promises = kept === 1 ? 'promise kept' : 'promises kept';
  const inARow = streak === 1 ? 'day in a row' : 'days in a row';
  if (about === 'streak')
    return { figure: streak.toLocaleString('en-US'), label: inARow, period, more: `${kept.toLocaleString('en-US')} ${promises}` };
  return {
    figure: kept.toLocaleString('en-US'),
    label: promises,
    period,
    more: streak > 0 ? `${streak.toLocaleString('en-US')} ${inARow}` : null,
  };
}
