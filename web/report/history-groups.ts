import type { HistoryEntry } from '../api/reports.ts';

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

/** What somebody did, or what became of a promise, with the steps of the program that followed it. */
export interface HistoryGroup {
  /** Null: the entry before the steps is on a page that is not loaded yet. */
  readonly lead: HistoryEntry | null;
  /** Newest first. */
  readonly steps: readonly HistoryEntry[];
}

/** By these the program records what became of a promise. They stand among what people did. */
const DECISIONS: ReadonlySet<string> = new Set([
  'task.missed',
  'task.proof_expired',
  'task.proof_rejection_final',
  'task.record_corrected',
]);

const isStep = ({ actor }: HistoryEntry): boolean => actor.kind === 'system';
const leads = (entry: HistoryEntry): boolean => !isStep(entry) || DECISIONS.has(entry.action);

/** `entries` are newest first, so the steps of the program come before the entry that they follow. */
export function groupsOf(entries: readonly HistoryEntry[]): readonly HistoryGroup[] {
  const groups: HistoryGroup[] = [];
  let steps: HistoryEntry[] = [];
  for (const entry of entries) {
    if (!leads(entry)) {
      steps.push(entry);
      continue;
    }
    groups.push({ lead: entry, steps });
    steps = [];
  }
  return steps.length === 0 ? groups : [...groups, { lead: null, steps }];
}
