import type { App } from '../app/app.ts';
import { carryContent } from '../app/file/files.ts';
import { followTask } from '../app/file/follow-task.ts';
import { FileRemoved, FileUploaded } from '../domain/file/events.ts';
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

/** Stores the bytes of an uploaded file, or removes those of a removed file. It appends no event. */
export const contentFollowsFile: Reactor<App> = {
  name: 'content-follows-file',
  from: 'now',
  events: [FileUploaded.type, FileRemoved.type],
  async react(event, app) {
    await carryContent(app, event);
    return null;
  },
};
