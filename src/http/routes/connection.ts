import type { App } from '../../app/app.ts';
import { connect, disconnect, giveBack } from '../../app/connection/connections.ts';
import { bindState, newState, type StateHolder, secretsOf, takeState } from '../../app/connection/states.ts';
import * as calls from '../../contracts/calls/connection.ts';
import { comeFromProvider } from '../../contracts/calls/connection.ts';
import { PLATFORMS, type Platform, type RedirectCode } from '../../contracts/connection.ts';
import { RuleViolation } from '../../domain/kernel/decider.ts';
import { ProviderRefused, ProviderUnavailable } from '../../ports/oauth.ts';
import { presentConnections } from '../../presenters/connection.ts';
import { connectionsOf } from '../../projections/connection.ts';
import { isLook, originOf, parameter } from '../kernel/dispatch.ts';
import { callerOf, type Principal } from '../kernel/principal.ts';
import { type Answer, type Call, json, noContent, type Route, redirect, route, tagged } from '../kernel/route.ts';
import { type Deps, type Site, waitForReadModels } from '../routes.ts';

type Callback = Call<Readonly<Record<string, unknown>>, unknown, Principal | null>;

/** The provider requires the same redirect address at the start and when the code is exchanged. */
const redirectUriOf = (context: Call<unknown, unknown>['context'], { secure }: Site, platform: Platform): string =>
  originOf(context, secure) + comeFromProvider[platform].path;

/** Only the same owner may return with a state: from the same platform and in the session that started it. */
const holderOf = ({ hashes }: Pick<App, 'hashes'>, { owner, session }: Principal, platform: Platform | null): StateHolder => ({
  purpose: 'connect',
  userId: owner,
  source: hashes.keyed('oauth session', session?.id ?? ''),
  platform,
});

/** The redirect after a failure. */
const goBack = (platform: Platform, code: RedirectCode): Answer =>
  redirect(`/oauth/redirect?${new URLSearchParams({ platform, status: 'error', code })}`);

/**
 * @throws the error if it does not come from a provider
 */
function codeOf(error: unknown): RedirectCode {
  if (error instanceof ProviderUnavailable) return 'unavailable';
  if (error instanceof RuleViolation && error.code === 'not_found') return 'unauthenticated';
  if (!(error instanceof ProviderRefused)) throw error;
  return error.code === 'access_denied' || error.code === 'scope_missing' ? error.code : 'refused';
}

/** Finishes a connection. Whatever the provider answers, the browser is redirected. */
async function comeBack(deps: Deps, site: Site, platform: Platform, call: Callback): Promise<Answer> {
  const { app } = deps;
  const { context, principal, query } = call;
  const state = parameter(query, 'state');
  const error = parameter(query, 'error');
  if (isLook(context)) return goBack(platform, 'state_invalid');
  if (error !== null) {
    if (state !== null && principal?.session) await takeState(app, state, holderOf(app, principal, platform));
    return goBack(platform, error === 'access_denied' ? 'access_denied' : 'refused');
  }
  if (!principal?.session) return goBack(platform, 'unauthenticated');
  const provider = app.oauth[platform];
  if (provider === null) return goBack(platform, 'not_set_up');
  if (state === null || !(await takeState(app, state, holderOf(app, principal, platform)))) return goBack(platform, 'state_invalid');
  const redirectUri = redirectUriOf(context, site, platform);
  try {
    const way = { purpose: 'connect', redirectUri, state, ...secretsOf(app, platform, state) } as const;
    const granted = await provider.finish(way, context.search);
    const position = await connect(app, callerOf({ ...call, principal }), platform, granted).catch(async (refused: unknown) => {
      await giveBack(app, platform, granted);
      throw refused;
    });
    await waitForReadModels(deps, position);
  } catch (refused) {
    return goBack(platform, codeOf(refused));
  }
  return redirect(`/oauth/redirect?${new URLSearchParams({ platform, status: 'connected' })}`);
}

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
