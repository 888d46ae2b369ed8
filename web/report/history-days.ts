import { plural } from '../../src/contracts/words/format.ts';
import type { HistoryEntry } from '../api/reports.ts';
import { localTime } from '../lib/calendar.ts';

/** Entries about several tasks that changed together, newest first. Most runs have one entry. */
export type Run = readonly [HistoryEntry, ...HistoryEntry[]];

/** Runs with at least this many entries are shown as one line. */
const FOLD_FROM = 3;

/** Entries belong together if Vouch did the same to tasks of one routine at the same time. */
const belongTogether = (a: HistoryEntry, b: HistoryEntry): boolean =>
  isStep(a) && isStep(b) && a.taskId !== null && a.action === b.action && a.title === b.title && a.at === b.at;

export function runsOf(entries: readonly HistoryEntry[]): readonly Run[] {
  const runs: [HistoryEntry, ...HistoryEntry[]][] = [];
  for (const entry of entries) {
    const last = runs.at(-1);
    if (last && belongTogether(last[0], entry)) last.push(entry);
    else runs.push([entry]);
  }
  return runs.flatMap((run): readonly Run[] => (run.length < FOLD_FROM ? run.map((entry): Run => [entry]) : [run]));
}

/** What happened on one local date. */
export interface HistoryDay {
  /** `YYYY-MM-DD` in the owner's time zone. */
  readonly date: string;
  /** What people did, and what became of promises, newest first. */
  readonly entries: readonly HistoryEntry[];
  /** Sign-ins, mails and the other steps of the program, newest first. */
  readonly quiet: readonly HistoryEntry[];
}

/** What the program records although it concerns the owner as much as what people do: it always stands by itself. */
const DECISIONS: ReadonlySet<string> = new Set([
  'task.missed',
  'task.proof_expired',
  'task.proof_rejection_final',
  'task.record_corrected',
  'delivery.failed',
  'session.refused',
]);

type QuietKind = 'sign-in' | 'sign-out' | 'mail' | 'step';

/** Entries of the program that say that one mail was sent. What follows from an escalation is a mail of its own. */
const MAILS: ReadonlySet<string> = new Set(['delivery.sent', 'reminder.scheduled', 'weekly_report.sent', 'weekly_assessment.sent']);

/** Null: the entry stands by itself. */
function quietKindOf(entry: HistoryEntry): QuietKind | null {
  if (DECISIONS.has(entry.action)) return null;
  if (entry.action === 'session.started') return 'sign-in';
  if (entry.action === 'session.ended') return 'sign-out';
  if (!isStep(entry)) return null;
  return MAILS.has(entry.action) ? 'mail' : 'step';
}

const isStep = ({ actor }: HistoryEntry): boolean => actor.kind === 'system';

/**
 * The days of the entries, which are newest first. `folds`: quiet entries are put together; otherwise every entry stands by itself, because
 * the owner has asked for just these.
 */
export function daysOf(entries: readonly HistoryEntry[], zone: string, folds: boolean): readonly HistoryDay[] {
  const days: { date: string; entries: HistoryEntry[]; quiet: HistoryEntry[] }[] = [];
  for (const entry of entries) {
    const { date } = localTime(entry.at, zone);
    let day = days.at(-1);
    if (day?.date !== date) {
      day = { date, entries: [], quiet: [] };
      days.push(day);
    }
    (folds && quietKindOf(entry) !== null ? day.quiet : day.entries).push(entry);
  }
  return days;
}

/** For example '2 sign-ins, 1 mail and 12 steps of Vouch'. */
export function quietWords(quiet: readonly HistoryEntry[]): string {
  const kinds = quiet.map(quietKindOf);
  const words = (['sign-in', 'sign-out', 'mail', 'step'] as const).flatMap((kind) => {
    const count = kinds.filter((one) => one === kind).length;
    return count === 0 ? [] : [`${plural(count, kind)}${kind === 'step' ? ' of Vouch' : ''}`];
  });
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
}
