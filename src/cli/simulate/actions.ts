import { MINUTE, plus } from '../../domain/calendar/dates.ts';
import { addDays, dueInstant, localDate } from '../../domain/calendar/local.ts';
import { type Random, seeded } from '../demo/person.ts';
import type { Change, Persona } from './population.ts';

export type Action = { readonly at: string; readonly who: number } & (
  | { readonly does: 'fill' | 'nothing_due' | 'keep'; readonly date: string }
  | { readonly does: 'vacation'; readonly from: string; readonly to: string }
  | { readonly does: 'edit_later'; readonly rrule: string; readonly next: string; readonly from: string }
  | Exclude<Change, { does: 'vacation' | 'edit_later' }>
);

export interface Stretch {
  /** The first instant of the simulation. */
  readonly from: string;
  readonly days: number;
  readonly seed: number;
}

export const endOf = ({ from, days }: Stretch): string => plus(from, days * 24 * 60 * MINUTE);

/** People act in minutes in which the system does nothing, so that the order is always clear. */
const BEFORE = -10 * MINUTE;
const AFTER = 10 * MINUTE;
const EVENING = '19:03';
const MIDDAY = '12:07';
/** Near a change of the zone or of the reminder time people do nothing else, because it could fall on a date that is over. */
const QUIET_DAYS = 2;

/** All actions of all people, in order. */
export function planActions(personas: readonly Persona[], stretch: Stretch): readonly Action[] {
  const end = endOf(stretch);
  const all = personas.flatMap((persona) => actionsOf(persona, stretch));
  return all
    .filter((action) => action.at > stretch.from && action.at < end)
    .sort((a, b) => (a.at === b.at ? a.who - b.who : a.at < b.at ? -1 : 1));
}

function actionsOf(persona: Persona, { from, days, seed }: Stretch): readonly Action[] {
  const random = seeded(seed * 7919 + persona.number);
  const first = localDate(from, persona.zone);
  let [zone, time] = [persona.zone, persona.time.todo_reminder_time];
  const actions: Action[] = [];
  for (let day = 1; day < days; day += 1) {
    const date = addDays(first, day);
    for (const change of persona.changes.filter((one) => one.day === day)) {
      actions.push(actionFor(change, persona.number, date, dueInstant(date, MIDDAY, zone)));
      if (change.does === 'move') zone = change.zone;
      if (change.does === 'remind_at') time = change.time;
    }
    const quiet = persona.changes.some((one) => one.does !== 'vacation' && Math.abs(one.day - day) <= QUIET_DAYS);
    actions.push(...dayActions(random, persona.number, date, dueInstant(date, time, zone), dueInstant(date, EVENING, zone), quiet));
  }
  return actions;
}

function actionFor(change: Change, who: number, date: string, at: string): Action {
  if (change.does === 'edit_later') return { ...change, who, at, from: addDays(date, 1) };
  if (change.does !== 'vacation') return { ...change, who, at };
  const from = addDays(date, change.in_days);
  return { does: 'vacation', who, at, from, to: addDays(from, change.length - 1) };
}

/** A quiet day draws as many random numbers as any other day, so that the days after it stay the same. */
function dayActions(random: Random, who: number, date: string, reminder: string, evening: string, quiet: boolean): readonly Action[] {
  const [roll, keeps] = [random.next(), random.chance(0.4)];
  if (quiet) return [];
  const action = (does: 'fill' | 'nothing_due' | 'keep', at: string): Action => ({ does, who, date, at });
  const actions = keeps ? [action('keep', evening)] : [];
  if (roll < 0.08) actions.push(action('fill', plus(reminder, BEFORE)));
  else if (roll < 0.14) actions.push(action('fill', plus(reminder, AFTER)));
  else if (roll < 0.24) actions.push(action('nothing_due', plus(reminder, 2 * BEFORE)));
  else if (roll < 0.3) actions.push(action('nothing_due', plus(reminder, AFTER)));
  return actions;
}
