import { warnOfRefusedSignIns } from '../app/account/refused-sign-ins.ts';
import type { App } from '../app/app.ts';
import { SessionRefused } from '../domain/account/session-events.ts';
import type { Reactor } from './engine/reactor.ts';

/** Many refused sign-ins on one day are followed by one mail to the owner. */
export const ownerHearsOfRefusedSignIns: Reactor<App> = {
  name: 'owner-hears-of-refused-sign-ins',
  from: 'now',
  events: [SessionRefused.type],
  async react(event, app) {
    // How many there were is counted by a read model, which may be behind the log.
    await app.waitForReadModels(event.position);
    return warnOfRefusedSignIns(app, event);
  },
};
