import { TOKEN_EVENTS } from '../domain/token/events.ts';
import { tokenRoutes } from '../http/routes/token.ts';
import { deletedTokenEnds } from '../reactors/account.ts';
import type { Feature } from './feature.ts';

/** Personal tokens, with which people's programs call the API. */
export const token: Feature = {
  name: 'token',
  events: TOKEN_EVENTS,
  live: { settings: TOKEN_EVENTS },
  reactors: [deletedTokenEnds],
  routes: tokenRoutes,
};
