import { tellOfNewDevice } from '../app/account/new-device.ts';
import type { App } from '../app/app.ts';
import { SessionStarted } from '../domain/account/session-events.ts';
import type { Reactor } from './engine/reactor.ts';

/** Tells the owner by mail about a sign-in from an unknown browser. */
export const ownerHearsOfNewDevice: Reactor<App> = {
  name: 'owner-hears-of-new-device',
  from: 'now',
  events: [SessionStarted.type],
  react: (event, app) => tellOfNewDevice(app, event),
};
