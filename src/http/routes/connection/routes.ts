import { disconnect } from '../../../app/connection/connections.ts';
import { bindState, newState, secretsOf } from '../../../app/connection/states.ts';
import * as calls from '../../../contracts/calls/connection.ts';
import { PLATFORMS } from '../../../contracts/connection.ts';
import { presentConnections } from '../../../presenters/connection.ts';
import { connectionsOf } from '../../../projections/connection.ts';
import { type Deps, waitForReadModels } from '../../deps.ts';
import { callerOf } from '../../kernel/principal.ts';
import { json, noContent, type Route, redirect, route, tagged } from '../../kernel/route.ts';
import type { Site } from '../../routes.ts';
import { codeOf, comeBack, goBack, holderOf, redirectUriOf } from './coming-back.ts';

/** Connecting Google and GitHub. */
export function connectionRoutes(deps: Deps, site: Site): readonly Route[] {
  const { app } = deps;
  return [
    route(calls.listConnections, {
      async handle({ principal: { owner }, query: { platform } }) {
        const all = await presentConnections(app.opener, owner, await connectionsOf(app.views, owner));
        const shown = all.filter((one) => platform === undefined || one.platform === platform);
        return tagged(shown);
      },
    }),
    route(calls.createState, {
      handle: async ({ principal }) =>
        json(200, { state: await newState(app, holderOf(app, principal, null)) }, { 'Cache-Control': 'no-store' }),
    }),
    ...PLATFORMS.flatMap((platform) => {
      return [
        route(calls.goToProvider[platform], {
          async handle({ context, principal, query }) {
            const holder = holderOf(app, principal, platform);
            const state = query.state ?? (await newState(app, holder));
            const provider = app.oauth[platform];
            if (provider === null) return goBack(platform, 'not_set_up');
            if (!(await bindState(app, state, holder))) return goBack(platform, 'state_invalid');
            const way = { purpose: 'connect', redirectUri: redirectUriOf(context, site, platform), state } as const;
            return provider
              .start({ ...way, ...secretsOf(app, platform, state) })
              .then(redirect, (error) => goBack(platform, codeOf(error)));
          },
        }),
        route(calls.comeFromProvider[platform], {
          handle: (call) => comeBack(deps, site, platform, call),
        }),
        route(calls.disconnectProvider[platform], {
          async handle(call) {
            await waitForReadModels(deps, await disconnect(app, callerOf(call), platform));
            return noContent();
          },
        }),
      ];
    }),
  ];
}
