import type { App } from '../app/app.ts';
import { endDeletedToken } from '../app/token.ts';
import type { TokenEvent } from '../domain/token/events.ts';
import type { Reactor } from './engine/reactor.ts';

const EVENTS = ['PersonalTokenDeleted'] as const satisfies readonly TokenEvent['type'][];

/** Makes sure that a deleted token is refused, even if the program stopped between the event and the change of the vault. */
export const deletedTokenEnds: Reactor<App> = {
  name: 'deleted-token-ends',
  from: 'start',
  events: EVENTS,
  async react(event, app) {
    await endDeletedToken(app, event);
    return null;
  },
};
