import type { App } from '../app/app.ts';
import { carryContent } from '../app/file/stored-content.ts';
import { FileRemoved, FileUploaded } from '../domain/file/events.ts';
import type { Reactor } from './engine/reactor.ts';

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
