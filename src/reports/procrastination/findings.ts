import type { Finding } from '../../contracts/procrastination.ts';
import { decimal, percent, plural, WEEKDAYS } from '../../contracts/words/format.ts';
import { isolated } from '../../contracts/words/isolated.ts';
import { ENOUGH_TASKS, highestShare, rate, type Share } from '../../contracts/words/putting-off.ts';
import type { Figures } from './figures.ts';

/** Whether the first share is at least one and a half times the second, which is above 0. It is computed without fractions. */
const isMuchGreater = (one: Share, other: Share): boolean => other.part > 0 && 2 * one.part * other.whole >= 3 * other.part * one.whole;

const inPercent = (share: Share): string => `${percent(rate(share))} %`;

/** What the figures say about putting off, in the order of the codes. */
export function findingsOf(figures: Figures): Finding[] {
  return [movedAreMissed(figures), ofWeekday(figures), ofTag(figures), ofLastHour(figures), ofEstimates(figures)].filter(
    (one) => one !== null,
  );
}

const missedShare = ({ missed, decided }: { readonly missed: number; readonly decided: number }): Share => ({
  part: missed,
  whole: decided,
});

function movedAreMissed({ after_moves: { moved, unmoved } }: Figures): Finding | null {
  const [one, other] = [missedShare(moved), missedShare(unmoved)];
  if (one.whole < ENOUGH_TASKS || other.whole < ENOUGH_TASKS || !isMuchGreater(one, other)) return null;
  const text = `You missed ${moved.missed} of ${plural(moved.decided, 'task')} that you had moved (${inPercent(one)}), and ${unmoved.missed} of ${unmoved.decided} of the others (${inPercent(other)}).`;
  return { code: 'moved_are_missed', text, rests_on: moved.decided };
}

function ofWeekday({ weekdays }: Figures): Finding | null {
  const days = weekdays.map(({ due, moved }, index) => ({ part: moved, whole: due, name: WEEKDAYS[index] ?? '' }));
  const all = { part: days.reduce((sum, { part }) => sum + part, 0), whole: days.reduce((sum, { whole }) => sum + whole, 0) };
  const day = highestShare(days);
  if (day === undefined || !isMuchGreater(day, all)) return null;
  const text = `What is due on a ${day.name} is moved most often: ${day.part} of ${plural(day.whole, 'task')} (${inPercent(day)}), against ${inPercent(all)} on all days.`;
  return { code: 'weekday', text, rests_on: day.whole };
}

function ofTag({ tags, planned, moves }: Figures): Finding | null {
  const all = { part: moves.tasks, whole: planned };
  const tag = highestShare(tags.map((one) => ({ part: one.moved, whole: one.planned, name: one.tag })));
  if (tag === undefined || !isMuchGreater(tag, all)) return null;
  const text = `What has the tag ${isolated(`#${tag.name}`)} is moved most often: ${tag.part} of ${plural(tag.whole, 'task')} (${inPercent(tag)}), against ${inPercent(all)} of all tasks.`;
  return { code: 'tag', text, rests_on: tag.whole };
}

function ofLastHour({ last_hour: { kept, in_last_hour } }: Figures): Finding | null {
  const share = { part: in_last_hour, whole: kept };
  if (kept < ENOUGH_TASKS || 2 * in_last_hour < kept) return null;
  const text = `You completed ${in_last_hour} of ${plural(kept, 'kept task')} (${inPercent(share)}) in the last hour before they were due.`;
  return { code: 'last_hour', text, rests_on: kept };
}

function ofEstimates({ estimates: { tasks, estimated_minutes, focused_minutes } }: Figures): Finding | null {
  if (tasks < ENOUGH_TASKS || 2 * focused_minutes < 3 * estimated_minutes) return null;
  const times = decimal(focused_minutes / estimated_minutes);
  const text = `${plural(tasks, 'task')} took ${times} times as long as estimated: ${plural(focused_minutes, 'focused minute')}, against ${estimated_minutes} estimated.`;
  return { code: 'estimates_short', text, rests_on: tasks };
}
