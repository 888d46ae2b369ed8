import type { Task } from '../api/tasks.ts';
import { dayGroup, dueOf, upcoming } from '../tasks/due.ts';
import type { ListTab } from './address.ts';
import { type Change, onlyChange } from './only-change.ts';
import { type Clock, isSameClock, type ListSection, sectionOf, sectionsOf, upcomingSection } from './sections.ts';

interface Listed {
  readonly tab: ListTab;
  readonly tasks: readonly Task[];
  readonly clock: Clock;
  readonly sections: ListSection[];
}

/** As `sectionsOf`. It knows what it gave last: after a change of one task that stays at its place, only its section is made anew. */
export function makeSections(): typeof sectionsOf {
  let last: Listed | null = null;
  return (tab, tasks, clock) => {
    const isSameList = last?.tab === tab && isSameClock(last.clock, clock);
    const sections = (isSameList && last && afterOneChange(last, tasks)) || sectionsOf(tab, tasks, clock);
    last = { tab, tasks, clock, sections };
    return sections;
  };
}

/** Null: something else may have changed as well. */
function afterOneChange({ tab, tasks: before, clock, sections }: Listed, tasks: readonly Task[]): ListSection[] | null {
  const change = tab === 'upcoming' || tab === 'inbox' ? onlyChange(before, tasks) : null;
  if (!change || !keepsPlace(change, clock)) return null;
  const { was, is } = change;
  const at = sections.findIndex((section) => section.tasks.includes(was));
  const section = sections[at];
  if (!section) return sections;
  const group = dayGroup(section.date, section.tasks.with(section.tasks.indexOf(was), is), clock.today);
  return sections.with(at, tab === 'inbox' ? sectionOf(group) : upcomingSection(group, clock.today));
}

const ORDERED_BY = ['parentId', 'dueDate', 'dueAt', 'createdAt'] as const;

/** Whether the task is in the same section as before, and in the same order with all others. */
const keepsPlace = ({ was, is }: Change, { zone, today }: Clock): boolean =>
  ORDERED_BY.every((name) => was[name] === is[name]) &&
  dueOf(was, zone)?.date === dueOf(is, zone)?.date &&
  upcoming([was], zone, today).length === upcoming([is], zone, today).length;
