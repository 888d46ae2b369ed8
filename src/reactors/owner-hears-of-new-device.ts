import { tellOfNewDevice } from '../app/account/new-device.ts';
import type { App } from '../app/app.ts';
import { SessionStarted } from '../domain/account/session-events.ts';
import type { Reactor } from './engine/reactor.ts';

/** A sign-in in a browser that the account does not know is followed by a mail to the owner. */
export const ownerHearsOfNewDevice: Reactor<App> = {
  name: 'owner-hears-of-new-device',
  from: 'now',
  events: [SessionStarted.type],
  react: (event, app) => tellOfNewDevice(app, event),
};
