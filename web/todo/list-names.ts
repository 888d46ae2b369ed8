import type { TodoTab } from './address.ts';

export const LIST_NAMES: Readonly<Record<TodoTab, string>> = {
  today: 'Today',
  upcoming: 'Upcoming',
  inbox: 'Inbox',
  routines: 'Routines',
  missed: 'Missed',
  completed: 'Completed',
  archived: 'Archived',
};
