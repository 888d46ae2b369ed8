import { warnOfRefusedSignIns } from '../app/account/refused-sign-ins.ts';
import type { App } from '../app/app.ts';
import { SessionRefused } from '../domain/account/session-events.ts';
import type { Reactor } from './engine/reactor.ts';

/** Tells the owner by one mail about many refused sign-ins on one day. */
export const ownerHearsOfRefusedSignIns: Reactor<App> = {
  name: 'owner-hears-of-refused-sign-ins',
  from: 'now',
  events: [SessionRefused.type],
  async react(event, app) {
    // The read model that counts them may be behind the log.
    await app.waitForReadModels(event.position);
    return warnOfRefusedSignIns(app, event);
  },
};
