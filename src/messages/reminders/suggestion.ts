import type { Counts } from '../../contracts/report.ts';
import { fullHour, number, plural, pluralWord, weekdayName } from '../../contracts/words/format.ts';

export interface WeekNumbers {
  readonly counts: Omit<Counts, 'completion_rate'>;
  readonly days: readonly { readonly date: string; readonly counts: Omit<Counts, 'completion_rate'> }[];
  /** The number of completions in each local hour, 24 numbers. */
  readonly hours: readonly number[];
  /** The tasks that were kept or missed, with their due time (`HH:MM`; null if they were due by the end of the day). */
  readonly decided: readonly { readonly kept: boolean; readonly due_time: string | null }[];
}
export interface Suggestion {
  readonly advice: string;
  /** The numbers behind the advice. */
  readonly because: string;
}

const EVENING = '18:00';
type Rule = (week: WeekNumbers) => Suggestion | null;

const of = (part: number, whole: number): string => `${number(part)} of ${number(whole)}`;

const undecided: Rule = ({ counts }) =>
  counts.kept + counts.missed > 0
    ? null
    : {
        advice: 'Pick one promise for tomorrow, small enough that it is certain, and give it an hour.',
        because: `Nothing was kept or missed: ${number(counts.skipped)} skipped, ${number(counts.open)} still open.`,
      };

const allKept: Rule = ({ counts, hours }) => {
  if (counts.missed > 0) return null;
  const best = Math.max(...hours);
  const hour = hours.indexOf(best);
  const rested = `${of(counts.kept, counts.kept + counts.missed)} decided were kept.`;
  if (best < 2) return { advice: 'Keep it at this size. It fits.', because: rested };
  return {
    advice: `Keep it at this size, and keep ${span(hour)} free for it: that is when you get things done.`,
    because: `${rested} ${of(
      best,
      hours.reduce((sum, one) => sum + one, 0),
    )} were completed in that hour.`,
  };
};

const span = (hour: number): string => `${fullHour(hour)} to ${fullHour((hour + 1) % 24)}`;

/** Applies if at least half of all misses fell on one weekday, while the other days went better. */
const hardDay: Rule = ({ counts, days }) => {
  const worst = days.reduce((most, one) => (one.counts.missed > most.counts.missed ? one : most));
  const there = worst.counts.kept + worst.counts.missed;
  const elsewhere = counts.kept + counts.missed - there;
  const missedElsewhere = counts.missed - worst.counts.missed;
  if (worst.counts.missed < 2 || worst.counts.missed * 2 < counts.missed || elsewhere === 0) return null;
  if (worst.counts.missed * elsewhere <= missedElsewhere * there) return null;
  const name = weekdayName(worst.date);
  return {
    advice: `Promise less for ${name}, or move one of its promises to a day that goes better.`,
    because: `On ${name} ${of(worst.counts.missed, there)} decided were missed, on the other days ${of(missedElsewhere, elsewhere)}.`,
  };
};

const moved: Rule = ({ counts }) =>
  counts.postponed < 3 || counts.postponed * 3 < counts.planned
    ? null
    : {
        advice: 'Cut one of the promises that keep moving into a part that takes half an hour, and promise that part alone.',
        because: `${of(counts.postponed, counts.planned)} planned were postponed.`,
      };

/** Applies if tasks that are due in the evening are missed more often than tasks that are due earlier. */
const evenings: Rule = ({ decided }) => {
  const isLate = ({ due_time }: { due_time: string | null }) => due_time === null || due_time >= EVENING;
  const [late, early] = [decided.filter(isLate), decided.filter((one) => !isLate(one))];
  const missed = (some: typeof decided) => some.filter(({ kept }) => !kept).length;
  if (missed(late) < 2 || early.length < 2 || missed(late) * early.length <= missed(early) * late.length) return null;
  return {
    advice: 'Give what is due at the end of the day a time before 18:00.',
    because: `Of what was due at ${EVENING} or later ${of(missed(late), late.length)} decided were missed, of what was due before ${of(missed(early), early.length)}.`,
  };
};

const doneLate: Rule = ({ counts }) =>
  counts.late < 2 || counts.late * 2 < counts.missed
    ? null
    : {
        advice: 'You do these things, only later than you say. Give the next one a due time that leaves room.',
        because: `${of(counts.late, counts.missed)} missed were done afterwards.`,
      };

const tooMuch: Rule = ({ counts, days }) => {
  const used = days.filter((one) => one.counts.planned > 0).length;
  if (counts.missed < 3 || counts.missed < counts.kept || used === 0) return null;
  const kept = Math.max(1, Math.ceil(counts.kept / used));
  return {
    advice: `Plan ${plural(kept, 'promise', 'promises')} a day next week, and add one when the day is done.`,
    because: `${number(counts.planned)} were planned on ${plural(used, 'day')}, and ${number(counts.kept)} kept.`,
  };
};

const fewMisses = ({ counts }: WeekNumbers): Suggestion => ({
  advice: `Take ${counts.missed === 1 ? 'what was missed' : 'one of the misses'}, make it smaller, and promise it again at a set time.`,
  because: `${of(counts.missed, counts.kept + counts.missed)} decided ${pluralWord(counts.missed, 'was', 'were')} missed.`,
});

const RULES: readonly Rule[] = [undecided, allKept, hardDay, moved, evenings, doneLate, tooMuch, fewMisses];

/** The suggestion of the first rule that applies; the rules are in the order of how much they help. */
export function suggestionFor(week: WeekNumbers): Suggestion {
  for (const rule of RULES) {
    const found = rule(week);
    if (found !== null) return found;
  }
  return fewMisses(week);
}
