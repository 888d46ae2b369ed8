import * as calls from '../../../contracts/calls/settings.ts';
import { presentProfile } from '../../../presenters/user.ts';
import { type AccountDoc, account } from '../../../projections/account/accounts.ts';
import { type Deps, waitForReadModels } from '../../deps.ts';
import { etag } from '../../kernel/etag.ts';
import { notFound } from '../../kernel/problems.ts';
import { json, type Route, route } from '../../kernel/route.ts';

export function profileRoutes(deps: Deps): readonly Route[] {
  const { app, accounts } = deps;
  const docOf = async (userId: string): Promise<AccountDoc> => {
    const found = await account(app.views, userId);
    if (!found) throw notFound();
    return found.doc;
  };

  return [
    route(calls.readProfile, {
      async handle({ principal }) {
        const doc = await docOf(principal.owner);
        return json(200, await presentProfile(app.opener, principal.owner, doc), { ETag: etag(doc.version) });
      },
    }),
    route(calls.changeProfile, {
      readOnly: {
        names: ['email'],
        current: async ({ principal }) => presentProfile(app.opener, principal.owner, await docOf(principal.owner)),
      },
      async handle({ principal, body, ifMatch, correlationId }) {
        const state = await accounts.load(principal.owner);
        if (state.status === 'none') throw notFound();
        const now = await presentProfile(app.opener, principal.owner, state);
        const command = {
          type: 'ChangeProfile',
          if_match: ifMatch?.versionAmong(state.version) ?? null,
          ...(body.full_name !== undefined && body.full_name !== now.full_name && { full_name: body.full_name }),
          ...(body.avatar_url !== undefined && body.avatar_url !== now.avatar_url && { avatar_url: body.avatar_url }),
          ...(body.timezone !== undefined && { timezone: body.timezone }),
        } as const;
        const handled = await accounts.send(principal.owner, command, correlationId);
        await waitForReadModels(deps, handled.position);
        const changed = handled.state;
        if (changed.status === 'none') throw notFound();
        return json(200, await presentProfile(app.opener, principal.owner, changed), { ETag: etag(changed.version) });
      },
    }),
  ];
}
