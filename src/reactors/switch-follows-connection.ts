import type { App } from '../app/app.ts';
import { followConnection } from '../app/integration/integrations.ts';
import { ConnectionMade, ConnectionRemoved } from '../domain/connection/events.ts';
import type { Reactor } from './engine/reactor.ts';

/** What an owner switched on for one account at GitHub goes off with it, also if the program ended between the two. */
export const switchFollowsConnection: Reactor<App> = {
  name: 'switch-follows-connection',
  from: 'start',
  events: [ConnectionMade.type, ConnectionRemoved.type],
  react: (event, app) => followConnection(app, event),
};
