import { countWord, duration, fullHour, listed, number, plural, rateWords, WEEKDAYS } from '../../src/contracts/words/format.ts';
import type { Counts } from '../api/reports.ts';

/** The beginning of the sentence is bold. */
export interface Sentence {
  readonly lead: string;
  readonly rest: string;
}

type Few = Pick<Counts, 'planned' | 'kept' | 'missed'>;
const total = (counts: readonly Few[], name: keyof Few): number => counts.reduce((sum, one) => sum + one[name], 0);

/** `days`: counts of seven days, or sums of seven weekdays, from Monday on. */
export function weekdaysSentence(days: readonly Few[], period: 'week' | 'time' = 'week'): Sentence {
  const planned = total(days, 'planned');
  const kept = total(days, 'kept');
  const missed = total(days, 'missed');
  if (planned === 0)
    return { lead: period === 'week' ? 'Nothing is planned in this week.' : 'Nothing was planned in this time.', rest: '' };
  const carrying = period === 'week' ? busiestDays(days, kept) : [];
  if (carrying.length > 0) {
    const names = carrying.map((index) => WEEKDAYS[index] ?? '');
    const there = carrying.reduce((sum, index) => sum + (days[index]?.kept ?? 0), 0);
    return {
      lead: `${listed(names)} ${names.length === 1 ? 'carries' : 'carry'} the week.`,
      rest: `${countWord(there)} of ${countWord(kept).toLowerCase()} were kept there. The outline is what was planned.`,
    };
  }
  if (period === 'time') return bestWeekday(days, kept, missed);
  if (kept + missed === 0) return { lead: `${countWord(planned)} planned, none decided yet.`, rest: 'The outline is what was planned.' };
  if (missed === 0)
    return {
      lead: 'All that is decided was kept.',
      rest: `${number(kept)} of ${number(planned)} planned. The outline is what was planned.`,
    };
  return {
    lead: `${number(kept)} of ${number(kept + missed)} decided were kept.`,
    rest: 'The outline is what was planned, the cross what was missed.',
  };
}

/**
 * One or two days that together have two thirds of all kept tasks. Empty if there are no such days or fewer than six kept
 * tasks.
 */
function busiestDays(days: readonly Few[], kept: number): number[] {
  if (kept < 6) return [];
  const order = days.map((_, index) => index).sort((a, b) => (days[b]?.kept ?? 0) - (days[a]?.kept ?? 0));
  for (const size of [1, 2]) {
    const chosen = order.slice(0, size);
    if (chosen.reduce((sum, index) => sum + (days[index]?.kept ?? 0), 0) >= (kept * 2) / 3) return chosen.sort((a, b) => a - b);
  }
  return [];
}

function bestWeekday(days: readonly Few[], kept: number, missed: number): Sentence {
  if (kept + missed === 0) return { lead: 'Nothing is decided yet.', rest: '' };
  const rate = (day: Few | undefined): number => (day && day.kept + day.missed > 0 ? day.kept / (day.kept + day.missed) : Number.NaN);
  const decided = days.map((_, index) => index).filter((index) => !Number.isNaN(rate(days[index])));
  const best = decided.reduce((a, b) => (rate(days[b]) > rate(days[a]) ? b : a));
  const worst = decided.reduce((a, b) => (rate(days[b]) < rate(days[a]) ? b : a));
  if (rate(days[best]) === rate(days[worst]))
    return { lead: `${number(kept)} of ${number(kept + missed)} decided were kept.`, rest: 'No weekday stands out.' };
  const share = (index: number): string => rateWords(rate(days[index]));
  return {
    lead: `${WEEKDAYS[best]} is the surest day: ${share(best)} of what was decided was kept.`,
    rest: `${WEEKDAYS[worst]} is the least sure, at ${share(worst)}.`,
  };
}

const SHARES: readonly (readonly [number, string])[] = [
  [0.9, 'Nearly all'],
  [0.7, 'Three in four'],
  [0.6, 'Two in three'],
  [0.45, 'Half'],
  [0.29, 'One in three'],
  [0.22, 'One in four'],
];

/** `hours`: 24 counts of completions, by local hour. */
export function hoursSentence(hours: readonly number[]): Sentence {
  const all = hours.reduce((sum, count) => sum + count, 0);
  if (all === 0) return { lead: 'Nothing was completed in this time.', rest: '' };
  let start = 0;
  let most = -1;
  for (let hour = 0; hour <= 21; hour++) {
    const there = (hours[hour] ?? 0) + (hours[hour + 1] ?? 0) + (hours[hour + 2] ?? 0);
    if (there > most) [start, most] = [hour, there];
  }
  const between = `between ${fullHour(start)} and ${fullHour(start + 3)}`;
  if (most === all) return { lead: all === 1 ? `The one completion fell ${between}.` : `All ${number(all)} fell ${between}.`, rest: '' };
  const share = SHARES.find(([least]) => most / all >= least)?.[1];
  return share
    ? { lead: `${share} ${share === 'Nearly all' ? 'are' : 'is'} done ${between}.`, rest: `${number(most)} of ${number(all)}.` }
    : { lead: `${number(most)} of ${number(all)} are done ${between}.`, rest: 'The day is evenly used.' };
}

/** In minutes (done minus due, negative is early). */
export function delaySentence(delays: readonly number[]): Sentence {
  if (delays.length === 0) return { lead: 'Nothing with a due time was completed in this time.', rest: '' };
  const late = delays.filter((delay) => delay > 0);
  const early = delays.length - late.length;
  if (late.length === 0)
    return {
      lead: delays.length === 1 ? 'The one completion came in time.' : `All ${number(delays.length)} came before the due time.`,
      rest: '',
    };
  const near = late.filter((delay) => delay <= 60).length;
  const lead = `${number(early)} of ${number(delays.length)} came before the due time.`;
  if (late.length === 1) return { lead, rest: `The late one came ${duration(late[0] ?? 0)} after it.` };
  return {
    lead,
    rest: `Of the ${countWord(late.length).toLowerCase()} late ones, ${near === 0 ? 'none was' : near === 1 ? 'one was' : `${countWord(near).toLowerCase()} were`} within the hour.`,
  };
}

/** In chronological order. `running`: the last week is not over. */
export function weeksSentence(weeks: readonly Few[], running: boolean): Sentence {
  const over = running ? weeks.slice(0, -1) : weeks;
  const tail = running ? 'This week is not over.' : '';
  const planned = total(over, 'planned');
  if (planned === 0) return { lead: 'No week with a plan is over yet.', rest: tail };
  const half = Math.floor(over.length / 2);
  if (half >= 2) {
    const gap = (part: readonly Few[]): number => Math.round((total(part, 'planned') - total(part, 'kept')) / part.length);
    const before = gap(over.slice(0, half));
    const after = gap(over.slice(-half));
    if (Math.abs(before - after) >= 2)
      return { lead: `The gap has ${after < before ? 'closed' : 'grown'} from ${before} a week to ${after}.`, rest: tail };
  }
  return { lead: `${number(total(over, 'kept'))} of ${number(planned)} planned were kept in ${plural(over.length, 'week')}.`, rest: tail };
}
