import { z } from 'zod';
import { disconnect } from '../../../app/connection/connections.ts';
import { bindState, newState, secretsOf } from '../../../app/connection/states.ts';
import { connectionState, connections, connectionsQuery, PLATFORMS } from '../../../contracts/connection.ts';
import { PLATFORM_NAMES as NAMES } from '../../../contracts/words/platforms.ts';
import { presentConnections } from '../../../presenters/connection.ts';
import { connectionsOf } from '../../../projections/connection/connections.ts';
import { type Deps, waitForReadModels } from '../../deps.ts';
import { callbackQuery, originOf } from '../../kernel/callback.ts';
import { callerOf } from '../../kernel/principal.ts';
import { type AnyRoute, json, noContent, redirect, route, tagged } from '../../kernel/route.ts';
import type { Site } from '../../routes.ts';
import { codeOf, comeBack, goBack, holderOf } from './coming-back.ts';

const stateQuery = z.strictObject({ state: z.string({ error: 'A state is required.' }).min(1).max(512) });

/** Connecting Google and GitHub. */
export function connectionRoutes(deps: Deps, site: Site): readonly AnyRoute[] {
  const { app } = deps;
  const common = { tag: 'Connections', access: 'user' } as const;
  return [
    route({
      ...common,
      method: 'GET',
      path: '/api/oauth/status',
      scopes: ['settings:read'],
      summary: 'What is connected',
      query: connectionsQuery,
      replies: { 200: { description: 'Every platform, connected or not', schema: connections, etag: true } },
      async handle({ principal: { owner }, query: { platform } }) {
        const all = await presentConnections(app.opener, owner, await connectionsOf(app.views, owner));
        const shown = all.filter((one) => platform === undefined || one.platform === platform);
        return tagged(shown);
      },
    }),
    route({
      ...common,
      method: 'GET',
      path: '/api/oauth/state',
      summary: 'A state with which to go to a provider',
      replies: { 200: { description: 'The state', schema: connectionState } },
      handle: async ({ principal }) =>
        json(200, { state: await newState(app, holderOf(app, principal, null)) }, { 'Cache-Control': 'no-store' }),
    }),
    ...PLATFORMS.flatMap((platform) => {
      const path = `/api/oauth/${platform}`;
      const redirectUri = `${path}/callback`;
      return [
        route({
          ...common,
          method: 'GET',
          path,
          summary: `Go to ${NAMES[platform]} to connect it`,
          description: 'For a browser to navigate to. Where something is wrong it goes on to `/oauth/redirect` with `status=error`.',
          ownSiteOnly: true,
          credentials: true,
          query: (platform === 'github' ? stateQuery.partial() : stateQuery) as z.ZodType<{ state?: string | undefined }>,
          replies: { 302: { description: 'To the provider', redirect: true } },
          async handle({ context, principal, query }) {
            const holder = holderOf(app, principal, platform);
            const state = query.state ?? (await newState(app, holder));
            const provider = app.oauth[platform];
            if (provider === null) return goBack(platform, 'not_set_up');
            if (!(await bindState(app, state, holder))) return goBack(platform, 'state_invalid');
            const way = { purpose: 'connect', redirectUri: originOf(context, site.secure) + redirectUri, state } as const;
            return provider
              .start({ ...way, ...secretsOf(app, platform, state) })
              .then(redirect, (error) => goBack(platform, codeOf(error)));
          },
        }),
        route({
          method: 'GET',
          path: redirectUri,
          tag: common.tag,
          access: 'anyone',
          credentials: true,
          summary: `Come back from ${NAMES[platform]}`,
          description: 'The provider sends the browser here. It goes on to `/oauth/redirect?platform=&status=connected | error&code=`.',
          query: callbackQuery,
          replies: { 302: { description: 'To `/oauth/redirect`', redirect: true } },
          handle: (call) => comeBack(deps, site, platform, call),
        }),
        route({
          ...common,
          method: 'DELETE',
          path,
          summary: `Disconnect ${NAMES[platform]}`,
          description: 'What was allowed is forgotten here at once, and revoked at the provider as soon as that answers.',
          replies: { 204: { description: 'It is not connected' } },
          async handle(call) {
            await waitForReadModels(deps, await disconnect(app, callerOf(call), platform));
            return noContent();
          },
        }),
      ];
    }),
  ];
}
