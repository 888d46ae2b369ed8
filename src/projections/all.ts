import { accounts } from './accounts.ts';
import { alerts } from './alerts.ts';
import { closings } from './closings.ts';
import { days } from './days.ts';
import { deliveries } from './deliveries.ts';
import { history } from './history.ts';
import type { AnyProjection } from './kernel/projection.ts';
import { settings } from './settings.ts';
import { streams } from './streams.ts';
import { taskHeads } from './task-heads.ts';
import { tasks } from './tasks.ts';

/** Every read model of the program. */
export const PROJECTIONS: readonly AnyProjection[] = [
  accounts,
  alerts,
  closings,
  days,
  deliveries,
  history,
  settings,
  streams,
  taskHeads,
  tasks,
];
