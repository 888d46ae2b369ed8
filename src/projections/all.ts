import { accounts } from './account/accounts.ts';
import { leaving } from './account/leaving.ts';
import { streams } from './account/streams.ts';
import { alerts } from './alert/alerts.ts';
import { closings } from './day/closings.ts';
import { days } from './day/days.ts';
import { freeDays } from './day/free-days.ts';
import { deliveries } from './delivery/deliveries.ts';
import type { AnyProjection } from './engine/projection.ts';
import { exports } from './export/exports.ts';
import { history } from './history/history.ts';
import { notices } from './partner/notices.ts';
import { partners } from './partner/partners.ts';
import { rhythm } from './reminders/reminders.ts';
import { routinePlans } from './routine/routine-plans.ts';
import { routineStreaks } from './routine/routine-streaks.ts';
import { routines } from './routine/routines.ts';
import { settings } from './settings/settings.ts';
import { taskHeads } from './task/task-heads.ts';
import { tasks } from './task/tasks.ts';
import { withdrawals } from './task/withdrawals.ts';
import { vacations } from './vacation/vacations.ts';

/** Every read model of the program. */
export const PROJECTIONS: readonly AnyProjection[] = [
  accounts,
  alerts,
  closings,
  days,
  deliveries,
  exports,
  freeDays,
  history,
  leaving,
  routinePlans,
  routineStreaks,
  routines,
  notices,
  partners,
  rhythm,
  settings,
  streams,
  taskHeads,
  tasks,
  vacations,
  withdrawals,
];
