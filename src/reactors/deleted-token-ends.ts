import type { App } from '../app/app.ts';
import { endDeletedToken } from '../app/token/tokens.ts';
import type { TokenEvent } from '../domain/token/events.ts';
import type { Reactor } from './engine/reactor.ts';

const EVENTS = ['PersonalTokenDeleted'] as const satisfies readonly TokenEvent['type'][];

/** A personal token that was deleted is refused, also if the program ended between the two. */
export const deletedTokenEnds: Reactor<App> = {
  name: 'deleted-token-ends',
  from: 'start',
  events: EVENTS,
  async react(event, app) {
    await endDeletedToken(app, event);
    return null;
  },
};
