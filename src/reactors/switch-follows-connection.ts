import type { App } from '../app/app.ts';
import { followConnection } from '../app/integration/integrations.ts';
import { ConnectionMade, ConnectionRemoved } from '../domain/connection/events.ts';
import type { Reactor } from './engine/reactor.ts';

/** Ends the owner's permission for a GitHub account when the connection changes, even if the program stopped in between. */
export const switchFollowsConnection: Reactor<App> = {
  name: 'switch-follows-connection',
  from: 'start',
  events: [ConnectionMade.type, ConnectionRemoved.type],
  react: (event, app) => followConnection(app, event),
};
