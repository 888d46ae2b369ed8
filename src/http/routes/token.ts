import { createToken, deleteToken, faultsOfEnd, listTokens } from '../../app/token.ts';
import * as calls from '../../contracts/calls/token.ts';
import { presentToken } from '../../presenters/account.ts';
import { resulting } from '../kernel/faults.ts';
import { callerOf } from '../kernel/principal.ts';
import { json, noContent, type Route, route, tagged } from '../kernel/route.ts';
import { type Deps, waitForReadModels } from '../routes.ts';

export function tokenRoutes(deps: Deps): readonly Route[] {
  const { app } = deps;
  return [
    route(calls.createToken, {
      faults: [resulting(async (_call, { expires_at }) => faultsOfEnd(app, expires_at))],
      async handle({ principal, body, newId, correlationId }) {
        const { token, secret, position } = await createToken(app, callerOf({ principal, correlationId }), body, newId());
        await waitForReadModels(deps, position);
        const shown = await presentToken(app.opener, principal.owner, { token, lastUsedAt: null });
        return json(201, { ...shown, token: secret }, { Location: `/api/tokens/${token.id}` });
      },
    }),
    route(calls.listTokens, {
      async handle({ principal: { owner } }) {
        const found = await listTokens(app, owner);
        return tagged(await Promise.all(found.map((one) => presentToken(app.opener, owner, one))));
      },
    }),
    route(calls.deleteToken, {
      async handle({ principal, params, correlationId }) {
        await waitForReadModels(deps, await deleteToken(app, callerOf({ principal, correlationId }), params.id ?? ''));
        return noContent();
      },
    }),
  ];
}
