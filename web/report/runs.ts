import type { HistoryEntry } from '../api/reports.ts';

/** Entries that report the same for several tasks at once, newest first. Most runs have one entry. */
export type Run = readonly [HistoryEntry, ...HistoryEntry[]];

/** The number of entries from which a run is shown as one line. */
const FOLD_FROM = 3;

/** Whether two entries belong to one run: what Vouch did to all tasks of a routine at once. */
const belongTogether = (a: HistoryEntry, b: HistoryEntry): boolean =>
  a.actor.kind === 'system' &&
  b.actor.kind === 'system' &&
  a.taskId !== null &&
  a.action === b.action &&
  a.title === b.title &&
  a.at === b.at;

export function runsOf(entries: readonly HistoryEntry[]): readonly Run[] {
  const runs: [HistoryEntry, ...HistoryEntry[]][] = [];
  for (const entry of entries) {
    const last = runs.at(-1);
    if (last && belongTogether(last[0], entry)) last.push(entry);
    else runs.push([entry]);
  }
  return runs.flatMap((run): readonly Run[] => (run.length < FOLD_FROM ? run.map((entry): Run => [entry]) : [run]));
}

const dayIn = (entry: HistoryEntry | undefined): string | undefined => /^Due (.+)\.$/.exec(entry?.detail ?? '')?.[1];

/** A run in words: '15 days: Saturday 21 November 2026 to Saturday 5 December 2026.' */
export function foldedWords(run: Run): string {
  const [first, last] = [dayIn(run.at(-1)), dayIn(run[0])];
  return first === undefined || last === undefined ? `${run.length} days.` : `${run.length} days: ${first} to ${last}.`;
}
