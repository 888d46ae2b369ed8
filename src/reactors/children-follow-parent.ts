import type { App } from '../app/app.ts';
import { repeatCascade } from '../app/task/task-cascade.ts';
import type { TaskEvent } from '../domain/task/events.ts';
import { NEWEST } from './beginnings.ts';
import type { Reactor } from './engine/reactor.ts';

const EVENTS = ['TaskCompleted', 'TaskDeleted', 'TaskUndone'] as const satisfies readonly TaskEvent['type'][];

/** Completes, deletes or restores the children that the parent's event names. */
export const childrenFollowParent: Reactor<App> = {
  name: 'children-follow-parent',
  from: NEWEST,
  events: EVENTS,
  react: (event, app) => repeatCascade(app, event),
};
