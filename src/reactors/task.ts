import type { App } from '../app/app.ts';
import { resolveMendedStreaks } from '../app/day.ts';
import { makeRenewed } from '../app/task/again.ts';
import { repeatCascade } from '../app/task/task-send.ts';
import { carryZoneMove } from '../app/task/zone-moves.ts';
import { carryVacation } from '../app/vacation.ts';
import type { AccountEvent } from '../domain/account/events.ts';
import type { TaskEvent } from '../domain/task/events.ts';
import type { VacationEvent } from '../domain/vacation/events.ts';
import { NEWEST, type Reactor } from './engine/reactor.ts';

const PARENT_CHANGES = ['TaskCompleted', 'TaskDeleted', 'TaskUndone'] as const satisfies readonly TaskEvent['type'][];

/** Completes, deletes or restores the children that the parent's event names. */
export const childrenFollowParent: Reactor<App> = {
  name: 'children-follow-parent',
  from: NEWEST,
  events: PARENT_CHANGES,
  react: (event, app) => repeatCascade(app, event),
};

const RENEWALS = ['TaskRenewed'] as const satisfies readonly TaskEvent['type'][];

/** Makes the new task of one that was promised again. */
export const renewedTaskIsMade: Reactor<App> = {
  name: 'renewed-task-is-made',
  // A worker may start with this version later than a web process.
  from: NEWEST,
  events: RENEWALS,
  react: (event, app) => makeRenewed(app, event),
};

const ZONE_CHANGES = ['TimezoneChanged'] as const satisfies readonly AccountEvent['type'][];

export const tasksFollowZone: Reactor<App> = {
  name: 'tasks-follow-zone',
  // A worker may start with this version later than a web process. Changes of zone from before this version changed no task.
  from: NEWEST,
  events: ZONE_CHANGES,
  async react(event, app) {
    // The read models with the owner's tasks and zones may be behind the log.
    await app.waitForReadModels(event.position);
    return carryZoneMove(app, event);
  },
};

const VACATION_CHANGES = ['VacationTaken', 'VacationCancelled'] as const satisfies readonly VacationEvent['type'][];

/** Skips the occurrences of routines in a vacation, and restores them when it is cancelled. */
export const vacationSkipsOccurrences: Reactor<App> = {
  name: 'vacation-skips-occurrences',
  from: NEWEST,
  events: VACATION_CHANGES,
  async react(event, app) {
    // The read model with the occurrences may be behind the log.
    await app.waitForReadModels(event.position);
    return carryVacation(app, event);
  },
};

const MENDING = ['RecordCorrected', 'TaskUndone'] as const satisfies readonly TaskEvent['type'][];

/** Resolves the alert about the end of a streak if a corrected record or an undo restores the streak. */
export const mendedStreakEndsItsAlert: Reactor<App> = {
  name: 'mended-streak-ends-its-alert',
  from: 'now',
  events: MENDING,
  async react(event, app) {
    // The read models of days and alerts may be behind the log.
    await app.waitForReadModels(event.position);
    return resolveMendedStreaks(app, event);
  },
};
