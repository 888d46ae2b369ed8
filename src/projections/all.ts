import { accounts } from './accounts.ts';
import { alerts } from './alerts.ts';
import { closings } from './closings.ts';
import { days } from './days.ts';
import { deliveries } from './deliveries.ts';
import type { AnyProjection } from './engine/projection.ts';
import { exports } from './exports.ts';
import { freeDays } from './free-days.ts';
import { history } from './history.ts';
import { leaving } from './leaving.ts';
import { notices } from './notices.ts';
import { partners } from './partners.ts';
import { rhythm } from './rhythm.ts';
import { routinePlans } from './routine-plans.ts';
import { routineStreaks } from './routine-streaks.ts';
import { routines } from './routines.ts';
import { settings } from './settings.ts';
import { streams } from './streams.ts';
import { taskHeads } from './task-heads.ts';
import { tasks } from './tasks.ts';
import { vacations } from './vacations.ts';
import { withdrawals } from './withdrawals.ts';

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
