import type { App } from '../app/app.ts';
import { beginFocusedTask } from '../app/focus/start.ts';
import { addFocus, carryIntoPlan } from '../app/task/task-send.ts';
import { moveBoxesWithZone } from '../app/time-box/zone-moves.ts';
import { TimezoneChanged } from '../domain/account/events.ts';
import { FocusEnded, FocusStarted } from '../domain/focus/events.ts';
import type { TaskEvent } from '../domain/task/events.ts';
import { NEWEST, type Reactor } from './engine/reactor.ts';

const CLOSINGS = [
  'TaskCompleted',
  'TaskSkipped',
  'TaskArchived',
  'TaskDeleted',
  'TaskWithdrawn',
  'TaskUndone',
] as const satisfies readonly TaskEvent['type'][];

/** Takes the time boxes of a closed task away and ends the focus session on it, and brings the boxes back after an undo. */
export const planFollowsTask: Reactor<App> = {
  name: 'plan-follows-task',
  from: NEWEST,
  events: CLOSINGS,
  async react(event, app) {
    // The read model with the boxes may be behind the log.
    await app.waitForReadModels(event.position);
    return carryIntoPlan(app, event);
  },
};

export const boxesFollowZone: Reactor<App> = {
  name: 'boxes-follow-zone',
  from: NEWEST,
  events: [TimezoneChanged.type],
  async react(event, app) {
    // The read models with the boxes and the owner's zones may be behind the log.
    await app.waitForReadModels(event.position);
    return moveBoxesWithZone(app, event);
  },
};

/** Makes the task of a focus session one that is in progress. */
export const focusBeginsTask: Reactor<App> = {
  name: 'focus-begins-task',
  from: NEWEST,
  events: [FocusStarted.type],
  react: (event, app) => beginFocusedTask(app, event),
};

/** Adds the time of a focus session that has ended to its task. */
export const taskGainsFocus: Reactor<App> = {
  name: 'task-gains-focus',
  from: NEWEST,
  events: [FocusEnded.type],
  react: (event, app) => addFocus(app, event),
};
