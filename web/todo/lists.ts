import { useQueries, useQuery } from '@tanstack/react-query';
import { Archive, CalendarCheck2, CalendarDays, CircleCheck, CircleX, Inbox, ListFilter, type LucideIcon, Repeat } from 'lucide-react';
import { useOwnerClock } from '../api/owner-clock.ts';
import { routinesQuery } from '../api/routines.ts';
import { foundCountQuery } from '../api/search.ts';
import { missedTasksQuery, tasksQuery } from '../api/tasks.ts';
import { addressOf, TABS, type TodoPlace, type TodoTab } from './address.ts';
import { LIST_NAMES } from './list-names.ts';
import { useFilters } from './saved-filters.ts';
import { openCounts } from './sections.ts';

const ICONS: Readonly<Record<TodoTab, LucideIcon>> = {
  today: CalendarCheck2,
  upcoming: CalendarDays,
  inbox: Inbox,
  routines: Repeat,
  missed: CircleX,
  completed: CircleCheck,
  archived: Archive,
};

export interface ListLink {
  readonly key: string;
  readonly name: string;
  readonly icon: LucideIcon;
  readonly to: string;
  readonly chosen: boolean;
  /** What is still to be done there. Undefined: it is not known, or it does not matter. */
  readonly count: number | undefined;
}

/** Only lists that were read already have a count, because the side bar asks the server for none of them. */
function useCounts(): Partial<Record<TodoTab, number | undefined>> {
  const { zone, today } = useOwnerClock();
  const tasks = useQuery({ ...tasksQuery(), enabled: false }).data;
  const missed = useQuery({ ...missedTasksQuery(), enabled: false }).data;
  const routines = useQuery({ ...routinesQuery(), enabled: false }).data;
  return { ...(tasks && openCounts(tasks, { zone, today })), missed: missed?.length, routines: routines?.length };
}

export interface ListLinks {
  readonly lists: readonly ListLink[];
  readonly filters: readonly ListLink[];
}

/** The lists of /todo and the saved filters. `place`: what is shown. */
export function useListLinks({ tab, filter, query }: TodoPlace): ListLinks {
  const counts = useCounts();
  const saved = useFilters() ?? [];
  // Like the lists, a filter has a count once it was opened.
  const found = useQueries({ queries: saved.map((one) => foundCountQuery(one.query)) });
  const lists = TABS.map((one) => ({
    key: one,
    name: LIST_NAMES[one],
    icon: ICONS[one],
    to: addressOf({ tab: one }),
    chosen: one === tab && filter === null && query === null,
    count: counts[one],
  }));
  const filters = saved.map(({ id, name }, at) => ({
    key: id,
    name,
    icon: ListFilter,
    to: addressOf({ filter: id }),
    chosen: id === filter,
    count: found[at]?.data,
  }));
  return { lists, filters };
}
