import { countWord, number, plural, pluralWord } from '../../src/contracts/words/format.ts';
import type { OwnerClock } from '../api/owner-clock.ts';
import type { Streaks } from '../api/reports.ts';
import type { Task } from '../api/tasks.ts';
import { dueOf } from '../tasks/due.ts';
import { isOpen } from '../tasks/state.ts';

export interface DayParts {
  readonly open: readonly Task[];
  readonly missed: readonly Task[];
  /** Decided in another way, or waiting for proof or review. */
  readonly rest: readonly Task[];
  readonly waiting: readonly Task[];
  /** How many tasks of earlier days wait for proof or review. Once they are decided, the days after them are counted anew. */
  readonly earlier: number;
}

/** The tasks that are due today. */
export function partsOf(tasks: readonly Task[], clock: Pick<OwnerClock, 'zone' | 'today'>): DayParts {
  const dateOf = (task: Task): string => dueOf(task, clock.zone)?.date ?? '';
  const due = tasks.filter((task) => dateOf(task) === clock.today);
  const earlier = tasks.filter((task) => dateOf(task) < clock.today && task.outcome === 'open' && !isOpen(task)).length;
  const [open, missed] = [due.filter(isOpen), due.filter(({ status }) => status === 'missed')];
  const rest = due.filter((task) => !open.includes(task) && !missed.includes(task));
  return { open, missed, rest, waiting: rest.filter(({ outcome }) => outcome === 'open'), earlier };
}

const DAYS_FOR_A_FREEZE = 7;
const FREEZES_HELD = 2;

interface DayLeft {
  readonly streak: Streaks['user'];
  /** How many tasks are due today and still open. */
  readonly open: number;
  readonly waiting: number;
  readonly missed: number;
  /** As in the parts of the day. */
  readonly earlier: number;
}

export interface StreakEnd {
  /** The length after midnight. Null: something can still change it. */
  readonly length: number | null;
  readonly sentence: string;
  /** How many freezes are held after midnight. Null as above. */
  readonly freezes: number | null;
  /** Kept days until the next freeze. Null: two are held, or it is not known yet. */
  readonly nextFreeze: number | null;
}

/** What the streak will be at midnight, as far as it is sure. `today` of the streak is the server's verdict so far. */
export function streakEnd(day: DayLeft): StreakEnd {
  const end = endOfDay(day);
  if (day.earlier === 0) return end;
  const waits = `${plural(day.earlier, 'task', 'tasks')} of earlier days still ${pluralWord(day.earlier, 'waits', 'wait')} for proof or review, which can change this.`;
  return { ...end, sentence: `${end.sentence} ${waits}` };
}

function endOfDay(day: DayLeft): StreakEnd {
  const { current, freezes, today } = day.streak;
  const next = (length: number, held: number) => ({
    length,
    freezes: held,
    nextFreeze: held >= FREEZES_HELD ? null : DAYS_FOR_A_FREEZE - (length % DAYS_FOR_A_FREEZE),
  });
  if (today === 'missed') {
    const misses = day.missed > 1 ? `${number(day.missed)} misses` : 'a miss';
    if (freezes > 0)
      return {
        ...next(current, freezes - 1),
        sentence: `Today has ${misses}. One freeze covers the day at midnight: the streak stays at ${number(current)} and does not grow.`,
      };
    const end = current > 0 ? `No freeze is held, so the streak of ${number(current)} ends at midnight.` : 'Tomorrow can begin a streak.';
    return { ...next(0, 0), sentence: `Today has ${misses}. ${end}` };
  }
  if (today === 'kept') {
    const earned = current % DAYS_FOR_A_FREEZE === 0 && freezes < FREEZES_HELD ? 1 : 0;
    return {
      ...next(current, freezes + earned),
      sentence: `All that was due and not skipped is kept. At midnight it is day ${number(current)}${earned > 0 ? ', and it earns a freeze' : ''}.`,
    };
  }
  if (today === 'none')
    return { ...next(current, freezes), sentence: `Nothing of today counts, so the streak stays at ${number(current)}.` };
  return { length: null, freezes: null, nextFreeze: null, sentence: openWords(day) };
}

function openWords({ streak: { current, freezes }, open, waiting }: DayLeft): string {
  if (open === 0)
    return `${plural(waiting, 'task waits', 'tasks wait')} for proof or review. The streak stays at ${number(current)} until that is decided; then today counts.`;
  const miss =
    freezes > 0 ? 'a freeze covers a miss' : current > 0 ? `a miss ends the streak of ${number(current)}` : 'then no streak begins';
  return `If all that is left is kept, it is day ${number(current + 1)}. What stays open is missed at its due time, and ${miss}.`;
}

/** 'Two are still open. What stays open is missed at its due time.' */
export function openSentence(count: number): string {
  if (count === 0) return 'Nothing is open any more.';
  return `${countWord(count)} ${pluralWord(count, 'is', 'are')} still open. What stays open is missed at its due time.`;
}
