import { plural } from './format.ts';
import { type MarkedTask, markWord } from './marks.ts';
import { countedWord } from './task-state.ts';

/** A finding about putting off rests on at least so many tasks. */
export const ENOUGH_TASKS = 10;

export interface Share {
  readonly part: number;
  readonly whole: number;
}

/** From 0 to 1. Nothing of nothing is 0. */
export const rate = ({ part, whole }: Share): number => (whole === 0 ? 0 : part / whole);

/** The first of those with the highest share that rest on enough tasks. A finding names it, and what can be done from the finding acts on it. */
export function highestShare<Some extends Share>(some: readonly Some[]): Some | undefined {
  const enough = some.filter(({ whole }) => whole >= ENOUGH_TASKS);
  return enough.reduce<Some | undefined>((best, one) => (best === undefined || rate(one) > rate(best) ? one : best), undefined);
}

const RESTS = {
  moved_are_missed: 'moved and decided',
  weekday: 'due on that weekday',
  tag: 'planned with that tag',
  last_hour: 'kept',
  estimates_short: 'with an estimate and focused time',
} as const;

/** What a finding rests on: '24 tasks moved and decided'. */
export const restsOnWords = (code: keyof typeof RESTS, tasks: number): string => `${plural(tasks, 'task')} ${RESTS[code]}`;

/** What became of a task that was moved. */
export const movedStateWord = ({ status, late }: Pick<MarkedTask, 'status' | 'late'>): string =>
  late ? markWord('late') : countedWord(status);
