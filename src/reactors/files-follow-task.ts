import type { App } from '../app/app.ts';
import { followTask } from '../app/file/follow-task.ts';
import type { TaskEvent } from '../domain/task/events.ts';
import type { Reactor } from './engine/reactor.ts';

const EVENTS = ['TaskDeleted', 'TaskWithdrawn', 'TaskRestored', 'TaskUndone'] as const satisfies readonly TaskEvent['type'][];

/** Marks the files of a deleted task for removal, and undoes this if the task comes back. */
export const filesFollowTask: Reactor<App> = {
  name: 'files-follow-task',
  from: 'now',
  events: EVENTS,
  react: (event, app) => followTask(app, event),
};
