import type { App } from '../app/app.ts';
import { carryContent } from '../app/file/stored-content.ts';
import { FileRemoved, FileUploaded } from '../domain/file/events.ts';
import type { Reactor } from './engine/reactor.ts';

/** The bytes of a file that was uploaded are stored, and those of one that is gone are not. Nothing is appended. */
export const contentFollowsFile: Reactor<App> = {
  name: 'content-follows-file',
  from: 'now',
  events: [FileUploaded.type, FileRemoved.type],
  async react(event, app) {
    await carryContent(app, event);
    return null;
  },
};
